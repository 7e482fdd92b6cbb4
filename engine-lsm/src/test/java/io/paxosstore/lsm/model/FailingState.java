package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** A state that cannot be read, but for its version. */
record FailingState(EntityState state, RuntimeException fault) implements EntityState {
    @Override
    public long entry() {
        return state.entry();
    }

    @Override
    public long clockMillis() {
        return state.clockMillis();
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        if (Arrays.equals(key, KeyLayout.VERSION)) {
            return state.get(key);
        }
        throw fault;
    }

    @Override
    public RecordCursor scan(byte[] from, byte[] to) {
        throw fault;
    }

    @Override
    public RecordCursor scanReverse(byte[] from, byte[] to) {
        throw fault;
    }
}
