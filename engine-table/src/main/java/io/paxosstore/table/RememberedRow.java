package io.paxosstore.table;

import org.jspecify.annotations.Nullable;

/**
 * A row whose values are decoded once, however many terms of a condition look at them. Not
 * thread-safe.
 */
final class RememberedRow implements StoredRow {
    private static final Object NULL = new Object();

    private final StoredRow row;
    private final @Nullable Object[] values;

    private RememberedRow(StoredRow row, int columns) {
        this.row = row;
        this.values = new Object[columns];
    }

    /** A row that remembers. */
    static StoredRow of(StoredRow row, TableDefinition table) {
        return row instanceof DeltaRecord ? row : new RememberedRow(row, table.columnCount());
    }

    @Override
    public byte[] key() {
        return row.key();
    }

    @Override
    public long deadlineMillis() {
        return row.deadlineMillis();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // which object it is, is what is asked
    public @Nullable Object value(int place) {
        Object known = values[place];
        if (known == null) {
            Object value = row.value(place);
            known = value == null ? NULL : value;
            values[place] = known;
        }
        return known == NULL ? null : known;
    }
}
