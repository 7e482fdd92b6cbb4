package io.paxosstore.server.front.binary;

import io.paxosstore.node.balance.BalanceAnswer;
import io.paxosstore.node.topology.DeskAnswer;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.Topology;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/** An operator's way to the cluster, through this node. From any thread. */
public interface MembersAccess {
    /**
     * Changes the cluster.
     *
     * @param isTrial whether it is only judged
     * @param deadlineMillis after this time nothing is changed any more
     * @param answer told once, on any thread
     */
    void change(
            ClusterChange change, boolean isTrial, int deadlineMillis, Consumer<DeskAnswer> answer);

    /**
     * Evens out loads.
     *
     * @param isTrial whether it is only judged
     * @param deadlineMillis after this time nothing is changed any more
     * @param answer told once, on any thread
     */
    void balance(boolean isTrial, int deadlineMillis, Consumer<BalanceAnswer> answer);

    /** The node's copy of the topology; null before it has one. */
    @Nullable Topology topology();

    /**
     * Says what this node knows of the topology.
     *
     * @param answer told once, on any thread; with null when it knows none
     */
    void show(Consumer<byte @Nullable []> answer);
}
