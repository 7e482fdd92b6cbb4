package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

/**
 * LIMIT.
 *
 * @param given what the statement says; null if it says nothing
 */
record SqlLimit(@Nullable Long given) {
    /** Whether no row is wanted. */
    boolean isNone() {
        return given != null && given == 0;
    }

    /** Most rows, as operations have it: 0 for all. See {@link #where} for LIMIT 0. */
    long rows() {
        return given == null ? 0 : given;
    }

    /** The condition of a statement with this limit: none are meant by LIMIT 0. */
    Condition where(SqlCondition where, String table, TableSchema schema) {
        Condition bound = new ConditionBinder(table, schema).bind(where);
        return isNone() ? ConditionBinder.NEVER : bound;
    }
}
