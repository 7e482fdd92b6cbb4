package io.paxosstore.table;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.jspecify.annotations.Nullable;

/**
 * A record of the delta table: the whole row as it is now, or a tombstone. It never says what to do
 * to the row of the main table, because replicas merge at different times: what one of them has
 * merged already, another may still have in its delta table, where this record takes its place.
 *
 * <pre>
 *  u8 0                                       tombstone
 *  u8 1 | varint deadline | varint columns | bits of those that are null | value ...
 * </pre>
 *
 * <p>The columns are those outside of the primary key, in their order, as many as there were when
 * the row was written.
 */
final class DeltaRecord implements StoredRow {
    /** The record of a row that was removed. */
    static final byte[] TOMBSTONE = {0};

    private static final int ROW = 1;

    private final TableDefinition table;
    private final byte[] key;
    private final long deadlineMillis;
    private final @Nullable Object[] values;

    private DeltaRecord(
            TableDefinition table, byte[] key, long deadlineMillis, @Nullable Object[] values) {
        this.table = table;
        this.key = key;
        this.deadlineMillis = deadlineMillis;
        this.values = values;
    }

    /** A row to be written. */
    static DeltaRecord of(
            TableDefinition table, byte[] key, long deadlineMillis, @Nullable Object[] values) {
        return new DeltaRecord(table, key, deadlineMillis, values);
    }

    /** A row with all its values decoded, for those who look at them more than once. */
    static DeltaRecord of(TableDefinition table, StoredRow row) {
        return row instanceof DeltaRecord decoded
                ? decoded
                : of(table, row.key(), row.deadlineMillis(), row.values(table));
    }

    /** Whether a record is a tombstone. */
    static boolean isTombstone(byte[] record) {
        return record.length == 1 && record[0] == 0;
    }

    /**
     * The row of a record that is no tombstone.
     *
     * @throws MalformedBytesException if it is none
     */
    static DeltaRecord decode(TableDefinition table, byte[] key, byte[] record) {
        ByteReader in = ByteReader.of(record);
        int kind = in.getByte();
        if (kind != ROW) {
            throw new MalformedBytesException("A row's record is of the kind " + kind + ".");
        }
        long deadlineMillis = in.getVarint();
        long columns = in.getVarint();
        int[] places = table.valuePlaces();
        if (columns < 0 || columns > places.length) {
            throw new MalformedBytesException(
                    "A row has " + columns + " columns of " + places.length + ".");
        }
        byte[] nulls = in.getRaw(((int) columns + Byte.SIZE - 1) / Byte.SIZE);
        @Nullable Object[] values = new Object[table.columnCount()];
        for (int i = 0; i < columns; i++) {
            if ((nulls[i / Byte.SIZE] >> (i % Byte.SIZE) & 1) == 0) {
                values[places[i]] = ValueCodec.get(in, table.column(places[i]));
            }
        }
        in.end();
        RowKeys.decode(table, key, values);
        return new DeltaRecord(table, key, deadlineMillis, values);
    }

    byte[] encode() {
        int[] places = table.valuePlaces();
        ByteWriter out = new ByteWriter(64);
        out.putByte(ROW).putVarint(deadlineMillis).putVarint(places.length);
        for (int from = 0; from < places.length; from += Byte.SIZE) {
            int bits = 0;
            for (int i = from; i < Math.min(places.length, from + Byte.SIZE); i++) {
                bits |= values[places[i]] == null ? 1 << (i - from) : 0;
            }
            out.putByte(bits);
        }
        for (int place : places) {
            Object value = values[place];
            if (value != null) {
                ValueCodec.put(out, table.column(place).type(), value);
            }
        }
        return out.toBytes();
    }

    @Override
    public byte[] key() {
        return key;
    }

    @Override
    public long deadlineMillis() {
        return deadlineMillis;
    }

    @Override
    public @Nullable Object value(int place) {
        return values[place];
    }
}
