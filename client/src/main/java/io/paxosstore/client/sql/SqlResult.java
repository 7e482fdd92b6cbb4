package io.paxosstore.client.sql;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** What a SQL statement came to. */
public sealed interface SqlResult {
    /**
     * What a SELECT found.
     *
     * @param columns what people call the columns
     * @param rows the values of each row, in the order of the columns; null is NULL
     */
    record Rows(List<String> columns, List<List<@Nullable Object>> rows) implements SqlResult {}

    /** How many rows an INSERT added, an UPDATE or DELETE meant. */
    record Count(long count) implements SqlResult {}

    /**
     * A table was created, changed or dropped.
     *
     * @param changed false if IF EXISTS or IF NOT EXISTS left everything as it was
     */
    record Done(boolean changed) implements SqlResult {}
}
