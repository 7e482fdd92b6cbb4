package io.paxosstore.node.host;

import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;

import java.util.function.BooleanSupplier;

/** The state of this node's store. Thread-safe; nothing here blocks. */
public interface StoreState {
    /** What the store knows of its completeness now. */
    Standing standing();

    /**
     * Whether this node takes part in nothing: it does not know yet what it has lost, or in which
     * epochs it voted before (Rules A1, M8).
     *
     * @param knowsEpochs whether it knows in which epochs of slots it stands; asked while the store
     *     is rebuilt
     */
    default boolean isUndecided(BooleanSupplier knowsEpochs) {
        return switch (standing()) {
            case NEW -> true;
            case REBUILDING -> !knowsEpochs.getAsBoolean();
            case WHOLE -> false;
        };
    }

    /**
     * Whether this node has ever lost a store: then it never uses a right to skip the prepare phase
     * that does not end with a restart, because it may have used it before (Rule F1).
     */
    boolean reborn();

    /** Raised durably at every start, and whenever votes may have been forgotten (Rule A3). */
    int incarnation();

    /** The room on the disk, as last measured. */
    Room room();
}
