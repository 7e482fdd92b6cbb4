package io.paxosstore.node;

import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.node.call.CommandCodec;
import io.paxosstore.node.call.Routing;
import io.paxosstore.node.history.ChangeHistory;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.memory.MemoryBudget;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * What a host is given from outside: everything that is not the same in production and in the
 * simulator.
 *
 * @param store the disk
 * @param replicas makes the replica of a shard
 * @param loops the shards' loops: time, turns and timers
 * @param background runs what blocks for the disk, one task after the other; may refuse when too
 *     much waits, with {@link java.util.concurrent.RejectedExecutionException}
 * @param planning runs what computes for seconds; may refuse likewise
 * @param clock the clock on the wall
 * @param memory the node's budget for what clients and peers may fill
 * @param random where the ids of the host's own requests come from
 * @param routing says which node executes the calls for an entity
 * @param commands how commands travel to other nodes
 * @param history of what entities changed
 * @param onFailure told of a broken invariant or a failed disk: the node must stop (Rule D4)
 */
public record HostPorts(
        NodeStore store,
        Replicas replicas,
        List<LoopScheduler> loops,
        Executor background,
        Executor planning,
        InstantSource clock,
        MemoryBudget memory,
        RandomSource random,
        Routing routing,
        CommandCodec commands,
        ChangeHistory history,
        Consumer<Throwable> onFailure) {
    /** Makes replicas. */
    @FunctionalInterface
    public interface Replicas {
        /**
         * The replica of one shard, at the start of the store's present incarnation.
         *
         * @param placement says who votes
         */
        Replica create(NodeStore store, Placement placement);
    }

    public HostPorts {
        loops = List.copyOf(loops);
    }
}
