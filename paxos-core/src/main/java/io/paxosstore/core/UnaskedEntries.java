package io.paxosstore.core;

import org.jspecify.annotations.Nullable;

/** The entries that are to be chosen though no client writes (Rules A2, X2). Not thread-safe. */
final class UnaskedEntries {
    private final Turn turn;
    private final Finishing finishing;
    private final ClockWish clockWish;

    UnaskedEntries(Turn turn) {
        this.turn = turn;
        this.finishing = new Finishing(turn);
        this.clockWish = new ClockWish(turn);
    }

    /** Another replica asks for all entries up to this one. */
    void finish(long entry) {
        finishing.ask(entry);
    }

    /**
     * Something has expired: an entry with this clock, or a later one, is to say so; 0 for none.
     */
    void reach(long clockMillis) {
        clockWish.want(clockMillis);
    }

    /** Gives up after a while. */
    void tick() {
        finishing.tick();
        clockWish.tick();
    }

    boolean isWanted(EntityData data) {
        return finishing.isWanted(data.version()) || clockWish.isWanted(data);
    }

    long wakeNanos(EntityData data) {
        return Math.min(finishing.wakeNanos(data.version()), clockWish.wakeNanos(data));
    }

    /** The value for the next entry, which nobody owns (Rule F3); null if none is wanted. */
    @Nullable EntryValue value(EntityData data) {
        if (clockWish.isWanted(data)) {
            return EntryValue.of(turn.nextNoOpId(), data.clockEntry(clockWish.entryMillis()));
        }
        return finishing.isWanted(data.version())
                ? EntryValue.of(turn.nextNoOpId(), data.noOp())
                : null;
    }
}
