package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** The operations on objects of any type, and the list of objects. */
final class ObjectModel {
    private final Evaluation evaluation;

    ObjectModel(Evaluation evaluation) {
        this.evaluation = evaluation;
    }

    Result execute(ObjectOperation operation) {
        return switch (operation) {
            case ObjectOperation.Delete delete -> delete(delete.object());
            case ObjectOperation.Expire expire -> expire(expire.object(), expire.ttlMillis());
            case ObjectOperation.Rename rename ->
                    new ObjectRename(evaluation, rename.object(), rename.to()).execute();
            case ObjectOperation.Describe describe -> describe(describe.object());
            case ObjectOperation.Names names -> names(names.from(), names.page());
        };
    }

    private Result delete(String name) {
        ObjectHeader header = evaluation.find(name);
        if (header != null) {
            evaluation.remove(name, header);
        }
        return new Result.Flag(header != null);
    }

    private Result expire(String name, long ttlMillis) {
        ObjectHeader header = evaluation.find(name);
        if (header != null) {
            long deadlineMillis = Deadlines.of(ttlMillis, evaluation.nowMillis());
            if (deadlineMillis != header.deadlineMillis()) {
                evaluation.put(name, header, header.withDeadline(deadlineMillis));
            }
        }
        return new Result.Flag(header != null);
    }

    private Result describe(String name) {
        ObjectHeader header = evaluation.find(name);
        return header == null
                ? new Result.Info(null, 0, Deadlines.NEVER)
                : new Result.Info(header.type(), size(name, header), header.deadlineMillis());
    }

    private long size(String name, ObjectHeader header) {
        return switch (header) {
            case ObjectHeader.Value value -> value.value().length;
            case ObjectHeader.List list -> list.length();
            case ObjectHeader.Queue _ -> QueueModel.open(evaluation, name).length();
            case ObjectHeader.Set set -> set.members();
            case ObjectHeader.SortedSet set -> set.members();
            case ObjectHeader.Stream stream -> stream.rows();
            case ObjectHeader.Map _ -> MapModel.open(evaluation, name).size();
            case ObjectHeader.Table _ -> TableModel.size(evaluation, name);
        };
    }

    private Result names(String from, Page page) {
        List<Result.Name> names = new ArrayList<>();
        Evaluation.Budget budget = evaluation.budget(page);
        int steps = 0;
        try (RecordCursor cursor =
                evaluation.state().scan(KeyLayout.header(from), KeyLayout.HEADERS_END)) {
            while (cursor.next()) {
                String name = KeyLayout.nameOf(cursor.key());
                ObjectHeader header = ObjectHeader.decode(cursor.value());
                boolean shown = !evaluation.clock().isPast(header.deadlineMillis());
                steps++;
                if (steps > Scans.STEPS_MAX || (shown && !budget.takes(cursor.key().length))) {
                    return new Result.Names(names, name);
                }
                if (shown) {
                    names.add(new Result.Name(name, header.type()));
                }
            }
        }
        return new Result.Names(names, null);
    }

    /** How many elements, members or fields an object has; null if it is a value. */
    @Nullable Long size(String name) {
        ObjectHeader header = evaluation.find(name);
        if (header == null) {
            return 0L;
        }
        return header instanceof ObjectHeader.Value ? null : size(name, header);
    }
}
