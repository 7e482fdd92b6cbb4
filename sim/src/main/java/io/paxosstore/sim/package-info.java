/**
 * The deterministic simulator: whole clusters of {@link io.paxosstore.core.replica.Replica}s in one
 * thread, on virtual time, with every fault drawn from one seed.
 *
 * <p>Reading order: {@link io.paxosstore.sim.SimRunner} (many seeds), {@link
 * io.paxosstore.sim.Simulator} (one seed: safety phase, liveness phase), {@link
 * io.paxosstore.sim.SimCluster} (nodes, network, disks), {@link io.paxosstore.sim.SimNode} (the
 * Effects contract), {@link io.paxosstore.sim.invariant.ClusterTruth} (the named invariants).
 */
@NullMarked
package io.paxosstore.sim;

import org.jspecify.annotations.NullMarked;
