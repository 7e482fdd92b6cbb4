package io.paxosstore.log;

/** Records of one shard that travel to the disk together. See {@link GroupCommitWriter}. */
public interface CommitBatch {
    /** The shard to wake when the batch is durable. */
    int shard();

    /** How many records it holds. */
    int records();

    /** How many bytes it takes on disk. */
    int bytes();

    /** Called by the writer once the batch is durable; the shard sees it before it is woken. */
    void markDurable();
}
