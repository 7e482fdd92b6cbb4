package io.paxosstore.log.journal;

import io.paxosstore.core.LogRecord;
import io.paxosstore.log.record.RecordBatch;

import java.util.Arrays;

/** A batch of the journal: its records have stamps, and some of them are carried forward. */
final class JournalBatch extends RecordBatch {
    private long[] stamps = new long[RECORDS_INITIAL];
    private boolean[] carried = new boolean[RECORDS_INITIAL];

    JournalBatch(int shard, int capacityBytes) {
        super(shard, capacityBytes);
    }

    /** Adds a record, and says which stamp it has and whether it was carried forward. */
    void add(
            LogRecord record,
            int ref,
            int offset,
            int length,
            long ticket,
            long stamp,
            boolean isCarried) {
        int at = records();
        if (at == stamps.length) {
            stamps = Arrays.copyOf(stamps, at * 2);
            carried = Arrays.copyOf(carried, at * 2);
        }
        add(record, ref, offset, length, ticket);
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
