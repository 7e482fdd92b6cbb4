package io.paxosstore.core.data;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.step.Turn;

import org.jspecify.annotations.Nullable;

/** The entries that are to be chosen though no client writes (Rules A2, X2). Not thread-safe. */
public final class UnaskedEntries {
    private final Turn turn;
    private final Finishing finishing;
    private final ClockWish clockWish;

    public UnaskedEntries(Turn turn) {
        this.turn = turn;
        this.finishing = new Finishing(turn);
        this.clockWish = new ClockWish(turn);
    }

    /** Another replica asks for all entries up to this one. */
    public void finish(long entry) {
        finishing.ask(entry);
    }

    /**
     * Something has expired: an entry with this clock, or a later one, is to say so; 0 for none.
     */
    public void reach(long clockMillis) {
        clockWish.want(clockMillis);
    }

    /** Gives up after a while. */
    public void tick() {
        finishing.tick();
        clockWish.tick();
    }

    public boolean isWanted(EntityData data) {
        return finishing.isWanted(data.version()) || clockWish.isWanted(data);
    }

    public long wakeNanos(EntityData data) {
        return Math.min(finishing.wakeNanos(data.version()), clockWish.wakeNanos(data));
    }

    /** The value for the next entry, which nobody owns (Rule F3); null if none is wanted. */
    public @Nullable EntryValue value(EntityData data) {
        if (clockWish.isWanted(data)) {
            return EntryValue.of(turn.nextNoOpId(), data.clockEntry(clockWish.entryMillis()));
        }
        return finishing.isWanted(data.version())
                ? EntryValue.of(turn.nextNoOpId(), data.noOp())
                : null;
    }
}
