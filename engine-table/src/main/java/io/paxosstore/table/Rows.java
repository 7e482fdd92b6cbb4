package io.paxosstore.table;

import io.paxosstore.log.ExpiryClock;
import io.paxosstore.log.WorkMeter;
import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ModelLimits;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a table for which a condition is true, expired ones left out. Rows come in the order
 * of the ranges of their {@link AccessPlan}: that of the primary key, or of an index. Not
 * thread-safe; close it.
 */
final class Rows implements RowCursor {
    private final TableDefinition table;
    private final TableView view;
    private final TableReader reader;
    private final WorkMeter meter;
    private final AccessPlan plan;
    private final Matcher matcher;
    private final ExpiryClock clock;
    private final boolean descending;
    private final List<KeyRange> ranges;
    private int range;
    private @Nullable RowCursor open;
    private int looked;

    Rows(
            TableDefinition table,
            TableView view,
            AccessPlan plan,
            Matcher matcher,
            ExpiryClock clock,
            boolean descending,
            KeyRange within) {
        this.table = table;
        this.view = view;
        this.reader = new TableReader(table, view);
        this.meter = view.meter();
        this.plan = plan;
        this.matcher = matcher;
        this.clock = clock;
        this.descending = descending;
        this.ranges = new ArrayList<>();
        for (KeyRange each : descending ? plan.ranges().reversed() : plan.ranges()) {
            KeyRange part = each.startingAt(within.from());
            byte[] end = within.to();
            part = end == null ? part : part.endingBefore(end);
            if (!part.isEmpty()) {
                ranges.add(part);
            }
        }
    }

    /** All rows of a condition, read as a plan for it says. */
    static Rows of(
            TableDefinition table,
            TableView view,
            Columns columns,
            AccessPlan plan,
            Condition where,
            ExpiryClock clock) {
        Matcher matcher = Matcher.of(where, columns, view.meter());
        return new Rows(table, view, plan, matcher, clock, false, KeyRange.ALL);
    }

    /** How many rows were looked at, whatever became of them. */
    int looked() {
        return looked;
    }

    /**
     * The next row; null after the last.
     *
     * @throws TableFailureException if too many were looked at
     */
    @Override
    public @Nullable StoredRow next() {
        while (true) {
            StoredRow row = candidate();
            if (row == null) {
                return null;
            }
            if (looked > ModelLimits.ROWS_READ_MAX) {
                throw new TableFailureException(
                        new Failure.LimitExceeded(
                                "ROWS_READ_MAX", looked, ModelLimits.ROWS_READ_MAX));
            }
            if (isMeant(row)) {
                return row;
            }
        }
    }

    /** Whether a row lives and the condition is true for it. */
    boolean isMeant(StoredRow row) {
        // Only a row that would be shown is a reason to say by an entry that it has expired.
        return matcher.test(RememberedRow.of(row, table)) == Matcher.Truth.TRUE
                && !clock.isPast(row.deadlineMillis());
    }

    /** The next row of the ranges, meant or not; null after the last. */
    @Nullable StoredRow candidate() {
        while (true) {
            if (open == null) {
                if (range == ranges.size()) {
                    return null;
                }
                open = open(ranges.get(range++));
            }
            StoredRow row = open.next();
            if (row != null) {
                looked++;
                meter.charge(WorkMeter.ROW);
                return row;
            }
            open.close();
            open = null;
        }
    }

    private RowCursor open(KeyRange its) {
        TableDefinition.Index index = plan.index();
        if (index != null) {
            return new IndexedRows(
                    table, index, reader, view.scan(Region.INDEX, its.from(), its.to()));
        }
        return plan.arePoints() ? new OneRow(reader.row(its.from())) : reader.rows(its, descending);
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
        }
    }

    private static final class OneRow implements RowCursor {
        private @Nullable StoredRow row;

        OneRow(@Nullable StoredRow row) {
            this.row = row;
        }

        @Override
        public @Nullable StoredRow next() {
            StoredRow next = row;
            row = null;
            return next;
        }

        @Override
        public void close() {}
    }

    private record IndexedRows(
            TableDefinition table,
            TableDefinition.Index index,
            TableReader reader,
            RecordCursor records)
            implements RowCursor {
        @Override
        public @Nullable StoredRow next() {
            while (records.next()) {
                StoredRow row = reader.row(RowKeys.ofIndexed(table, index, records.key()));
                if (row != null) {
                    return row;
                }
            }
            return null;
        }

        @Override
        public void close() {
            records.close();
        }
    }
}
