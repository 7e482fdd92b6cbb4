package io.paxosstore.log.identity;

import java.time.InstantSource;
import java.util.function.IntSupplier;

/**
 * The greatest incarnation that a node can have reached (Rule A3). The first of a store is the
 * seconds since {@link StoreFile#INCARNATION_EPOCH}, and a life adds one; so whatever is years
 * ahead of both the clock and this node's own incarnation was never lived, and must not shut a node
 * out.
 */
final class IncarnationBound {
    /** Eight and a half years of seconds, for clocks that are wrong. */
    static final int AHEAD = 1 << 28;

    private final InstantSource clock;
    private final IntSupplier own;

    IncarnationBound(InstantSource clock, IntSupplier own) {
        this.clock = clock;
        this.own = own;
    }

    boolean isPlausible(int incarnation) {
        return incarnation <= (long) Math.max(StoreFile.seconds(clock), own.getAsInt()) + AHEAD;
    }
}
