package io.paxosstore.lsm.entity;

import io.paxosstore.log.StorageEngine.Room;
import io.paxosstore.log.StorageEngine.Standing;

/**
 * What the engine of entities asks of its node, whose identity another engine keeps. Thread-safe,
 * fast: asked with every load.
 */
public interface NodeState {
    /** What the node's store knows of its own completeness (Rule A1). */
    Standing standing();

    /** Whether the node has ever lost a store (Rule F1). */
    boolean reborn();

    /** The room on the disk. */
    Room room();
}
