package io.paxosstore.node.repair;

import io.paxosstore.core.Stored;
import io.paxosstore.core.Voters;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.protocol.key.EntityKey;

/** What a sweep needs of its shard and node. On the shard's loop only. */
public interface SweepHost {
    /** Monotonic time. */
    long nowNanos();

    /** What the store knows of its completeness. */
    Standing standing();

    /** Whether the node knows in which epochs it must rebuild its store (Rule M8). */
    boolean mayRebuild();

    /** The room on the disk. */
    Room room();

    /** Whether a node can be reached. */
    boolean isUp(int nodeId);

    /** Asks a node, or this one; the answer may never come, and comes later in any case. */
    void ask(int nodeId, Listing.Request request);

    /** What this node's store holds of an entity, also while it is in use. */
    Stored look(EntityKey key);

    /** The checksum of what this node holds at an entity's version; 0 for nothing to compare. */
    int checksum(EntityKey key);

    /** Declares this node's copy of an entity wrong: it is amnesiac until it is rebuilt. */
    void quarantine(EntityKey key);

    /**
     * Brings an entity up to date; answered by {@link Sweeper#recovered} with the token.
     *
     * @param from a node that knows {@code version} to be chosen
     */
    void recover(long token, EntityKey key, int from, long version, long deadlineNanos);

    /**
     * Tells a voter that holds a version what is chosen here; may get lost.
     *
     * @return about how many bytes of a value that is
     */
    int tell(int nodeId, EntityKey key, long version);

    /**
     * Has whatever a majority may have chosen of an entity learnt here, by reading it; answered as
     * {@link #recover} is.
     */
    void settle(long token, EntityKey key, long deadlineNanos);

    /** Whether that is needed of the entities of this one's slot (Rule M7). */
    boolean isWalking(EntityKey key);

    /**
     * The slots whose entities are to be rebuilt from what a node holds, in the epochs in which
     * this shard stands; of this node, those of which it may have something left over.
     */
    SlotEpochs toRebuild(int nodeId);

    /** Changes when less may have to be rebuilt than before, or other epochs count. */
    int rebuildVersion();

    /** Every entity that a node holds of these slots has been rebuilt here. */
    void rebuilt(int nodeId, SlotEpochs slots);

    /** Whether this node votes for an entity. */
    boolean isVoterOf(EntityKey key);

    /** The other nodes that vote beside this one for some entity, ascending. */
    int[] fellows();

    /** The nodes that vote for an entity. */
    Voters voters(EntityKey key);
}
