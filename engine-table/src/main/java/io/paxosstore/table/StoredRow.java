package io.paxosstore.table;

import org.jspecify.annotations.Nullable;

/** A row as it is kept, of which only what is asked for is decoded. Not thread-safe. */
interface StoredRow {
    /** The bytes of its primary key. */
    byte[] key();

    /** When it expires, milliseconds since 1970; 0 for never. */
    long deadlineMillis();

    /** When a row expires that lives so long; beyond all clocks is as good as the last moment. */
    static long deadlineMillis(long ttlMillis, long nowMillis) {
        long deadline = nowMillis + ttlMillis;
        return ttlMillis == 0 ? 0 : deadline < nowMillis ? Long.MAX_VALUE - 1 : deadline;
    }

    /** The value of the column at this place; null if it has none. */
    @Nullable Object value(int place);

    /** All values, by place. */
    default @Nullable Object[] values(TableDefinition table) {
        @Nullable Object[] values = new Object[table.columnCount()];
        for (int place = 0; place < values.length; place++) {
            values[place] = value(place);
        }
        return values;
    }
}
