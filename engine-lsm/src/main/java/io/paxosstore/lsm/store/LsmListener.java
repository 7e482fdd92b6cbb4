package io.paxosstore.lsm.store;

/** What a store tells its owner, on RocksDB's threads; must not block or throw. */
public interface LsmListener {
    /**
     * Rule D4: a flush or compaction failed, nothing further may become durable. Stop the node.
     *
     * @param what one sentence
     */
    void failed(String what);
}
