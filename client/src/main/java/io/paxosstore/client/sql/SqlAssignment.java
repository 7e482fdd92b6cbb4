package io.paxosstore.client.sql;

/** What SET does to a column, before the column's type is known. */
sealed interface SqlAssignment {
    /** The column. */
    SqlName column();

    /** Gives it a value. */
    record Set(SqlName column, SqlLiteral value) implements SqlAssignment {}

    /** Adds to it. */
    record Add(SqlName column, SqlName augend, SqlLiteral.Numeric value) implements SqlAssignment {}
}
