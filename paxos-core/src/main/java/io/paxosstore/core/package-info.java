/**
 * The protocol as a pure function of its inputs. This package has its words: what goes in ({@link
 * io.paxosstore.core.Input}), what comes out ({@link io.paxosstore.core.Effects}), what nodes tell
 * each other ({@link io.paxosstore.core.Message}) and write down ({@link
 * io.paxosstore.core.LogRecord}), and which voters decide ({@link io.paxosstore.core.Quorum}).
 *
 * <p>The parts lie above it; each knows those named before it in this list, as far as it needs
 * them, and none after it:
 *
 * <ol>
 *   <li>{@code step}: what all parts work with;
 *   <li>{@code data}: what the chosen entries amount to, and the writes that wait;
 *   <li>{@code vote}: the paper's Algorithm 1, {@code SemiSymmetricPaxos};
 *   <li>{@code propose}, with the fast writes of {@code PrePreparing}, and {@code read}, with
 *       {@code ConsistentReads}, neither of which knows the other;
 *   <li>{@code learn}: what is chosen, and the ways back;
 *   <li>{@code replica}: one entity, {@code PaxosLog}, and all of a shard, {@code Replica}.
 * </ol>
 *
 * <p>{@code kv} evaluates the commands of key-value spaces. Rules are cited by the numbers of
 * {@code docs/protocol.md}.
 *
 * <p>Nothing here reads a clock, draws randomness of its own, starts a thread, performs IO or
 * iterates a hash table; the same code runs under the server and under the simulator.
 */
@NullMarked
package io.paxosstore.core;

import org.jspecify.annotations.NullMarked;
