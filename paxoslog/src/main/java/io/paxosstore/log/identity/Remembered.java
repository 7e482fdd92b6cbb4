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
 */
public record Remembered(
        boolean known, UUID storeId, int incarnation, boolean lost, boolean heard) {
    static final UUID NO_STORE = new UUID(0, 0);

    /** Nothing is remembered. */
    public static final Remembered NOTHING = new Remembered(false, NO_STORE, 0, false, false);

    /**
     * Whether the node that this is told, had another store once (Rule A1).
     *
     * @param itsStore the store it has now
     */
    public boolean tellsOfAnotherStore(UUID itsStore) {
        return lost || (known && !storeId.equals(itsStore));
    }
}
