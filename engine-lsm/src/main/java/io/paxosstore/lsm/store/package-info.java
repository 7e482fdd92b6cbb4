/** Entities in RocksDB. */
@NullMarked
package io.paxosstore.lsm.store;

import org.jspecify.annotations.NullMarked;
