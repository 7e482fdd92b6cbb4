package io.paxosstore.client.table;

import io.paxosstore.protocol.model.TableSchema;

import java.util.List;
import java.util.Optional;

/** Maps rows to themselves. */
record RowsAsTheyAre(Optional<TableSchema> schema) implements RowMapper<Row> {
    @Override
    public Row toRow(Row row) {
        return row;
    }

    @Override
    public Row fromRow(Row row) {
        return row;
    }

    @Override
    public List<String> columns() {
        return List.of();
    }
}
