package io.paxosstore.table;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** The keys of rows, and of what belongs to them. */
final class RowKeys {
    private static final int INDEX_BYTES = 2;

    private RowKeys() {}

    /** The primary key of a row. */
    static byte[] of(TableDefinition table, @Nullable Object[] values) {
        ByteWriter out = new ByteWriter(32);
        for (int place : table.keyPlaces()) {
            Object value = values[place];
            if (value == null) {
                throw new IllegalArgumentException("A key column holds no value.");
            }
            KeyCodec.put(out, table.column(place).type(), value);
        }
        return out.toBytes();
    }

    /** Puts the values of the key's columns into their places. */
    static void decode(TableDefinition table, byte[] key, @Nullable Object[] values) {
        ByteReader in = ByteReader.of(key);
        for (int place : table.keyPlaces()) {
            values[place] = KeyCodec.get(in, table.column(place));
        }
        in.end();
    }

    /** The record of a row in an index. */
    static byte[] indexed(
            TableDefinition table, TableDefinition.Index index, StoredRow row, byte[] key) {
        ByteWriter out = new ByteWriter(48);
        putIndex(out, index);
        for (int place : index.places()) {
            KeyCodec.putNullable(out, table.column(place).type(), row.value(place));
        }
        return out.putRaw(key).toBytes();
    }

    static void putIndex(ByteWriter out, TableDefinition.Index index) {
        out.putByte(index.number() >>> Byte.SIZE).putByte(index.number());
    }

    /** The primary key of the row that a record of an index stands for. */
    static byte[] ofIndexed(TableDefinition table, TableDefinition.Index index, byte[] record) {
        ByteReader in = ByteReader.of(record);
        in.skip(INDEX_BYTES);
        for (int place : index.places()) {
            KeyCodec.skipNullable(in, table.column(place));
        }
        return in.getRest();
    }

    /** The record of a row's deadline. */
    static byte[] deadline(long deadlineMillis, byte[] key) {
        return new ByteWriter(Long.BYTES + key.length)
                .putLong(deadlineMillis)
                .putRaw(key)
                .toBytes();
    }

    /** The deadline in the record of one. */
    static long deadlineOf(byte[] record) {
        return ByteReader.of(record).getLong();
    }

    /** The row in the record of a deadline; empty if it says that an index is to be built. */
    static byte[] ofDeadline(byte[] record) {
        return Arrays.copyOfRange(record, Long.BYTES, record.length);
    }

    /** The least key greater than all that begin with these bytes; null if there is none. */
    static byte @Nullable [] afterPrefix(byte[] prefix) {
        for (int last = prefix.length - 1; last >= 0; last--) {
            if (prefix[last] != (byte) 0xff) {
                byte[] after = Arrays.copyOf(prefix, last + 1);
                after[last]++;
                return after;
            }
        }
        return null;
    }

    /** The least key greater than this one. */
    static byte[] after(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }
}
