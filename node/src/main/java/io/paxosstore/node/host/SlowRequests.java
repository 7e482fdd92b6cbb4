package io.paxosstore.node.host;

import io.paxosstore.node.host.Standouts.Slow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The requests of clients that took a shard longest. On the shard's loop only. Most requests are
 * faster than those that are kept already: they cost a comparison.
 */
final class SlowRequests {
    private static final int KEPT = 32;

    /** The order in which they are told. */
    static final Comparator<Slow> SLOWEST_FIRST = Comparator.comparingLong(Slow::nanos).reversed();

    private final PriorityQueue<Slow> kept =
            new PriorityQueue<>(KEPT + 1, SLOWEST_FIRST.reversed());
    private long fastestNanos = -1;

    /** Whether a request that took so long belongs here. */
    boolean isSlow(long nanos) {
        return nanos > fastestNanos;
    }

    /** Keeps one, in place of the fastest if there are enough. */
    void add(Slow request) {
        kept.add(request);
        if (kept.size() > KEPT) {
            kept.remove();
        }
        if (kept.size() == KEPT) {
            fastestNanos = kept.element().nanos();
        }
    }

    /** The slowest first. */
    List<Slow> all() {
        List<Slow> all = new ArrayList<>(kept);
        all.sort(SLOWEST_FIRST);
        return List.copyOf(all);
    }
}
