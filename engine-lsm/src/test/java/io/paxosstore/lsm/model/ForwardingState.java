package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

/** Another state as it is, but for what a test has it do. */
public abstract class ForwardingState implements EntityState {
    private final EntityState state;

    protected ForwardingState(EntityState state) {
        this.state = state;
    }

    @Override
    public final long entry() {
        return state.entry();
    }

    @Override
    public final long clockMillis() {
        return state.clockMillis();
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return state.get(key);
    }

    @Override
    public RecordCursor scan(byte[] from, byte[] to) {
        return state.scan(from, to);
    }

    @Override
    public RecordCursor scanReverse(byte[] from, byte[] to) {
        return state.scanReverse(from, to);
    }
}
