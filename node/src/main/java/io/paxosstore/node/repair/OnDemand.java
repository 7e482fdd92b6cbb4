package io.paxosstore.node.repair;

import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;

/**
 * What is rebuilt beside the sweep, because requests and messages need it: it counts for the
 * sweep's rate, so that both together take no more of the machine than that. Half of the rate is
 * the sweep's in any case: what nobody asks for is to be whole, too. Not thread-safe.
 */
final class OnDemand {
    private static final double SHARE_MAX = 0.5;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Counters counters;
    private final double perSecond;
    private long atNanos;

    /** Entities that were rebuilt, but for those that the sweep has ended, when last charged. */
    private long charged;

    private long ownEnded;

    /**
     * @param perSecond the sweep's rate
     */
    OnDemand(Counters counters, double perSecond, long nowNanos) {
        this.counters = counters;
        this.perSecond = perSecond;
        this.atNanos = nowNanos;
    }

    /** The sweep has rebuilt an entity. */
    void ownEnded() {
        ownEnded++;
    }

    /** What is to be charged for the time since this was asked last. */
    double charge(long nowNanos) {
        double chargeMax = SHARE_MAX * perSecond * (nowNanos - atNanos) / NANOS_PER_SECOND;
        atNanos = nowNanos;
        long others = counters.get(Count.REBUILT) - ownEnded;
        long news = Math.max(0, others - charged);
        charged += news;
        return Math.min(news, chargeMax);
    }
}
