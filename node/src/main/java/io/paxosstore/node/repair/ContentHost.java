package io.paxosstore.node.repair;

import io.paxosstore.core.Voters;
import io.paxosstore.log.ContentDigest;
import io.paxosstore.log.StorageShard.PageVisitor;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.key.EntityKey;

/** What the comparison of content needs of its shard and node. On the shard's loop only. */
interface ContentHost {
    /** Monotonic time. */
    long nowNanos();

    /** Greater in each life of this node. */
    int incarnation();

    /** What the store knows of its completeness. */
    Standing standing();

    /** Whether a node can be reached, and knows of digests. */
    boolean compares(int nodeId);

    /** The nodes that vote for an entity. */
    Voters voters(EntityKey key);

    /** Sends a frame; it may get lost. */
    void send(int nodeId, ContentFrame frame);

    /** Shows entities, see {@link io.paxosstore.log.EntityShard#contentPage}. */
    long contentPage(long cursor, int entities, PageVisitor visitor);

    /** The newest entry that this node's data of an entity reflects; 0 for none. */
    long version(EntityKey key);

    /** Begins a digest of what this node holds. */
    ContentDigest digest(EntityKey key, long version);

    /** Declares this node's copy of an entity wrong: it is amnesiac until it is rebuilt. */
    void quarantine(EntityKey key);

    /**
     * Begins to rebuild a copy.
     *
     * @param holder a node that holds what a majority does
     * @param version that holder knows to be chosen
     */
    void repair(EntityKey key, int holder, long version);
}
