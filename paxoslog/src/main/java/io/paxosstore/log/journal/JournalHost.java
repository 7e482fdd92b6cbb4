package io.paxosstore.log.journal;

import io.paxosstore.protocol.key.EntityKey;

/** What a shard needs of its journal. Thread-safe. */
interface JournalHost {
    /** Whether records may be appended. */
    boolean isBegun();

    /** Hands a batch to the log writer. */
    void submit(JournalBatch batch);

    /** The shard is to be drained again soon. */
    void wake(int shard);

    /** The shard has done a slice of what the background work asked for. */
    void answered();

    /** Rule D5: a record of this entity is damaged. */
    void damaged(int shard, EntityKey key);

    /** Whether the space was dropped. */
    boolean isDropped(int space);

    /** What a record of an entity that is written now has to name. */
    int tenure(EntityKey key);

    /** Stamps of this run are greater. */
    long stampBase();
}
