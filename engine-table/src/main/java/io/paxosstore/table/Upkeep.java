package io.paxosstore.table;

import io.paxosstore.log.ExpiryClock;
import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.model.ModelLimits;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a table needs besides its changes, bit by bit, in the log: expired rows removed, indexes
 * built. Not thread-safe.
 */
final class Upkeep {
    /** Most rows that an index is built from at once. */
    static final int BUILD_ROWS = 1000;

    /** Most expired rows that every change removes. */
    private static final int SWEEP_ROWS = 16;

    /** It removes none that would bring all changes of its MultiOp above so many bytes. */
    private static final long SWEEP_BYTES = 256 * 1024;

    /** Upkeep of its own, likewise; but for one row, and for what a step of building adds. */
    private static final long TEND_BYTES = 2L << 20;

    /** Most bytes of the changes that remove one row: what is more fits into no MultiOp. */
    private static final long ROW_BYTES = ModelLimits.CHANGES_BYTES_MAX - 512 * 1024;

    /** Most bytes of the rows that a step of building an index reads, and one more row. */
    private static final long READ_BYTES_MAX = 4L << 20;

    /** A step ends when its changes have so many bytes. */
    private static final long STEP_BYTES = 512 * 1024;

    /** A deadline that has always passed: whoever looks for work finds the table by it. */
    private static final byte[] DUE = RowKeys.deadline(1, new byte[0]);

    private final String name;
    private final TableStore store;
    private final RowWriter writer;
    private final ExpiryClock clock;

    Upkeep(String name, TableStore store, RowWriter writer, ExpiryClock clock) {
        this.name = name;
        this.store = store;
        this.writer = writer;
        this.clock = clock;
    }

    /** How many rows have expired and are still there; a step each. */
    long expired() {
        long expired = 0;
        if (writer.counts().expiring() > 0) {
            try (RecordCursor cursor = expiredRecords(clock.latestMillis())) {
                while (cursor.next()) {
                    byte[] record = cursor.key();
                    boolean isRow = RowKeys.ofDeadline(record).length > 0;
                    expired += isRow && clock.isPast(RowKeys.deadlineOf(record)) ? 1 : 0;
                }
            }
        }
        return expired;
    }

    private RecordCursor expiredRecords(long untilMillis) {
        byte[] end = new ByteWriter(Long.BYTES).putLong(untilMillis + 1).toBytes();
        return store.scan(Region.DEADLINES, new byte[0], end);
    }

    /** Removes a few expired rows ahead of an operation, which needs the room itself. */
    void sweepAhead(TableDefinition table) {
        var _ = sweep(table, SWEEP_ROWS, SWEEP_BYTES, 0);
    }

    /** Removes expired rows as long as there is room, one at least; returns how many. */
    int sweep(TableDefinition table, int rowsMax) {
        return sweep(table, rowsMax, TEND_BYTES, ROW_BYTES);
    }

    /**
     * Removes some expired rows.
     *
     * @param bytesMax most bytes of all changes
     * @param firstBytesMax what the first row may add all the same
     */
    private int sweep(TableDefinition table, int rowsMax, long bytesMax, long firstBytesMax) {
        if (writer.counts().expiring() == 0
                || (firstBytesMax == 0 && store.changedBytes() >= bytesMax)) {
            return 0;
        }
        List<byte[]> keys = new ArrayList<>();
        try (RecordCursor cursor = expiredRecords(clock.nowMillis())) {
            while (keys.size() < rowsMax && cursor.next()) {
                byte[] key = RowKeys.ofDeadline(cursor.key());
                if (key.length > 0) {
                    keys.add(key);
                }
            }
        }
        TableReader reader = new TableReader(table, store);
        int swept = 0;
        for (byte[] key : keys) {
            StoredRow row = reader.row(key);
            if (row == null) {
                continue;
            }
            RowWriter.Removal removal = writer.removal(table, row);
            boolean fits = store.changedBytes() + removal.bytes() <= bytesMax;
            if (fits || (swept == 0 && removal.bytes() <= firstBytesMax)) {
                writer.remove(removal);
                swept++;
            } else if (removal.bytes() <= firstBytesMax) {
                return swept;
            }
        }
        return swept;
    }

    /** Says whether an index is to be built. */
    void indexIsDue(boolean due) {
        if (due) {
            store.put(Region.DEADLINES, DUE, name.getBytes(StandardCharsets.UTF_8));
        } else {
            store.delete(Region.DEADLINES, DUE);
        }
    }

    /**
     * Goes on building an index.
     *
     * @return the table after it; null if none is to be built, or none can be now
     */
    @Nullable Built build(TableDefinition table, int rowsMax) {
        if (store.changedBytes() > TEND_BYTES) {
            return null;
        }
        for (TableDefinition.Index index : table.indexes()) {
            byte[] builtTo = index.builtTo();
            Built built = builtTo == null ? null : build(table, index, builtTo, rowsMax);
            if (built != null) {
                return built;
            }
        }
        return null;
    }

    private @Nullable Built build(
            TableDefinition table, TableDefinition.Index index, byte[] builtTo, int rowsMax) {
        List<byte[]> entries = new ArrayList<>();
        byte[] reached = builtTo;
        boolean ended = false;
        long read = 0;
        long written = 0;
        try (RowCursor cursor = unindexed(table, builtTo)) {
            while (entries.size() < rowsMax && read < READ_BYTES_MAX && written < STEP_BYTES) {
                StoredRow row = cursor.next();
                if (row == null) {
                    ended = true;
                    break;
                }
                byte[] entry = RowKeys.indexed(table, index, row, row.key());
                if (!RowWriter.isShort(entry)) {
                    break;
                }
                entries.add(entry);
                reached = row.key();
                read += MainBlockBuilder.bytes(table, row);
                written += entry.length + RowWriter.RECORD_BYTES;
            }
        }
        if (entries.isEmpty() && !ended) {
            return null; // until somebody changes or removes the next row
        }
        entries.forEach(entry -> store.put(Region.INDEX, entry, new byte[0]));
        List<TableDefinition.Index> indexes = new ArrayList<>(table.indexes());
        indexes.set(indexes.indexOf(index), index.builtTo(ended ? null : reached));
        TableDefinition after = TableDefinition.of(table.schema(), indexes, table.nextIndex());
        store.put(Region.SCHEMA, new byte[0], after.encode());
        writer.changed();
        indexIsDue(after.unfinished() != null);
        return new Built(after, entries.size());
    }

    /** The rows that an index lacks. */
    private RowCursor unindexed(TableDefinition table, byte[] builtTo) {
        byte[] from = builtTo.length == 0 ? builtTo : RowKeys.after(builtTo);
        return new TableReader(table, store).rows(KeyRange.ALL.startingAt(from), false);
    }

    /**
     * Fails if the next row that an index lacks has values that are too long for it.
     *
     * @throws TableFailureException if it has
     */
    void checkNext(TableDefinition table, TableDefinition.Index index) {
        byte[] builtTo = index.builtTo();
        if (builtTo != null) {
            try (RowCursor cursor = unindexed(table, builtTo)) {
                StoredRow row = cursor.next();
                if (row != null) {
                    RowWriter.checkEntry(RowKeys.indexed(table, index, row, row.key()));
                }
            }
        }
    }

    /** What a step of building an index did. */
    record Built(TableDefinition table, int rows) {}
}
