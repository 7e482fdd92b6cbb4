/** The engine of entity spaces: general PaxosLogs in a journal, their data in RocksDB. */
@NullMarked
package io.paxosstore.lsm.entity;

import org.jspecify.annotations.NullMarked;
