package io.paxosstore.table;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads all of a table and checks that blocks are in order and hold together, that rows are counted
 * right, and that indexes and deadlines have what rows they should and nothing else.
 */
public final class TableAudit {
    /** Most problems that are kept: every row may have one. */
    static final int PROBLEMS_MAX = 20;

    private final TableView view;
    private final TableDefinition table;
    private final List<String> problems = new ArrayList<>();
    private long rows;
    private long expiring;
    private final long[] entries;

    private TableAudit(TableView view) {
        this.view = view;
        this.table = Table.definition(view);
        this.entries = new long[table.indexes().size()];
    }

    /**
     * What is wrong with a table, in words, the first few; empty if it is sound.
     *
     * @param counts as they were kept
     */
    public static List<String> of(TableView view, TableCounts counts) {
        try {
            TableAudit audit = new TableAudit(view);
            audit.run(counts);
            return audit.problems;
        } catch (MalformedBytesException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    private void problem(String what) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(what);
        }
    }

    private void run(TableCounts counts) {
        blocks();
        try (RowCursor cursor = new TableReader(table, view).rows(KeyRange.ALL, false)) {
            byte[] before = null;
            for (StoredRow row = cursor.next(); row != null; row = cursor.next()) {
                if (before != null && Arrays.compareUnsigned(before, row.key()) >= 0) {
                    problem("Rows are not in the order of their keys.");
                }
                before = row.key();
                row(row);
            }
        }
        if (rows != counts.rows() || expiring != counts.expiring()) {
            problem(
                    "%d rows are counted, %d of them with a deadline; there are %d and %d."
                            .formatted(counts.rows(), counts.expiring(), rows, expiring));
        }
        deadlines();
        indexes();
    }

    private void blocks() {
        byte[] before = null;
        List<byte[]> keys = new ArrayList<>();
        try (RecordCursor cursor = view.scan(Region.MAIN, new byte[0], null)) {
            while (cursor.next()) {
                MainBlock block = MainBlock.decode(table, cursor.value());
                boolean ordered =
                        block.rows() > 0
                                && Arrays.equals(block.keys().key(block.rows() - 1), cursor.key())
                                && (before == null
                                        || Arrays.compareUnsigned(before, block.keys().key(0)) < 0);
                if (!ordered) {
                    problem("A block of the main table lies in the wrong place.");
                }
                before = cursor.key();
                keys.add(before);
            }
        }
        BlockIndex index = BlockIndex.of(view);
        if (index != null && !Arrays.deepEquals(index.keys().toArray(), keys.toArray())) {
            problem("The index of the main table lists other blocks than there are.");
        }
    }

    private void row(StoredRow row) {
        rows++;
        long deadline = row.deadlineMillis();
        if (deadline != 0) {
            expiring++;
            if (view.get(Region.DEADLINES, RowKeys.deadline(deadline, row.key())) == null) {
                problem("The deadline of a row is missing.");
            }
        }
        for (int i = 0; i < entries.length; i++) {
            TableDefinition.Index index = table.indexes().get(i);
            byte[] entry = RowKeys.indexed(table, index, row, row.key());
            if (view.get(Region.INDEX, entry) != null) {
                entries[i]++;
            } else if (index.isComplete()) {
                problem("The index \"" + index.name() + "\" lacks a row.");
            }
        }
    }

    private void deadlines() {
        long found = 0;
        boolean due = false;
        try (RecordCursor cursor = view.scan(Region.DEADLINES, new byte[0], null)) {
            while (cursor.next()) {
                boolean isRow = RowKeys.ofDeadline(cursor.key()).length > 0;
                found += isRow ? 1 : 0;
                due |= !isRow;
            }
        }
        if (found != expiring) {
            problem("There are " + found + " deadlines of " + expiring + " rows.");
        }
        if (due != (table.unfinished() != null)) {
            problem("It is not known right whether an index is to be built.");
        }
    }

    private void indexes() {
        long expected = Arrays.stream(entries).sum();
        long found = 0;
        try (RecordCursor cursor = view.scan(Region.INDEX, new byte[0], null)) {
            while (cursor.next()) {
                found++;
            }
        }
        if (found != expected) {
            problem("The indexes have " + found + " records of " + expected + " rows.");
        }
    }
}
