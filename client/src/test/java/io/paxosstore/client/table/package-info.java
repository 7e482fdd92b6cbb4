/** Tests of rows, conditions and the mapping of records. */
@NullMarked
package io.paxosstore.client.table;

import org.jspecify.annotations.NullMarked;
