package io.paxosstore.redis.stream;

import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** XPENDING. */
final class PendingCommand {
    /** Words of the short form. */
    private static final int SUMMARY_WORDS = 3;

    private static final int RANGE_WORDS_MIN = 6;
    private static final int IDLE_WORDS_MIN = 8;
    private static final int WORDS_MAX = 9;

    private PendingCommand() {}

    /** Which entries are wanted. */
    @SuppressWarnings("ArrayRecordComponent") // a word of the command
    private record Wanted(
            long idleMillis, StreamId from, StreamId to, long most, byte @Nullable [] consumer) {}

    static Reply execute(Keyspace keys, Arguments in) {
        boolean isSummary = in.count() == SUMMARY_WORDS;
        if (!isSummary && (in.count() < RANGE_WORDS_MIN || in.count() > WORDS_MAX)) {
            throw RedisError.syntax();
        }
        Wanted wanted = isSummary ? null : wanted(in);
        OpenStream stream = OpenStream.find(keys, in.bytes(1));
        OpenGroup group = stream == null ? null : OpenGroup.find(stream, in.bytes(2));
        if (group == null) {
            throw StreamErrors.noKeyOrGroup(in);
        }
        return wanted == null ? summary(group) : entries(group, wanted, keys.wallMillis());
    }

    private static Wanted wanted(Arguments in) {
        int at = 3;
        long idleMillis = 0;
        if (in.is(at, "IDLE")) {
            idleMillis = in.integer(at + 1);
            if (in.count() < IDLE_WORDS_MIN) {
                throw RedisError.syntax();
            }
            at += 2;
        }
        long most = Math.max(0, in.integer(at + 2));
        StreamId from = IdWords.from(in.bytes(at));
        StreamId to = IdWords.to(in.bytes(at + 1));
        byte[] consumer = at + 3 < in.count() ? in.bytes(at + 3) : null;
        return new Wanted(idleMillis, from, to, most, consumer);
    }

    private static Reply summary(OpenGroup group) {
        long pending = group.record().pending();
        if (pending == 0) {
            return new Reply.Array(
                    List.of(new Reply.Number(0), Reply.NULL, Reply.NULL, Reply.NULL_ARRAY));
        }
        List<Reply> consumers = new ArrayList<>();
        for (GroupConsumer consumer : group.consumers()) {
            long its = consumer.record().pending();
            if (its > 0) {
                consumers.add(
                        new Reply.Array(
                                List.of(
                                        new Reply.Bulk(consumer.name()),
                                        Reply.bulk(Long.toString(its)))));
            }
        }
        return new Reply.Array(
                List.of(
                        new Reply.Number(pending),
                        group.pendingEdge(false).reply(),
                        group.pendingEdge(true).reply(),
                        new Reply.Array(consumers)));
    }

    private static Reply entries(OpenGroup group, Wanted wanted, long nowMillis) {
        List<Reply> replies = new ArrayList<>();
        Iterator<PendingEntry> found = found(group, wanted);
        while (replies.size() < wanted.most() && found.hasNext()) {
            PendingEntry entry = found.next();
            PendingRecord record = entry.record();
            if (record.isIdle(nowMillis, wanted.idleMillis())) {
                replies.add(
                        new Reply.Array(
                                List.of(
                                        entry.id().reply(),
                                        new Reply.Bulk(group.owner(record.consumer()).name()),
                                        new Reply.Number(
                                                Math.max(0, nowMillis - record.deliveredMillis())),
                                        new Reply.Number(record.deliveries()))));
            }
        }
        return new Reply.Array(replies);
    }

    private static Iterator<PendingEntry> found(OpenGroup group, Wanted wanted) {
        byte[] name = wanted.consumer();
        // Without a condition no more need be read than are wanted.
        long most = wanted.idleMillis() == 0 ? wanted.most() : Long.MAX_VALUE;
        if (name == null) {
            return group.pending(wanted.from(), wanted.to(), most);
        }
        GroupConsumer consumer = group.consumer(name);
        return consumer == null
                ? List.<PendingEntry>of().iterator()
                : group.pendingOf(consumer, wanted.from(), wanted.to(), most).iterator();
    }
}
