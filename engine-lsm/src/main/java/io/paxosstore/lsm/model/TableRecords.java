package io.paxosstore.lsm.model;

import io.paxosstore.log.WorkMeter;
import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.table.Region;
import io.paxosstore.table.TableView;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** The records of one table in the state of its entity. Not thread-safe. */
public class TableRecords implements TableView {
    private static final int PREFIX_BYTES = KeyLayout.table(0, Region.DELTA, new byte[0]).length;

    private final EntityState state;
    private final long generation;

    /** The table of this generation. */
    public TableRecords(EntityState state, long generation) {
        this.state = state;
        this.generation = generation;
    }

    @Override
    public final WorkMeter meter() {
        return state.meter();
    }

    /** A key in the state of the entity. */
    public final byte[] key(Region region, byte[] key) {
        return switch (region) {
            case SCHEMA -> KeyLayout.schema(generation);
            case BLOCKS -> KeyLayout.blocks(generation);
            case DELTA, DEADLINES, INDEX, MAIN -> KeyLayout.table(generation, region, key);
        };
    }

    /** Where a range ends in the state of the entity. */
    final byte[] end(Region region, byte @Nullable [] to) {
        return to == null ? KeyLayout.tableEnd(generation, region) : key(region, to);
    }

    @Override
    public final byte @Nullable [] get(Region region, byte[] key) {
        return state.get(key(region, key));
    }

    @Override
    public final RecordCursor scan(Region region, byte[] from, byte @Nullable [] to) {
        byte[] begin = key(region, from);
        return new Records(state.scan(begin, notBelow(begin, end(region, to))));
    }

    @Override
    public final RecordCursor scanReverse(Region region, byte[] from, byte @Nullable [] to) {
        byte[] begin = key(region, from);
        return new Records(state.scanReverse(begin, notBelow(begin, end(region, to))));
    }

    private static byte[] notBelow(byte[] begin, byte[] end) {
        return Arrays.compareUnsigned(begin, end) <= 0 ? end : begin;
    }

    private record Records(RecordCursor cursor) implements RecordCursor {
        @Override
        public boolean next() {
            return cursor.next();
        }

        @Override
        public byte[] key() {
            byte[] key = cursor.key();
            return Arrays.copyOfRange(key, PREFIX_BYTES, key.length);
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
