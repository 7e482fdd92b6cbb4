package io.paxosstore.table;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** The two-way merge of delta and main table. Not thread-safe; close it. */
final class MergedRows implements RowCursor {
    private final DeltaRows deltas;
    private final MainRows main;
    private final boolean descending;
    private boolean begun;
    private DeltaRows.@Nullable Delta delta;
    private @Nullable StoredRow row;

    MergedRows(DeltaRows deltas, MainRows main, boolean descending) {
        this.deltas = deltas;
        this.main = main;
        this.descending = descending;
    }

    @Override
    public @Nullable StoredRow next() {
        if (!begun) {
            begun = true;
            delta = deltas.next();
            row = main.next();
        }
        while (delta != null || row != null) {
            int order = order(delta, row);
            StoredRow next = order > 0 ? row : delta == null ? null : delta.row();
            if (order <= 0) {
                delta = deltas.next();
            }
            if (order >= 0) {
                row = main.next();
            }
            if (next != null) {
                return next;
            }
        }
        return null;
    }

    /** Which comes first: below 0 the delta's, above 0 the main table's, 0 both at once. */
    private int order(DeltaRows.@Nullable Delta first, @Nullable StoredRow second) {
        if (first == null) {
            return 1;
        }
        if (second == null) {
            return -1;
        }
        int order = Arrays.compareUnsigned(first.key(), second.key());
        return descending ? -order : order;
    }

    @Override
    public void close() {
        deltas.close();
        main.close();
    }
}
