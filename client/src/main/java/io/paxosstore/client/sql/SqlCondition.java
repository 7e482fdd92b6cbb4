package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.Comparison;

import java.util.List;

/** A condition as a statement has it, before it is known which types its columns have. */
sealed interface SqlCondition {
    /** A column compares so to a value. */
    record Compare(SqlName column, Comparison comparison, SqlLiteral value)
            implements SqlCondition {}

    /** A column equals one of the values. */
    record In(SqlName column, List<SqlLiteral> values) implements SqlCondition {}

    /** A column matches a pattern; a backslash is its escape. */
    record Like(SqlName column, String pattern) implements SqlCondition {}

    /** A column holds no value. */
    record IsNull(SqlName column) implements SqlCondition {}

    /** A bool column holds this value, and not none. */
    record IsBool(SqlName column, boolean value) implements SqlCondition {}

    /** TRUE, FALSE, or NULL, which is unknown. */
    record Constant(SqlLiteral value) implements SqlCondition {}

    /** All are true. */
    record And(List<SqlCondition> conditions) implements SqlCondition {}

    /** One at least is true. */
    record Or(List<SqlCondition> conditions) implements SqlCondition {}

    /** It is false. */
    record Not(SqlCondition condition) implements SqlCondition {}
}
