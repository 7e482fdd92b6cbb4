/** Measures tables of the storage engine itself: no network, no consensus. */
@NullMarked
package io.paxosstore.bench.tables;

import org.jspecify.annotations.NullMarked;
