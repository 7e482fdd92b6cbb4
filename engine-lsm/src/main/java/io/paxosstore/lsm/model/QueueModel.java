package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.Result;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * The operations on queues. Elements have consecutive sequence numbers and never falling times, so
 * the first one young enough is found by bisection, and reading from a sequence number is one seek.
 */
final class QueueModel {
    private static final long FIRST_SEQUENCE = 1;

    private final Evaluation evaluation;
    private final String name;
    private final ObjectHeader.@Nullable Queue header;

    private QueueModel(Evaluation evaluation, String name, ObjectHeader.@Nullable Queue header) {
        this.evaluation = evaluation;
        this.name = name;
        this.header = header;
    }

    static QueueModel open(Evaluation evaluation, String name) {
        return switch (evaluation.find(name)) {
            case null -> new QueueModel(evaluation, name, null);
            case ObjectHeader.Queue queue -> new QueueModel(evaluation, name, queue);
            case ObjectHeader other -> throw Evaluation.wrongType(name, ObjectType.QUEUE, other);
        };
    }

    long length() {
        return header == null ? 0 : header.next() - firstYoung(header, header.first());
    }

    Result execute(QueueOperation operation) {
        return switch (operation) {
            case QueueOperation.Enqueue enqueue -> enqueue(enqueue.elements());
            case QueueOperation.Read read -> read(read.fromSequence(), read.page());
            case QueueOperation.Peek _ -> read(0, Page.of(1));
            case QueueOperation.Acknowledge acknowledge -> acknowledge(acknowledge.upToSequence());
            case QueueOperation.Retain retain -> retain(retain.lengthMax(), retain.ageMillisMax());
            case QueueOperation.Length _ -> new Result.Size(length());
        };
    }

    private ObjectHeader.Queue headerOrNew() {
        return header == null
                ? new ObjectHeader.Queue(
                        evaluation.create(name),
                        Deadlines.NEVER,
                        FIRST_SEQUENCE,
                        FIRST_SEQUENCE,
                        0,
                        0,
                        0)
                : header;
    }

    private Result enqueue(List<byte[]> elements) {
        if (elements.isEmpty()) {
            long next = header == null ? FIRST_SEQUENCE : header.next();
            return new Result.Enqueued(next, next - 1);
        }
        ObjectHeader.Queue before = headerOrNew();
        long time = Math.max(evaluation.nowMillis(), before.lastTimeMillis());
        long sequence = before.next();
        for (byte[] element : elements) {
            byte[] record = ElementRecord.queued(time, evaluation.entry(), element);
            evaluation.state().put(KeyLayout.sequence(before.generation(), sequence), record);
            sequence++;
        }
        ObjectHeader.Queue after =
                new ObjectHeader.Queue(
                        before.generation(),
                        before.deadlineMillis(),
                        before.first(),
                        sequence,
                        time,
                        before.lengthMax(),
                        before.ageMillisMax());
        evaluation.put(name, header, retained(after));
        return new Result.Enqueued(before.next(), sequence - 1);
    }

    /** Removes what the retention does not keep. */
    private ObjectHeader.Queue retained(ObjectHeader.Queue queue) {
        long first = firstYoung(queue, queue.first());
        if (queue.lengthMax() > 0) {
            first = Math.max(first, queue.next() - queue.lengthMax());
        }
        return cut(queue, first);
    }

    private ObjectHeader.Queue cut(ObjectHeader.Queue queue, long first) {
        Elements.removeSequences(evaluation.state(), queue.generation(), queue.first(), first);
        return new ObjectHeader.Queue(
                queue.generation(),
                queue.deadlineMillis(),
                first,
                queue.next(),
                queue.lastTimeMillis(),
                queue.lengthMax(),
                queue.ageMillisMax());
    }

    private boolean isTooOld(ObjectHeader.Queue queue, long timeMillis) {
        return queue.ageMillisMax() > 0
                && evaluation.clock().isPast(Deadlines.after(timeMillis, queue.ageMillisMax()));
    }

    private boolean isTooOldAt(ObjectHeader.Queue queue, long sequence) {
        byte[] record = evaluation.state().get(KeyLayout.sequence(queue.generation(), sequence));
        if (record == null) {
            throw Elements.missing(name, sequence);
        }
        return isTooOld(queue, ElementRecord.timeOf(record));
    }

    /** The first sequence number from {@code from} on whose element is not too old. */
    private long firstYoung(ObjectHeader.Queue queue, long from) {
        if (queue.ageMillisMax() == 0 || from >= queue.next() || !isTooOldAt(queue, from)) {
            return from;
        }
        if (isTooOld(queue, queue.lastTimeMillis())) {
            return queue.next();
        }
        long old = from;
        long young = queue.next() - 1;
        while (young - old > 1) {
            long middle = old + (young - old) / 2;
            if (isTooOldAt(queue, middle)) {
                old = middle;
            } else {
                young = middle;
            }
        }
        return young;
    }

    private Result read(long fromSequence, Page page) {
        List<Result.Entry> entries = new ArrayList<>();
        if (header == null) {
            return new Result.Entries(entries, Math.max(fromSequence, FIRST_SEQUENCE));
        }
        if (fromSequence >= header.next()) {
            return new Result.Entries(entries, fromSequence);
        }
        long next = firstYoung(header, Math.max(fromSequence, header.first()));
        Evaluation.Budget budget = evaluation.budget(page);
        try (RecordCursor cursor =
                evaluation
                        .state()
                        .scan(
                                KeyLayout.sequence(header.generation(), next),
                                KeyLayout.sequence(header.generation(), header.next()))) {
            while (cursor.next()) {
                ElementRecord record = ElementRecord.ofQueue(cursor.value());
                if (!budget.takes(record.element().length)) {
                    break;
                }
                next = KeyLayout.sequenceOf(cursor.key());
                entries.add(new Result.Entry(next, record.timeMillis(), record.element()));
                next++;
            }
        }
        return new Result.Entries(entries, next);
    }

    private Result acknowledge(long upToSequence) {
        if (header == null || upToSequence < header.first()) {
            return new Result.Count(0);
        }
        long first = Math.min(upToSequence, header.next() - 1) + 1;
        long firstBefore = firstYoung(header, header.first());
        if (first > header.first()) {
            evaluation.put(name, header, cut(header, first));
        }
        return new Result.Count(Math.max(0, first - firstBefore));
    }

    private Result retain(long lengthMax, long ageMillisMax) {
        // What the retention until now has hidden must not come back under the new one.
        ObjectHeader.Queue before = retained(headerOrNew());
        evaluation.put(
                name,
                header,
                retained(
                        new ObjectHeader.Queue(
                                before.generation(),
                                before.deadlineMillis(),
                                before.first(),
                                before.next(),
                                before.lastTimeMillis(),
                                lengthMax,
                                ageMillisMax)));
        return new Result.Done();
    }
}
