package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.Operation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a SQL statement does to its table.
 *
 * @param operation a {@link io.paxosstore.protocol.model.TableOperation}, or a {@link
 *     io.paxosstore.protocol.model.ObjectOperation.Delete} for DROP TABLE
 * @param outputs the columns that a SELECT shows, in their order; empty for other statements
 */
public record SqlOperation(Operation operation, List<Output> outputs) {
    /**
     * A column that a SELECT shows.
     *
     * @param label what people call it: its alias, or the column's name, or "count(*)"
     * @param column where its value is in the rows of the operation's result
     */
    public record Output(String label, int column) {}

    /** An operation; the list is copied. */
    public SqlOperation {
        outputs = List.copyOf(outputs);
    }

    /** The labels of the columns that a SELECT shows. */
    public List<String> labels() {
        return outputs.stream().map(Output::label).toList();
    }

    /** A row that a SELECT shows, of a row of the operation's result. */
    public List<@Nullable Object> show(List<@Nullable Object> row) {
        List<@Nullable Object> shown = new ArrayList<>(outputs.size());
        for (Output output : outputs) {
            shown.add(row.get(output.column()));
        }
        return Collections.unmodifiableList(shown);
    }
}
