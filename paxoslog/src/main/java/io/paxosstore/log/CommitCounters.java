package io.paxosstore.log;

import java.util.concurrent.atomic.LongAdder;

/** Counts the commits of a log since it was opened. Thread-safe. */
public final class CommitCounters implements GroupCommitWriter.Observer {
    private final GroupCommitWriter.Observer next;
    private final LongAdder commits = new LongAdder();
    private final LongAdder batches = new LongAdder();
    private final LongAdder records = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder forceNanos = new LongAdder();

    /**
     * Makes counters of zero.
     *
     * @param next hears of each commit as well
     */
    public CommitCounters(GroupCommitWriter.Observer next) {
        this.next = next;
    }

    @Override
    public void committed(int batchCount, int recordCount, long byteCount, long nanos) {
        commits.increment();
        batches.add(batchCount);
        records.add(recordCount);
        bytes.add(byteCount);
        forceNanos.add(nanos);
        next.committed(batchCount, recordCount, byteCount, nanos);
    }

    /** Group commits: one write and one fsync each. */
    public long commits() {
        return commits.sum();
    }

    /** Batches that the shards handed over. */
    public long batches() {
        return batches.sum();
    }

    /** Records in them. */
    public long records() {
        return records.sum();
    }

    /** Bytes of those. */
    public long bytes() {
        return bytes.sum();
    }

    /** Nanoseconds spent in the fsyncs. */
    public long forceNanos() {
        return forceNanos.sum();
    }
}
