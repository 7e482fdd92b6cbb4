/** Placeholder. */
@NullMarked
package io.paxosstore.bitcask;

import org.jspecify.annotations.NullMarked;
