/** Tests of tables against a naive twin, with merges at random points. */
@NullMarked
package io.paxosstore.table;

import org.jspecify.annotations.NullMarked;
