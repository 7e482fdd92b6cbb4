package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** A state that cannot be read, but for its version. */
final class FailingState extends ForwardingState {
    private final RuntimeException fault;

    FailingState(EntityState state, RuntimeException fault) {
        super(state);
        this.fault = fault;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        if (Arrays.equals(key, KeyLayout.VERSION)) {
            return super.get(key);
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
