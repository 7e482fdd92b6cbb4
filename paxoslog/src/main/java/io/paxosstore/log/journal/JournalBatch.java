package io.paxosstore.log.journal;

import io.paxosstore.log.segment.RecordBatch;

import java.util.Arrays;

/** A batch of the journal: its records have stamps, and some of them are carried forward. */
final class JournalBatch extends RecordBatch {
    private long[] stamps = new long[RECORDS_INITIAL];
    private boolean[] carried = new boolean[RECORDS_INITIAL];

    JournalBatch(int shard, int capacityBytes) {
        super(shard, capacityBytes);
    }

    /** Says which stamp the record has that was added last, and whether it was carried forward. */
    void describeLast(long stamp, boolean isCarried) {
        int at = records() - 1;
        if (at == stamps.length) {
            stamps = Arrays.copyOf(stamps, at * 2);
            carried = Arrays.copyOf(carried, at * 2);
        }
        stamps[at] = stamp;
        carried[at] = isCarried;
    }

    long stamp(int record) {
        return stamps[record];
    }

    boolean isCarried(int record) {
        return carried[record];
    }
}
