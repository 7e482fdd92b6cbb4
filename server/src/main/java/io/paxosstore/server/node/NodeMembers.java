package io.paxosstore.server.node;

import io.paxosstore.node.balance.BalanceAnswer;
import io.paxosstore.node.balance.BalanceDesk;
import io.paxosstore.node.peer.PeerPresence;
import io.paxosstore.node.topology.DeskAnswer;
import io.paxosstore.node.topology.MembersDesk;
import io.paxosstore.node.topology.TopologyService;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.server.front.binary.MembersAccess;

import org.jspecify.annotations.Nullable;

import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What operators see and change of the cluster through this node. Thread-safe. */
final class NodeMembers implements MembersAccess {
    private final int self;
    private final MembersDesk desk;
    private final BalanceDesk balance;
    private final TopologyService service;
    private final PeerPresence presence;
    private final Executor worker;
    private final MovePace pace;

    /** A console asks each second, and to count all slots takes a while. */
    private volatile @Nullable Settled settled;

    /**
     * The report of a topology in which nothing moves: it says the same until there is another one.
     * To compare what they hold would take as long as to count.
     */
    @SuppressWarnings({"ArrayRecordComponent", "ReferenceEquality"})
    private record Settled(Topology topology, MovePlan plan, Set<Integer> connected, byte[] json) {
        boolean isOf(Topology otherTopology, MovePlan otherPlan, Set<Integer> otherConnected) {
            return topology == otherTopology
                    && plan == otherPlan
                    && connected.equals(otherConnected);
        }
    }

    /**
     * @param self this node's id
     * @param worker runs what takes milliseconds; may refuse
     */
    NodeMembers(
            int self,
            MembersDesk desk,
            BalanceDesk balance,
            TopologyService service,
            PeerPresence presence,
            Executor worker) {
        this.self = self;
        this.desk = desk;
        this.balance = balance;
        this.service = service;
        this.presence = presence;
        this.worker = worker;
        this.pace = new MovePace(service::plan, System::nanoTime);
    }

    /** Begins to watch how fast slots move. */
    void start() {
        service.follow(pace);
    }

    @Override
    public void change(
            ClusterChange change,
            boolean isTrial,
            int deadlineMillis,
            Consumer<DeskAnswer> answer) {
        desk.submit(change, isTrial, TimeUnit.MILLISECONDS.toNanos(deadlineMillis), answer);
    }

    @Override
    public void balance(boolean isTrial, int deadlineMillis, Consumer<BalanceAnswer> answer) {
        balance.submit(
                BalanceDesk.BY_HAND,
                isTrial,
                TimeUnit.MILLISECONDS.toNanos(deadlineMillis),
                answer);
    }

    @Override
    public @Nullable Topology topology() {
        return service.current();
    }

    @Override
    public void show(Consumer<byte @Nullable []> answer) {
        Topology topology = service.current();
        MovePlan plan = service.plan();
        if (topology == null || plan == null) {
            answer.accept(null);
            return;
        }
        Set<Integer> connected = presence.connectedPeers();
        connected.add(self);
        Settled known = settled;
        if (known != null && known.isOf(topology, plan, connected)) {
            answer.accept(known.json());
            return;
        }
        try {
            worker.execute(() -> answer.accept(json(topology, plan, connected)));
        } catch (RejectedExecutionException e) {
            answer.accept(null); // too much is planned just now, or the node stops
        }
    }

    private byte[] json(Topology topology, MovePlan plan, Set<Integer> connected) {
        TopologyReport report = new TopologyReport(self, topology, plan, connected::contains);
        byte[] json = report.json(pace.remainingMillis(topology, plan));
        settled = report.isSettled() ? new Settled(topology, plan, connected, json) : null;
        return json;
    }
}
