/**
 * The protocol as a pure function of its inputs.
 *
 * <p>Reading order: {@link io.paxosstore.core.SemiSymmetricPaxos} (the paper's Algorithm 1), {@link
 * io.paxosstore.core.PrePreparing} and {@link io.paxosstore.core.ConsistentReads} (its fast writes
 * and its reads), {@link io.paxosstore.core.LogState} and {@link io.paxosstore.core.PaxosLog} (one
 * entity: its states, and the parts that do the work), {@link io.paxosstore.core.Replica} (all
 * entities of one shard: {@link io.paxosstore.core.Input} in, {@link io.paxosstore.core.Effects}
 * out). Rules are cited by the numbers of {@code docs/protocol.md}.
 *
 * <p>Nothing here reads a clock, draws randomness of its own, starts a thread, performs IO or
 * iterates a hash table; the same code runs under the server and under the simulator.
 */
@NullMarked
package io.paxosstore.core;

import org.jspecify.annotations.NullMarked;
