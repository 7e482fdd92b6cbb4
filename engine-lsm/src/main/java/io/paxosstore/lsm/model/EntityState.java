package io.paxosstore.lsm.model;

import io.paxosstore.log.WorkMeter;
import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

/**
 * The data of one entity at one version: an ordered map from bytes to bytes; keys are ordered by
 * their unsigned bytes. Arrays must not be changed, neither those given nor those received.
 */
public interface EntityState {
    /** The newest entry in it; 0 for an entity that was never written. */
    long entry();

    /** The clock of that entry, milliseconds since 1970; 0 with entry 0. */
    long clockMillis();

    /** Counts what is done with it. */
    default WorkMeter meter() {
        return WorkMeter.FREE;
    }

    /** The value of a key; null if there is none. */
    byte @Nullable [] get(byte[] key);

    /** Walks from {@code from} up to but not including {@code to}, which is not below it. */
    RecordCursor scan(byte[] from, byte[] to);

    /** Walks from the greatest key below {@code to} down to {@code from} inclusive. */
    RecordCursor scanReverse(byte[] from, byte[] to);
}
