package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.StreamOperation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** The operations on streams: a record per row, as of a map whose fields do not expire. */
final class StreamModel {
    /** More rows that lie side by side are removed as a range. */
    static final int SINGLE_REMOVALS_MAX = 32;

    private final Evaluation evaluation;
    private final String name;
    private final ObjectHeader.@Nullable Stream header;

    private StreamModel(Evaluation evaluation, String name, ObjectHeader.@Nullable Stream header) {
        this.evaluation = evaluation;
        this.name = name;
        this.header = header;
    }

    static StreamModel open(Evaluation evaluation, String name) {
        return switch (evaluation.find(name)) {
            case null -> new StreamModel(evaluation, name, null);
            case ObjectHeader.Stream stream -> new StreamModel(evaluation, name, stream);
            case ObjectHeader other -> throw Evaluation.wrongType(name, ObjectType.STREAM, other);
        };
    }

    Result execute(StreamOperation operation) {
        return switch (operation) {
            case StreamOperation.Get get -> get(get.rows());
            case StreamOperation.Put put -> put(put.rows());
            case StreamOperation.Remove remove -> remove(remove.rows());
            case StreamOperation.Scan scan -> scan(scan);
            case StreamOperation.RemoveFirst remove ->
                    removeFirst(remove.from(), remove.to(), remove.rowsMax());
            case StreamOperation.Size _ -> new Result.Size(header == null ? 0 : header.rows());
        };
    }

    private byte @Nullable [] value(long generation, byte[] row) {
        return evaluation.state().get(KeyLayout.member(generation, row));
    }

    private Result get(List<byte[]> rows) {
        List<byte @Nullable []> values = new ArrayList<>(rows.size());
        for (byte[] row : rows) {
            byte[] value = header == null ? null : value(header.generation(), row);
            evaluation.returns(value == null ? 0 : value.length);
            values.add(value);
        }
        return new Result.Values(values);
    }

    private Result put(List<MapOperation.Field> rows) {
        if (rows.isEmpty()) {
            return new Result.Count(0);
        }
        ObjectHeader.Stream before =
                header == null
                        ? new ObjectHeader.Stream(evaluation.create(name), Deadlines.NEVER, 0)
                        : header;
        long absent = 0;
        for (MapOperation.Field row : rows) {
            absent += value(before.generation(), row.name()) == null ? 1 : 0;
            evaluation.state().put(KeyLayout.member(before.generation(), row.name()), row.value());
        }
        write(before, absent);
        return new Result.Count(absent);
    }

    private void count(ObjectHeader.Stream before, long more) {
        if (more != 0) {
            write(before, more);
        }
    }

    /** Also if the count stays the same: who watches goes by the headers. */
    private void write(ObjectHeader.Stream before, long more) {
        evaluation.put(
                name,
                header,
                new ObjectHeader.Stream(
                        before.generation(), before.deadlineMillis(), before.rows() + more));
    }

    private Result remove(List<byte[]> rows) {
        if (header == null) {
            return new Result.Count(0);
        }
        long present = 0;
        for (byte[] row : rows) {
            if (value(header.generation(), row) != null) {
                evaluation.state().delete(KeyLayout.member(header.generation(), row));
                present++;
            }
        }
        count(header, -present);
        return new Result.Count(present);
    }

    private Result scan(StreamOperation.Scan scan) {
        List<MapOperation.Field> rows = new ArrayList<>();
        if (header == null) {
            return new Result.Fields(rows, null);
        }
        long generation = header.generation();
        EntityState state = evaluation.state();
        Page page = scan.page();
        Evaluation.Budget budget = evaluation.budget(page);
        try (RecordCursor cursor =
                scan.reverse()
                        ? Scans.membersReverse(state, generation, scan.from(), scan.to())
                        : Scans.members(state, generation, scan.from(), scan.to())) {
            while (cursor.next()) {
                byte[] row = KeyLayout.memberOf(cursor.key());
                byte[] value = cursor.value();
                if (!budget.takes(row.length + (long) value.length)) {
                    return new Result.Fields(rows, scan.reverse() ? KeyLayout.after(row) : row);
                }
                rows.add(new MapOperation.Field(row, value));
            }
        }
        return new Result.Fields(rows, null);
    }

    private Result removeFirst(byte[] from, byte @Nullable [] to, long rowsMax) {
        if (header == null || rowsMax == 0) {
            return new Result.Count(0);
        }
        List<byte[]> singles = new ArrayList<>();
        byte[] first = null;
        byte[] last = null;
        long removed = 0;
        try (RecordCursor cursor =
                Scans.members(evaluation.state(), header.generation(), from, to)) {
            while (removed < rowsMax && cursor.next()) {
                last = cursor.key();
                first = first == null ? last : first;
                removed++;
                if (removed <= SINGLE_REMOVALS_MAX) {
                    singles.add(last);
                }
            }
        }
        if (first != null && last != null && removed > SINGLE_REMOVALS_MAX) {
            evaluation.state().deleteRange(first, KeyLayout.after(last));
        } else {
            singles.forEach(evaluation.state()::delete);
        }
        count(header, -removed);
        return new Result.Count(removed);
    }
}
