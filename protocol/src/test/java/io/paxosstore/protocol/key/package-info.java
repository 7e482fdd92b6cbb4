/** Tests of names and their places. */
@NullMarked
package io.paxosstore.protocol.key;

import org.jspecify.annotations.NullMarked;
