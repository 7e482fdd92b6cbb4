package io.paxosstore.table;

import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * A bounded part of the merge of a delta table into its main table: the blocks that a run of delta
 * records falls into are written anew, and only those. It shows no reader a difference, needs no
 * entry of the log, and every replica makes its own steps when it likes.
 *
 * <p>A step is made from a view that does not change; its {@link Result} is applied later, in one
 * atomic write. Rows may be written meanwhile: {@link Merged} delta records are removed only if
 * they are still the same, else the newer one goes on taking the place of what the step puts into
 * the main table. Nothing else may write to the main table between view and application.
 */
public final class MergeStep {
    /** A block smaller than this part of its target takes in the next one. */
    private static final int SMALL_PART = 4;

    /** What a tail that is written to again must not exceed. */
    private static final int TAIL_BYTES = MainBlockBuilder.TARGET_BYTES;

    private final TableDefinition table;
    private final TableView view;
    private final long bytesMax;
    private final DeltaRows deltas;
    private final TreeMap<byte[], byte @Nullable []> blocks =
            new TreeMap<>(Arrays::compareUnsigned);
    private final List<Merged> merged = new ArrayList<>();
    private DeltaRows.@Nullable Delta next;
    private long bytes;

    /** Whether a block was left before all records that fall into it were merged. */
    private boolean full;

    /**
     * A record of the delta table that is in the main table now.
     *
     * @param record as it was
     */
    @SuppressWarnings("ArrayRecordComponent") // never changed
    public record Merged(byte[] key, byte[] record) {}

    /**
     * A record of the main table, or its index, to be written or removed.
     *
     * @param value null to remove it
     */
    @SuppressWarnings("ArrayRecordComponent") // never changed
    public record Change(Region region, byte[] key, byte @Nullable [] value) {}

    /**
     * What a step does.
     *
     * @param changes of the main table and its index
     * @param deltas to be removed if they are still the same
     * @param next where the next step begins; null if this one was the last
     */
    @SuppressWarnings("ArrayRecordComponent") // never changed
    public record Result(List<Change> changes, List<Merged> deltas, byte @Nullable [] next) {
        /** Whether there was nothing to do. */
        public boolean isEmpty() {
            return deltas.isEmpty();
        }
    }

    private MergeStep(TableDefinition table, TableView view, byte[] from, long bytesMax) {
        this.table = table;
        this.view = view;
        this.bytesMax = bytesMax;
        this.deltas = new DeltaRows(table, view, KeyRange.ALL.startingAt(from), false);
    }

    /**
     * Makes a step.
     *
     * @param from where the one before it ended; empty at the beginning
     * @param bytesMax bytes of records and blocks after which the step ends, at least one block
     * @throws io.paxosstore.protocol.bytes.MalformedBytesException if something is damaged
     */
    public static Result of(TableView view, byte[] from, long bytesMax) {
        MergeStep step = new MergeStep(Table.definition(view), view, from, bytesMax);
        try {
            return step.run();
        } finally {
            step.deltas.close();
        }
    }

    private Result run() {
        next = deltas.next();
        while (next != null && bytes < bytesMax && !full) {
            mergeRun(next.key());
        }
        return new Result(changes(), merged, next == null ? null : next.key());
    }

    private List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        List<byte[]> removed = new ArrayList<>();
        List<byte[]> added = new ArrayList<>();
        blocks.forEach((key, block) -> {
            changes.add(new Change(Region.MAIN, key, block));
            (block == null ? removed : added).add(key);
        });
        if (!changes.isEmpty()) {
            byte[] index = BlockIndex.after(view, removed, added);
            changes.add(new Change(Region.BLOCKS, new byte[0], index));
        }
        return changes;
    }

    /** A block with the key under which it lies. */
    @SuppressWarnings("ArrayRecordComponent") // never changed
    private record Found(byte[] key, byte[] bytes) {}

    /** Merges what falls into the block of a key, and into those after it that it takes in. */
    private void mergeRun(byte[] key) {
        Output output = new Output();
        Found found = firstFrom(key);
        if (found == null) {
            mergeTail(output);
        } else {
            merge(found, output);
            while (!full
                    && bytes < bytesMax
                    && output.bytes < MainBlockBuilder.TARGET_BYTES / SMALL_PART) {
                Found following = firstFrom(RowKeys.after(found.key()));
                if (following == null) {
                    break;
                }
                found = following;
                merge(found, output);
            }
        }
        output.write();
    }

    private @Nullable Found firstFrom(byte[] key) {
        try (RecordCursor cursor = view.scan(Region.MAIN, key, null)) {
            return cursor.next() ? new Found(cursor.key(), cursor.value()) : null;
        }
    }

    /** Rows behind all blocks: the last block takes them in, if it has room. */
    private void mergeTail(Output output) {
        Found last = null;
        try (RecordCursor cursor = view.scanReverse(Region.MAIN, new byte[0], null)) {
            if (cursor.next() && cursor.value().length < TAIL_BYTES) {
                last = new Found(cursor.key(), cursor.value());
            }
        }
        // A block that this step has written or removed is not in the view any more.
        if (last != null && !blocks.containsKey(last.key())) {
            MainBlock block = MainBlock.decode(table, last.bytes());
            bytes += last.bytes().length;
            blocks.put(last.key(), null);
            for (int row = 0; row < block.rows(); row++) {
                output.add(block.row(row));
            }
        }
        // One at least, however much of the step the last block took: else it would come to
        // nothing.
        do {
            output.add(take());
        } while (next != null && bytes + output.bytes < bytesMax);
    }

    /** Takes the next delta record; null if it is a tombstone. */
    private @Nullable StoredRow take() {
        DeltaRows.Delta delta = next;
        if (delta == null) {
            throw new IllegalStateException("There is no record left.");
        }
        merged.add(new Merged(delta.key(), delta.bytes()));
        bytes += delta.key().length + delta.bytes().length;
        next = deltas.next();
        return delta.row();
    }

    /** Merges one block with the records up to its end, or as many of them as the step may take. */
    private void merge(Found found, Output output) {
        MainBlock block = MainBlock.decode(table, found.bytes());
        bytes += found.bytes().length;
        blocks.put(found.key(), null);
        int row = 0;
        while (next != null
                && bytes + output.bytes < bytesMax + found.bytes().length
                && Arrays.compareUnsigned(next.key(), found.key()) <= 0) {
            int at = block.keys().find(next.key());
            int end = at >= 0 ? at : -1 - at;
            for (; row < end; row++) {
                output.add(block.row(row));
            }
            row = at >= 0 ? at + 1 : end;
            output.add(take());
        }
        full = next != null && Arrays.compareUnsigned(next.key(), found.key()) <= 0;
        for (; row < block.rows(); row++) {
            output.add(block.row(row));
        }
    }

    /** Rows on their way into blocks of about equal size. */
    private final class Output {
        private final List<StoredRow> rows = new ArrayList<>();
        private long bytes;

        void add(@Nullable StoredRow row) {
            if (row != null) {
                StoredRow decoded = DeltaRecord.of(table, row);
                rows.add(decoded);
                bytes += MainBlockBuilder.bytes(table, decoded);
            }
        }

        void write() {
            // Up to half more than the target stays one block, so that blocks do not crumble.
            long count = Math.max(1, (bytes + TAIL_BYTES / 2) / MainBlockBuilder.TARGET_BYTES);
            long share = (bytes + count - 1) / count;
            MainBlockBuilder builder = new MainBlockBuilder(table);
            for (StoredRow row : rows) {
                if (builder.bytes() >= share || builder.isFull()) {
                    write(builder);
                    builder = new MainBlockBuilder(table);
                }
                builder.add(row);
            }
            if (!builder.isEmpty()) {
                write(builder);
            }
        }

        private void write(MainBlockBuilder builder) {
            byte[] block = builder.build();
            blocks.put(builder.lastKey(), block);
            MergeStep.this.bytes += block.length;
        }
    }
}
