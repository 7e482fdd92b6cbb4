package io.paxosstore.table;

import io.paxosstore.log.ExpiryClock;
import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.bytes.ByteWriter;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a table needs besides its changes, bit by bit, in the log: expired rows removed, indexes
 * built. Not thread-safe.
 */
final class Upkeep {
    /** Most expired rows that every change removes. */
    static final int SWEEP_ROWS = 16;

    /** Most rows that an index is built from at once. */
    static final int BUILD_ROWS = 1000;

    /** Most bytes of the rows that a step of building an index holds, and one more row. */
    private static final long GATHERED_BYTES_MAX = 4L << 20;

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

    /** Removes some expired rows; returns how many. */
    int sweep(TableDefinition table, int rowsMax) {
        if (writer.counts().expiring() == 0) {
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
        for (byte[] key : keys) {
            StoredRow row = reader.row(key);
            if (row != null) {
                writer.remove(table, row);
            }
        }
        return keys.size();
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
     * @return the table after it; null if none is to be built
     */
    @Nullable Built build(TableDefinition table, int rowsMax) {
        TableDefinition.Index index = table.unfinished();
        byte[] builtTo = index == null ? null : index.builtTo();
        if (index == null || builtTo == null) {
            return null;
        }
        long bytesBefore = store.changedBytes();
        List<StoredRow> rows = new ArrayList<>();
        byte[] from = builtTo.length == 0 ? builtTo : RowKeys.after(builtTo);
        boolean ended = false;
        long gathered = 0;
        try (RowCursor cursor =
                new TableReader(table, store).rows(KeyRange.ALL.startingAt(from), false)) {
            while (rows.size() < rowsMax && gathered < GATHERED_BYTES_MAX) {
                StoredRow row = cursor.next();
                if (row == null) {
                    ended = true;
                    break;
                }
                rows.add(row);
                gathered += MainBlockBuilder.bytes(table, row);
            }
        }
        byte[] reached = builtTo;
        int done = 0;
        for (StoredRow row : rows) {
            if (store.changedBytes() - bytesBefore > STEP_BYTES) {
                ended = false;
                break;
            }
            store.put(Region.INDEX, RowKeys.indexed(table, index, row, row.key()), new byte[0]);
            reached = row.key();
            done++;
        }
        List<TableDefinition.Index> indexes = new ArrayList<>(table.indexes());
        indexes.set(indexes.indexOf(index), index.builtTo(ended ? null : reached));
        TableDefinition after = TableDefinition.of(table.schema(), indexes, table.nextIndex());
        store.put(Region.SCHEMA, new byte[0], after.encode());
        writer.changed();
        indexIsDue(after.unfinished() != null);
        return new Built(after, done);
    }

    /** What a step of building an index did. */
    record Built(TableDefinition table, int rows) {}
}
