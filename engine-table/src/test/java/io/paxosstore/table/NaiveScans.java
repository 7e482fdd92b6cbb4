package io.paxosstore.table;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.model.Order;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Remembers what the cursors that were handed out mean, so that the twin can go on as well. */
public final class NaiveScans {
    private static final int SORTED = 3;

    private final Map<String, Position> positions = new HashMap<>();

    /** A book without an entry. */
    public NaiveScans() {}

    /**
     * Where a scan is.
     *
     * @param table which table: not another of the same name
     * @param order the places of the columns that it is sorted by: they may be renamed
     * @param row the last one returned; null if there was none
     * @param left most rows to come
     */
    record Position(Object table, List<Integer> order, NaiveTable.@Nullable Row row, long left) {}

    /**
     * The row that a scan has reached. In the order of the key it is the last one looked at, which
     * may be behind the last one returned: only the cursor knows it.
     */
    static NaiveTable.@Nullable Row place(
            TableSchema schema, byte[] cursor, NaiveTable.@Nullable Row returned) {
        ByteReader in = ByteReader.of(cursor);
        int how = in.getByte();
        var _ = in.getVarint();
        if (how == SORTED || in.getByte() == 0) {
            return returned;
        }
        @Nullable Object[] values = new Object[schema.columns().size()];
        RowKeys.decode(TableDefinition.of(schema), in.getRest(), values);
        return new NaiveTable.Row(Arrays.asList(values), 0);
    }

    @Nullable Position find(byte[] cursor, List<Order> order) {
        return positions.get(key(cursor, order));
    }

    void put(byte[] cursor, List<Order> order, Position position) {
        positions.put(key(cursor, order), position);
    }

    /** The same bytes mean different places in different orders. */
    private static String key(byte[] cursor, List<Order> order) {
        return Arrays.toString(cursor) + order;
    }
}
