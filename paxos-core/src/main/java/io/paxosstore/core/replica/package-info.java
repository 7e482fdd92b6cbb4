/**
 * Puts the parts together: {@link io.paxosstore.core.replica.Replica} is all entities of one shard
 * and the entry to the core, {@code PaxosLog} one entity with its acceptor, proposer, learner and
 * reader, in the order in which they carry on (PaxosStore paper, section 2.1).
 */
@NullMarked
package io.paxosstore.core.replica;

import org.jspecify.annotations.NullMarked;
