package io.paxosstore.log.journal;

/** Background work that needs a shard's index: done by the shard's thread, slice by slice. */
interface ShardTask {
    /** How far it has come. */
    enum Progress {
        DONE,
        MORE,
        /** It cannot go on before something else happens, which wakes the shard. */
        BLOCKED
    }

    /** Does a slice. */
    Progress run(JournalShard shard, EntityIndex index);
}
