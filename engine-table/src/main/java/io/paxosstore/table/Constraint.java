package io.paxosstore.table;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** What a condition says of one column. Not thread-safe. */
final class Constraint {
    /** Values that the column has one of; null if it says nothing of the kind. */
    @Nullable List<Object> equal;

    boolean isNull;
    @Nullable Object lower;
    boolean lowerIncluded;
    @Nullable Object upper;
    boolean upperIncluded;
    @Nullable String prefix;

    boolean isRange() {
        return lower != null || upper != null || prefix != null;
    }
}
