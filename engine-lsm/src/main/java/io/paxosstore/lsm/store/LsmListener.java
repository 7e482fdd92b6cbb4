package io.paxosstore.lsm.store;

/** What a store tells its owner, on any thread; must not block or throw. */
public interface LsmListener {
    /**
     * Rule D4: a flush or compaction failed, nothing further may become durable. Stop the node.
     *
     * @param what one sentence
     */
    void failed(String what);

    /**
     * Rule D5: a flush, a compaction or a walk over all entities met bytes that fail their check,
     * and it cannot be told whose they are; RocksDB may take no more writes. Stop the node, remove
     * the database's directory, and let its peers rebuild the entities.
     *
     * @param file the damaged file; "unknown" if RocksDB does not say
     * @param what one sentence
     */
    void damaged(String file, String what);
}
