package io.paxosstore.lsm.store;

/** What a store tells its owner, on RocksDB's threads; must not block or throw. */
public interface LsmListener {
    /**
     * Rule D4: a flush or compaction failed, nothing further may become durable. Stop the node.
     *
     * @param what one sentence
     */
    void failed(String what);

    /**
     * Rule D5: a flush or compaction met bytes that fail their check. RocksDB takes no more writes:
     * stop the node, remove the database's directory, and let its peers rebuild the entities.
     *
     * @param file the damaged file; "unknown" if RocksDB does not say
     * @param what one sentence
     */
    void damaged(String file, String what);
}
