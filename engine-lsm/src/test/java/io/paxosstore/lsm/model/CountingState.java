package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

/** Counts the records that somebody looks at. */
final class CountingState extends ForwardingState {
    private int steps;

    CountingState(EntityState state) {
        super(state);
    }

    int steps() {
        return steps;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        steps++;
        return super.get(key);
    }

    @Override
    public RecordCursor scan(byte[] from, byte[] to) {
        return new Counting(super.scan(from, to));
    }

    @Override
    public RecordCursor scanReverse(byte[] from, byte[] to) {
        return new Counting(super.scanReverse(from, to));
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
