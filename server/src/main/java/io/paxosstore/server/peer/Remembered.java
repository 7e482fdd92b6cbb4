package io.paxosstore.server.peer;

import java.util.UUID;

/**
 * What a node remembers of another one.
 *
 * @param known whether they have met
 * @param storeId its store, if they have met
 * @param incarnation the greatest one heard of; 0 for none
 * @param lost whether it came once with another store than before, and has not been whole since
 */
public record Remembered(boolean known, UUID storeId, int incarnation, boolean lost) {
    /** Nothing. */
    public static final Remembered NOTHING = new Remembered(false, new UUID(0, 0), 0, false);

    /**
     * Whether the node that this is told, had another store once (Rule A1).
     *
     * @param itsStore the store it has now
     */
    boolean tellsOfAnotherStore(UUID itsStore) {
        return lost || (known && !storeId.equals(itsStore));
    }
}
