package io.paxosstore.core.data;

import io.paxosstore.core.step.Turn;

/**
 * The clock that the entity's entries are to reach, because something has expired by it and a
 * reader waits, or has asked for it (Rule X2). Not thread-safe.
 */
final class ClockWish {
    private final Turn turn;
    private long clockMillis;
    private long untilNanos;

    ClockWish(Turn turn) {
        this.turn = turn;
    }

    /**
     * An entry with this clock or a later one is wanted, for a while; to be asked for again.
     *
     * @param clock 0 for none
     */
    void want(long clock) {
        if (clock == 0) {
            return;
        }
        clockMillis = Math.max(clockMillis, clock);
        untilNanos = turn.nowNanos() + turn.config().retransmitMaxNanos();
    }

    /** Gives up after a while: nobody may be there to choose an entry. */
    void tick() {
        if (turn.nowNanos() >= untilNanos) {
            clockMillis = 0;
        }
    }

    boolean isWanted(EntityData data) {
        return clockMillis > 0 && clockMillis > data.clockMillis();
    }

    /** The clock of the entry to be written: this node's, if that is not behind what is wanted. */
    long entryMillis() {
        return Math.max(clockMillis, turn.wallMillis());
    }

    long wakeNanos(EntityData data) {
        return isWanted(data) ? untilNanos : Long.MAX_VALUE;
    }
}
