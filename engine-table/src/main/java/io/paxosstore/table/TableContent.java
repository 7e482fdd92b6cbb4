package io.paxosstore.table;

import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Shows what a table holds, expired rows included, wherever it lies. */
public final class TableContent {
    private TableContent() {}

    /**
     * A row.
     *
     * @param key the bytes of its primary key
     * @param values in the order of the schema's columns
     * @param deadlineMillis when it expires, milliseconds since 1970; 0 for never
     */
    @SuppressWarnings("ArrayRecordComponent") // read-only bytes of the state
    public record Row(byte[] key, List<@Nullable Object> values, long deadlineMillis) {}

    /**
     * The columns, the key, the indexes.
     *
     * @throws io.paxosstore.protocol.bytes.MalformedBytesException if they are damaged
     */
    public static TableSchema schema(TableView view) {
        return Table.definition(view).schema();
    }

    /**
     * Shows rows in the order of their keys, main and delta table together.
     *
     * @param rows says whether it wants more
     * @throws io.paxosstore.protocol.bytes.MalformedBytesException if something is damaged
     */
    public static void rows(TableView view, Predicate<Row> rows) {
        TableDefinition table = Table.definition(view);
        try (RowCursor cursor = new TableReader(table, view).rows(KeyRange.ALL, false)) {
            boolean wanted = true;
            StoredRow row = cursor.next();
            while (wanted && row != null) {
                List<@Nullable Object> values = Arrays.asList(row.values(table));
                wanted = rows.test(new Row(row.key(), values, row.deadlineMillis()));
                row = cursor.next();
            }
        }
    }

    /** Told of records. */
    @FunctionalInterface
    public interface Records {
        /**
         * A record.
         *
         * @return whether more are wanted
         */
        boolean record(byte[] key, byte[] value);
    }

    /**
     * Shows rows in the order of their keys, each as the delta record it would be if it was written
     * now: the same bytes on every replica, whatever was merged there, and however many columns the
     * table had when the row was written.
     *
     * @return whether all were wanted
     * @throws io.paxosstore.protocol.bytes.MalformedBytesException if something is damaged
     */
    public static boolean canonicalRows(TableView view, Records records) {
        TableDefinition table = Table.definition(view);
        try (RowCursor cursor = new TableReader(table, view).rows(KeyRange.ALL, false)) {
            for (StoredRow row = cursor.next(); row != null; row = cursor.next()) {
                if (!records.record(row.key(), DeltaRecord.of(table, row).encode())) {
                    return false;
                }
            }
        }
        return true;
    }
}
