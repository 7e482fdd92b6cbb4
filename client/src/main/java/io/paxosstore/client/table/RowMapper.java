package io.paxosstore.client.table;

import io.paxosstore.protocol.model.TableSchema;

import java.util.List;
import java.util.Optional;

/**
 * Turns objects into rows of a table and back. Implementations must be thread-safe.
 *
 * @param <R> the objects
 */
public interface RowMapper<R> {
    /**
     * The schema with which the table is created, and whose primary key finds rows; empty if that
     * is not known: then the table is created with a schema that is given, and rows are found by
     * conditions.
     */
    Optional<TableSchema> schema();

    /**
     * The row to write; columns that it does not name become NULL.
     *
     * @throws IllegalArgumentException if the object cannot be written
     */
    Row toRow(R object);

    /**
     * The object of a row that was read.
     *
     * @throws IllegalArgumentException if the row does not fit
     */
    R fromRow(Row row);

    /** The columns that {@link #fromRow} needs; empty for all that the table has. */
    default List<String> columns() {
        return schema().map(TableSchema::columnNames).orElse(List.of());
    }

    /**
     * The mapper of a Java record, see {@link RecordMapper}.
     *
     * @throws IllegalArgumentException if the record cannot be mapped; the message says which
     *     component and what to do
     */
    static <R extends Record> RowMapper<R> of(Class<R> type) {
        return RecordMapper.of(type);
    }

    /** Rows as they are, of tables of any schema. */
    static RowMapper<Row> rows() {
        return new RowsAsTheyAre(Optional.empty());
    }

    /** Rows as they are, of tables of this schema. */
    static RowMapper<Row> rows(TableSchema schema) {
        return new RowsAsTheyAre(Optional.of(schema));
    }
}
