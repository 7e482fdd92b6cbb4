package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.TableIndex;

import java.util.List;
import java.util.function.Function;

/**
 * An index as a statement defines it.
 *
 * @param name of the index
 * @param columns as the statement names them
 */
record SqlIndex(String name, List<SqlName> columns) {
    /** The index of the columns that are meant. */
    TableIndex resolved(Function<SqlName, String> meant) {
        return new TableIndex(name, columns.stream().map(meant).toList());
    }
}
