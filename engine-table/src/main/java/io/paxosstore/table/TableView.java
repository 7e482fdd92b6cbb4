package io.paxosstore.table;

import io.paxosstore.log.WorkMeter;
import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

/**
 * The records of one table, which do not change as long as they are looked at. In each region keys
 * are ordered by their unsigned bytes. Arrays must not be changed, neither those given nor those
 * received.
 */
public interface TableView {
    /** Counts what the table's operations cost; the records count themselves. */
    default WorkMeter meter() {
        return WorkMeter.FREE;
    }

    /** The value of a key; null if there is none. */
    byte @Nullable [] get(Region region, byte[] key);

    /**
     * Walks from one key up to but not including another.
     *
     * @param to null for the end of the region
     */
    RecordCursor scan(Region region, byte[] from, byte @Nullable [] to);

    /** Walks backwards from below {@code to} down to and including {@code from}. */
    RecordCursor scanReverse(Region region, byte[] from, byte @Nullable [] to);
}
