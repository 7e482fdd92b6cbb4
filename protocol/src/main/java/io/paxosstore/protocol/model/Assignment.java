package io.paxosstore.protocol.model;

import org.jspecify.annotations.Nullable;

/** What an update does to one column, which does not belong to the primary key. */
public sealed interface Assignment {
    /** The column's name. */
    String column();

    /** Gives the column a value; null for none. */
    record Set(String column, @Nullable Object value) implements Assignment {}

    /**
     * Adds to a number; NULL stays NULL.
     *
     * @param value of the column's type; negative to subtract
     */
    record Add(String column, Object value) implements Assignment {}
}
