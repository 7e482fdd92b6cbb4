package io.paxosstore.protocol.model;

import java.util.List;

/**
 * A secondary index of a table: finds rows by the values of its columns. Several rows may have the
 * same.
 *
 * @param name unique in its table
 * @param columns in the order in which the index sorts; no column twice
 */
public record TableIndex(String name, List<String> columns) {
    /** An index; the list is copied. */
    public TableIndex {
        columns = List.copyOf(columns);
    }

    /** An index. */
    public static TableIndex on(String name, String... columns) {
        return new TableIndex(name, List.of(columns));
    }
}
