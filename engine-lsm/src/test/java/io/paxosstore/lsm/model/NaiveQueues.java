package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.Result;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Queues of the naive twin; the entity has thrown away what is too old. */
final class NaiveQueues {
    private final NaiveEntity entity;
    private final long nowMillis;

    NaiveQueues(NaiveEntity entity, long nowMillis) {
        this.entity = entity;
        this.nowMillis = nowMillis;
    }

    Result execute(QueueOperation operation) {
        NaiveObject found = entity.find(operation.object(), ObjectType.QUEUE);
        return switch (operation) {
            case QueueOperation.Enqueue enqueue -> enqueue(found, enqueue);
            case QueueOperation.Read read -> read(found, read.fromSequence(), read.page());
            case QueueOperation.Peek _ -> read(found, 0, Page.of(1));
            case QueueOperation.Acknowledge acknowledge -> {
                int before = found == null ? 0 : found.queue.size();
                if (found == null) {
                    yield new Result.Count(0);
                }
                found.queue.removeIf(one -> one.sequence() <= acknowledge.upToSequence());
                if (found.queue.isEmpty()
                        && entity.has(NaiveEntity.Plant.QUEUE_RESTARTS_WHEN_EMPTY)) {
                    found.nextSequence = 1;
                }
                yield new Result.Count(before - found.queue.size());
            }
            case QueueOperation.Retain retain -> {
                NaiveObject queue = entity.findOrCreate(retain.object(), ObjectType.QUEUE);
                queue.lengthMax = retain.lengthMax();
                queue.ageMillisMax = retain.ageMillisMax();
                queue.expire(nowMillis);
                queue.keepLength();
                yield new Result.Done();
            }
            case QueueOperation.Length _ -> new Result.Size(found == null ? 0 : found.queue.size());
        };
    }

    private Result enqueue(@Nullable NaiveObject found, QueueOperation.Enqueue enqueue) {
        if (enqueue.elements().isEmpty()) {
            long next = found == null ? 1 : found.nextSequence;
            return new Result.Enqueued(next, next - 1);
        }
        NaiveObject queue = entity.findOrCreate(enqueue.object(), ObjectType.QUEUE);
        long first = queue.nextSequence;
        for (byte[] element : enqueue.elements()) {
            queue.queue.add(
                    new NaiveObject.Message(queue.nextSequence++, nowMillis, Latin1.text(element)));
        }
        queue.keepLength();
        return new Result.Enqueued(first, queue.nextSequence - 1);
    }

    private Result read(@Nullable NaiveObject queue, long from, Page page) {
        List<Result.Entry> entries = new ArrayList<>();
        long next = Math.max(from, queue == null ? 1 : queue.nextSequence);
        int bytes = 0;
        if (queue != null) {
            for (NaiveObject.Message message : queue.queue) {
                if (message.sequence() < from) {
                    continue;
                }
                bytes += message.element().length();
                if (entity.room().isFull(entries.size(), bytes, page)) {
                    next = message.sequence();
                    break;
                }
                entries.add(
                        new Result.Entry(
                                message.sequence(),
                                message.timeMillis(),
                                Latin1.bytes(message.element())));
            }
        }
        return new Result.Entries(entries, next);
    }
}
