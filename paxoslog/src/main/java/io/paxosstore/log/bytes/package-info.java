/** Reads and writes the bytes of records that are held in memory as a whole. */
@NullMarked
package io.paxosstore.log.bytes;

import org.jspecify.annotations.NullMarked;
