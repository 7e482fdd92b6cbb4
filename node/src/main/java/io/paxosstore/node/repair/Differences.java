package io.paxosstore.node.repair;

import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.protocol.key.EntityKey;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.function.LongSupplier;

/**
 * Where replicas hold different values at one version: asks all who vote, and has this node's copy
 * rebuilt if it is the wrong one. Not thread-safe.
 */
final class Differences {
    private static final Logger LOG = LoggerFactory.getLogger(Differences.class);

    /** Brings an entity up to date of which this node's copy is of no use. */
    @FunctionalInterface
    interface Repairs {
        void repair(EntityKey key, int holder, long version);
    }

    private final int self;
    private final SweepHost host;
    private final Counters counters;
    private final LongSupplier ids;
    private final long answerNanos;
    private final Repairs repairs;
    private final Disputes disputes;

    /**
     * @param ids numbers for questions
     * @param answerNanos how long an answer is awaited
     */
    Differences(
            int self,
            SweepHost host,
            Counters counters,
            LongSupplier ids,
            long answerNanos,
            Repairs repairs) {
        this.self = self;
        this.host = host;
        this.counters = counters;
        this.ids = ids;
        this.answerNanos = answerNanos;
        this.repairs = repairs;
        this.disputes = new Disputes(key -> host.voters(key).count());
    }

    /** Whether nothing is being asked. */
    boolean isEmpty() {
        return disputes.isEmpty();
    }

    /** Takes an answer; false when it is to another question. */
    boolean answered(int nodeId, Listing.Page page) {
        return disputes.answered(nodeId, page);
    }

    /**
     * Compares what this node and another one hold at the same version; the others are asked where
     * they differ.
     *
     * @param mine this node's checksum; 0 when there is none
     */
    void compare(int nodeId, Listing.Item item, int mine, long nowNanos) {
        if (mine == 0 || mine == item.checksum()) {
            return;
        }
        counters.increment(Count.SWEEP_DIFFERENCES);
        Disputes.Dispute dispute =
                disputes.open(item.key(), item.version(), nowNanos + answerNanos);
        if (dispute == null) {
            return;
        }
        dispute.opinion(self, item.version(), mine);
        dispute.opinion(nodeId, item.version(), item.checksum());
        for (int peer : host.fellows()) {
            if (peer != nodeId && host.voters(item.key()).contains(peer) && host.isUp(peer)) {
                long id = ids.getAsLong();
                disputes.asked(id, peer, dispute);
                host.ask(peer, new Listing.Request(id, 0, true, item.key()));
            }
        }
    }

    /** Ends what all have answered to, or have had their time for. */
    void settle(long nowNanos) {
        if (disputes.isEmpty()) {
            return;
        }
        for (Disputes.Dispute dispute : disputes.closed(nowNanos)) {
            Disputes.Verdict verdict = dispute.verdict(self);
            if (host.look(dispute.key()).version() != dispute.version()) {
                verdict = Disputes.Verdict.OVER;
            }
            switch (verdict) {
                case OVER -> {}
                case UNDECIDED ->
                        LOG.error(
                                "replicas_differ no majority agrees on {}; it is looked at again"
                                        + " at the next check",
                                dispute);
                case MINE_IS_RIGHT ->
                        LOG.error(
                                "replicas_differ another node is wrong about {}; it repairs itself"
                                        + " at its next check",
                                dispute);
                case MINE_IS_WRONG -> {
                    LOG.error(
                            "replicas_differ node {} is wrong about {}; its copy is rebuilt",
                            self,
                            dispute);
                    counters.increment(Count.SWEEP_QUARANTINED);
                    host.quarantine(dispute.key());
                    repairs.repair(dispute.key(), dispute.holder(), dispute.version());
                }
            }
        }
    }
}
