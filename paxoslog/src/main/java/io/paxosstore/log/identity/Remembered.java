package io.paxosstore.log.identity;

import java.util.UUID;

/**
 * What a node remembers of another one.
 *
 * @param known whether the node was met before; if not, its store is unknown
 * @param storeId its store; all zero when it is not known
 * @param incarnation the greatest incarnation of it that was heard of; 0 for none
 * @param lost whether it came once with another store than before, and has not said since that it
 *     is whole
 * @param heard whether others told of that incarnation, and it has not been met: it may be one of
 *     another store
 * @param met the life of that store in which it was met last, if that is known; it is not told
 * @param copied the newest life of an old copy of that store that was refused; it is not told
 */
public record Remembered(
        boolean known,
        UUID storeId,
        int incarnation,
        boolean lost,
        boolean heard,
        Lives.Life met,
        Lives.Life copied) {
    static final UUID NO_STORE = new UUID(0, 0);

    /** Nothing is remembered. */
    public static final Remembered NOTHING = new Remembered(false, NO_STORE, 0, false, false);

    /** What may be told of a node: not the life in which it was met. */
    public Remembered(boolean known, UUID storeId, int incarnation, boolean lost, boolean heard) {
        this(known, storeId, incarnation, lost, heard, Lives.Life.NONE, Lives.Life.NONE);
    }

    /** The same, if its incarnation is another one of which others have told. */
    Remembered heardOf(int other) {
        return new Remembered(known, storeId, other, lost, true, met, copied);
    }

    /** The same, met in this life; and in that one a copy of it was refused. */
    Remembered with(Lives.Life life, Lives.Life ofCopy) {
        return new Remembered(known, storeId, incarnation, lost, heard, life, ofCopy);
    }

    boolean knowsLives() {
        return met.mark() != 0 || copied.mark() != 0;
    }

    /**
     * Whether a store that has had these lives is an old copy of the one that was met: it knows
     * nothing of the life in which that was met last, or is the copy that was refused before, which
     * has forgotten since how old it is.
     */
    boolean isCopied(Lives lives) {
        return !lives.mayHaveHad(met) || lives.has(copied);
    }

    /** The same, taken for one that has lost a store. */
    Remembered takenForLost() {
        return new Remembered(known, storeId, incarnation, true, heard, met, copied);
    }

    /**
     * Whether the node that this is told, had another store once (Rule A1).
     *
     * @param itsStore the store it has now
     */
    public boolean tellsOfAnotherStore(UUID itsStore) {
        return lost || (known && !storeId.equals(itsStore));
    }
}
