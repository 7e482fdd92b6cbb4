package io.paxosstore.lsm.model;

import io.paxosstore.log.WorkMeter;
import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

/** A state of which every record that is looked at is counted. Not thread-safe. */
public final class MeteredState implements EntityState {
    private final EntityState state;
    private final WorkMeter meter;

    /** The same state, with a meter. */
    public MeteredState(EntityState state, WorkMeter meter) {
        this.state = state;
        this.meter = meter;
    }

    @Override
    public long entry() {
        return state.entry();
    }

    @Override
    public long clockMillis() {
        return state.clockMillis();
    }

    @Override
    public WorkMeter meter() {
        return meter;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        meter.charge(WorkMeter.LOOKUP);
        byte[] value = state.get(key);
        if (value != null) {
            meter.chargeBytes(value.length);
        }
        return value;
    }

    @Override
    public RecordCursor scan(byte[] from, byte[] to) {
        meter.charge(WorkMeter.LOOKUP);
        return new MeteredCursor(state.scan(from, to), meter);
    }

    @Override
    public RecordCursor scanReverse(byte[] from, byte[] to) {
        meter.charge(WorkMeter.LOOKUP);
        return new MeteredCursor(state.scanReverse(from, to), meter);
    }

    private record MeteredCursor(RecordCursor cursor, WorkMeter meter) implements RecordCursor {
        @Override
        public boolean next() {
            meter.charge(WorkMeter.RECORD);
            return cursor.next();
        }

        @Override
        public byte[] key() {
            return cursor.key();
        }

        @Override
        public byte[] value() {
            byte[] value = cursor.value();
            meter.chargeBytes(value.length);
            return value;
        }

        @Override
        public void close() {
            cursor.close();
        }
    }
}
