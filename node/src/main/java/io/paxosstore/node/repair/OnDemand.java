package io.paxosstore.node.repair;

import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;

/**
 * What is rebuilt beside the sweep, because requests and messages need it: it counts for the
 * sweep's rate, so that both together take no more of the machine than that. Half of the rate is
 * the sweep's in any case: what nobody asks for is to be whole, too. Not thread-safe.
 *
 * <p>Nobody says why an entity was rebuilt: those are meant that are more than the sweep has begun.
 */
final class OnDemand {
    private static final double SHARE_MAX = 0.5;
    private static final double NANOS_PER_SECOND = 1e9;

    /** So much of what is above the share is charged later; and so long a pause is made up for. */
    private static final double KEPT_SECONDS = 1;

    private final Counters counters;
    private final double perSecondMax;

    /** So many the sweep may have under way, which count for it and are not rebuilt yet. */
    private final int window;

    private long atNanos;
    private long seen;

    /** Rebuilt beside the sweep and not charged yet; below 0 what the sweep has begun. */
    private double beside;

    /**
     * @param perSecond the sweep's rate
     * @param window what it has under way at most
     */
    OnDemand(Counters counters, double perSecond, int window, long nowNanos) {
        this.counters = counters;
        this.perSecondMax = SHARE_MAX * perSecond;
        this.window = window;
        this.atNanos = nowNanos;
        this.seen = counters.get(Count.REBUILT);
    }

    /** The sweep begins with an entity; it may find that there is nothing to rebuild. */
    void sweepBegins() {
        beside = Math.max(-window, beside - 1);
    }

    /** What is to be charged now for the time since this was asked last. */
    double charge(long nowNanos) {
        double seconds = Math.min(KEPT_SECONDS, (nowNanos - atNanos) / NANOS_PER_SECOND);
        atNanos = nowNanos;
        long rebuilt = counters.get(Count.REBUILT);
        beside = Math.min(beside + rebuilt - seen, KEPT_SECONDS * perSecondMax);
        seen = rebuilt;
        double charged = Math.max(0, Math.min(beside, seconds * perSecondMax));
        beside -= charged;
        return charged;
    }
}
