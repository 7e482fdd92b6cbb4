package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

/** Counts the records that somebody looks at. */
final class CountingState implements EntityState {
    private final EntityState state;
    private int steps;

    CountingState(EntityState state) {
        this.state = state;
    }

    int steps() {
        return steps;
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
    public byte @Nullable [] get(byte[] key) {
        steps++;
        return state.get(key);
    }

    @Override
    public RecordCursor scan(byte[] from, byte[] to) {
        return new Counting(state.scan(from, to));
    }

    @Override
    public RecordCursor scanReverse(byte[] from, byte[] to) {
        return new Counting(state.scanReverse(from, to));
    }

    private final class Counting implements RecordCursor {
        private final RecordCursor cursor;

        Counting(RecordCursor cursor) {
            this.cursor = cursor;
        }

        @Override
        public boolean next() {
            steps++;
            return cursor.next();
        }

        @Override
        public byte[] key() {
            return cursor.key();
        }

        @Override
        public byte[] value() {
            return cursor.value();
        }

        @Override
        public void close() {
            cursor.close();
        }
    }
}
