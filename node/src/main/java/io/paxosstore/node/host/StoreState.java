package io.paxosstore.node.host;

import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;

/** The state of this node's store. Thread-safe; nothing here blocks. */
public interface StoreState {
    /** What the store knows of its completeness now. */
    Standing standing();

    /**
     * Whether this node has ever lost a store: then it never uses a right to skip the prepare phase
     * that does not end with a restart, because it may have used it before (Rule F1).
     */
    boolean reborn();

    /** The room on the disk, as last measured. */
    Room room();
}
