package io.paxosstore.table;

import io.paxosstore.client.table.TableSchema;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Shows what a table holds, expired rows included: for those who look at data offline. */
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
     * @throws io.paxosstore.log.bytes.MalformedRecordException if they are damaged
     */
    public static TableSchema schema(TableView view) {
        return Table.definition(view).schema();
    }

    /**
     * Shows rows in the order of their keys, main and delta table together.
     *
     * @param rows says whether it wants more
     * @throws io.paxosstore.log.bytes.MalformedRecordException if something is damaged
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
}
