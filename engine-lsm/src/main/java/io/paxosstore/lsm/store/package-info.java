/**
 * The entities' data in RocksDB, whose own log is off: the PaxosLog is the log.
 *
 * <p>Reading order: {@link io.paxosstore.lsm.store.LsmStore} (apply, read, flush), {@code Family}
 * (the column families), {@link io.paxosstore.lsm.store.EntityMeta}, {@link
 * io.paxosstore.lsm.store.ImageInstall} (Rule C2).
 */
@NullMarked
package io.paxosstore.lsm.store;

import org.jspecify.annotations.NullMarked;
