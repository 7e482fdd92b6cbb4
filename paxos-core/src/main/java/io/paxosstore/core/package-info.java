/**
 * The protocol as a pure function of its inputs.
 *
 * <p>Reading order: {@link io.paxosstore.core.PaxosInstance} (the paper's Algorithm 1 for one
 * entry), {@link io.paxosstore.core.PaxosLog} (one entity: consistent reads and writes), {@link
 * io.paxosstore.core.Replica} (all entities of one shard: {@link io.paxosstore.core.Input} in,
 * {@link io.paxosstore.core.Effects} out). Rules are cited by the numbers of {@code
 * docs/protocol.md}.
 *
 * <p>Nothing here reads a clock, draws randomness of its own, starts a thread, performs IO or
 * iterates a hash table; the same code runs under the server and under the simulator.
 */
@NullMarked
package io.paxosstore.core;

import org.jspecify.annotations.NullMarked;
