package io.paxosstore.table;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A table's schema as it is kept, with what becomes of its indexes. Columns are known by their
 * place, which never changes: columns are added at the end only. Immutable.
 *
 * <pre>
 *  u8 format (1) | varint ttl | varint columns | per column: bytes name, u8 type, u8 nullable,
 *  u8 precision, u8 scale | varint key columns | varint place ... | varint next index |
 *  varint indexes | per index: varint number, bytes name, varint columns, varint place ...,
 *  u8 complete, bytes built up to (not complete)
 * </pre>
 *
 * @param schema as clients see it
 * @param keyPlaces where the columns of the primary key are
 * @param valuePlaces where all other columns are
 * @param slots for each place its position in {@code valuePlaces}; -1 for columns of the key
 * @param indexes those of the schema, in the same order
 * @param nextIndex the number of the next index; numbers are not used twice
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
record TableDefinition(
        TableSchema schema,
        int[] keyPlaces,
        int[] valuePlaces,
        int[] slots,
        List<Index> indexes,
        int nextIndex) {
    /** Numbers of indexes have two bytes in keys. */
    static final int INDEX_NUMBER_MAX = 0xffff;

    private static final int FORMAT = 1;

    /**
     * An index.
     *
     * @param number of its records
     * @param places where its columns are
     * @param builtTo the greatest row key looked at so far; null if the index is complete
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Index(int number, String name, int[] places, byte @Nullable [] builtTo) {
        boolean isComplete() {
            return builtTo == null;
        }

        Index builtTo(byte @Nullable [] rowKey) {
            return new Index(number, name, places, rowKey);
        }
    }

    /** The definition of a new table, which has no rows, so that its indexes are complete. */
    static TableDefinition of(TableSchema schema) {
        List<Index> indexes = new ArrayList<>();
        int number = 0;
        for (TableIndex index : schema.indexes()) {
            indexes.add(new Index(number++, index.name(), places(schema, index.columns()), null));
        }
        return of(schema, indexes, number);
    }

    /** A definition. */
    static TableDefinition of(TableSchema schema, List<Index> indexes, int nextIndex) {
        int[] keyPlaces = places(schema, schema.key());
        int columns = schema.columns().size();
        boolean[] inKey = new boolean[columns];
        for (int place : keyPlaces) {
            inKey[place] = true;
        }
        int[] valuePlaces = new int[columns - keyPlaces.length];
        int[] slots = new int[columns];
        int count = 0;
        for (int place = 0; place < columns; place++) {
            slots[place] = inKey[place] ? -1 : count;
            if (!inKey[place]) {
                valuePlaces[count++] = place;
            }
        }
        return new TableDefinition(
                schema, keyPlaces, valuePlaces, slots, List.copyOf(indexes), nextIndex);
    }

    static int[] places(TableSchema schema, List<String> columns) {
        return columns.stream().mapToInt(schema::indexOf).toArray();
    }

    Column column(int place) {
        return schema.columns().get(place);
    }

    int columnCount() {
        return schema.columns().size();
    }

    /** The first index that is not complete; null if all are. */
    @Nullable Index unfinished() {
        for (Index index : indexes) {
            if (!index.isComplete()) {
                return index;
            }
        }
        return null;
    }

    byte[] encode() {
        ByteWriter out = new ByteWriter(128);
        out.putByte(FORMAT).putVarint(schema.ttlMillis()).putVarint(columnCount());
        for (Column column : schema.columns()) {
            putText(out, column.name());
            out.putByte(column.type().code()).putByte(column.nullable() ? 1 : 0);
            out.putByte(column.precision()).putByte(column.scale());
        }
        putPlaces(out, keyPlaces);
        out.putVarint(nextIndex).putVarint(indexes.size());
        for (Index index : indexes) {
            out.putVarint(index.number());
            putText(out, index.name());
            putPlaces(out, index.places());
            byte[] builtTo = index.builtTo();
            out.putByte(builtTo == null ? 1 : 0);
            if (builtTo != null) {
                out.putBytes(builtTo);
            }
        }
        return out.toBytes();
    }

    /**
     * The definition of these bytes.
     *
     * @throws MalformedBytesException if they are none
     */
    static TableDefinition decode(byte[] bytes) {
        ByteReader in = ByteReader.of(bytes);
        int format = in.getByte();
        if (format != FORMAT) {
            throw new MalformedBytesException("A table's schema has the format " + format + ".");
        }
        long ttlMillis = in.getVarint();
        List<Column> columns = new ArrayList<>();
        for (int left = in.getCount(); left > 0; left--) {
            columns.add(column(in));
        }
        int[] key = getPlaces(in, columns.size());
        int nextIndex = number(in, INDEX_NUMBER_MAX + 1); // so if there can be no more
        List<Index> indexes = new ArrayList<>();
        List<TableIndex> named = new ArrayList<>();
        for (int left = in.getCount(); left > 0; left--) {
            int number = number(in, INDEX_NUMBER_MAX);
            String name = getText(in);
            int[] places = getPlaces(in, columns.size());
            byte[] builtTo = in.getByte() == 1 ? null : in.getBytes();
            indexes.add(new Index(number, name, places, builtTo));
            named.add(new TableIndex(name, names(columns, places)));
        }
        in.end();
        try {
            TableSchema schema = new TableSchema(columns, names(columns, key), named, ttlMillis);
            return of(schema, indexes, nextIndex);
        } catch (IllegalArgumentException e) {
            throw new MalformedBytesException("A table's schema is damaged: " + e.getMessage());
        }
    }

    private static Column column(ByteReader in) {
        String name = getText(in);
        try {
            return new Column(
                    name,
                    ColumnType.of(in.getByte()),
                    in.getByte() == 1,
                    in.getByte(),
                    in.getByte());
        } catch (IllegalArgumentException e) {
            throw new MalformedBytesException("A table's schema is damaged: " + e.getMessage());
        }
    }

    private static List<String> names(List<Column> columns, int[] places) {
        List<String> names = new ArrayList<>();
        for (int place : places) {
            names.add(columns.get(place).name());
        }
        return names;
    }

    private static void putText(ByteWriter out, String text) {
        out.putBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String getText(ByteReader in) {
        return new String(in.getBytes(), StandardCharsets.UTF_8);
    }

    private static int number(ByteReader in, int max) {
        long number = in.getVarint();
        if (number < 0 || number > max) {
            throw new MalformedBytesException("A table's index has the number " + number + ".");
        }
        return (int) number;
    }

    private static void putPlaces(ByteWriter out, int[] places) {
        out.putVarint(places.length);
        for (int place : places) {
            out.putVarint(place);
        }
    }

    private static int[] getPlaces(ByteReader in, int columns) {
        int[] places = new int[in.getCount()];
        for (int i = 0; i < places.length; i++) {
            long place = in.getVarint();
            if (place < 0 || place >= columns) {
                throw new MalformedBytesException("A table's schema names the column " + place);
            }
            places[i] = (int) place;
        }
        return places;
    }
}
