package io.paxosstore.redis.stream;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** One XINFO STREAM. Used once. */
final class StreamInfo {
    /** Most entries, and pending entries of a group or consumer, that FULL tells of. */
    private static final long COUNT_DEFAULT = 10;

    /** As many entries as Redis keeps in a node of its tree. */
    private static final int NODE_ENTRIES = 100;

    private final OpenStream stream;
    private final long most;

    private StreamInfo(OpenStream stream, long most) {
        this.stream = stream;
        this.most = most;
    }

    /**
     * What is told of a stream.
     *
     * @throws io.paxosstore.redis.resp.RedisError if the words make no sense
     */
    static Reply of(OpenStream stream, Arguments in) {
        if (in.count() == 3) {
            return new StreamInfo(stream, COUNT_DEFAULT).summary();
        }
        boolean hasCount = in.count() == 6 && in.is(4, "COUNT");
        if (!in.is(3, "FULL") || !(in.count() == 4 || hasCount)) {
            throw RedisError.wrongWords(in);
        }
        long count = hasCount ? in.integer(5) : COUNT_DEFAULT;
        if (count < 0) {
            count = COUNT_DEFAULT;
        }
        return new StreamInfo(stream, count == 0 ? Long.MAX_VALUE : count).full();
    }

    private Facts header() {
        StreamHeader header = stream.header();
        long nodes = (header.length() + NODE_ENTRIES - 1) / NODE_ENTRIES;
        return new Facts()
                .add("length", header.length())
                .add("radix-tree-keys", nodes)
                .add("radix-tree-nodes", nodes + 1)
                .add("last-generated-id", header.last().reply())
                .add("max-deleted-entry-id", header.maxDeleted().reply())
                .add("entries-added", header.added())
                .add("recorded-first-entry-id", header.first().reply());
    }

    private Reply summary() {
        return header().add("groups", OpenGroup.all(stream).size())
                .add("first-entry", edge(false))
                .add("last-entry", edge(true))
                .reply();
    }

    private Reply edge(boolean last) {
        List<StreamEntry> entries = stream.range(StreamId.ZERO, StreamId.LAST, last, 1);
        return entries.isEmpty() ? Reply.NULL : entries.getFirst().reply();
    }

    private Reply full() {
        List<Reply> groups = new ArrayList<>();
        for (OpenGroup group : OpenGroup.all(stream)) {
            groups.add(group(group));
        }
        List<StreamEntry> entries = stream.range(StreamId.ZERO, StreamId.LAST, false, most);
        return header().add("entries", StreamEntry.replies(entries))
                .add("groups", new Reply.Array(groups))
                .reply();
    }

    private Reply group(OpenGroup group) {
        List<Reply> pending = new ArrayList<>();
        Iterator<PendingEntry> found = group.pending(StreamId.ZERO, StreamId.LAST, most);
        while (found.hasNext()) {
            PendingEntry one = found.next();
            pending.add(
                    new Reply.Array(
                            List.of(
                                    one.id().reply(),
                                    new Reply.Bulk(group.owner(one.record().consumer()).name()),
                                    new Reply.Number(one.record().deliveredMillis()),
                                    new Reply.Number(one.record().deliveries()))));
        }
        List<Reply> consumers = new ArrayList<>();
        for (GroupConsumer consumer : group.consumers()) {
            consumers.add(consumer(group, consumer));
        }
        GroupRecord record = group.record();
        return new Facts()
                .add("name", new Reply.Bulk(group.name()))
                .add("last-delivered-id", record.last().reply())
                .addIfKnown("entries-read", record.entriesReadIfKnown())
                .addIfKnown("lag", record.lag(stream.header()))
                .add("pel-count", record.pending())
                .add("pending", new Reply.Array(pending))
                .add("consumers", new Reply.Array(consumers))
                .reply();
    }

    private Reply consumer(OpenGroup group, GroupConsumer consumer) {
        List<Reply> pending = new ArrayList<>();
        for (PendingEntry one : group.pendingOf(consumer, StreamId.ZERO, StreamId.LAST, most)) {
            pending.add(
                    new Reply.Array(
                            List.of(
                                    one.id().reply(),
                                    new Reply.Number(one.record().deliveredMillis()),
                                    new Reply.Number(one.record().deliveries()))));
        }
        return new Facts()
                .add("name", new Reply.Bulk(consumer.name()))
                .add("seen-time", consumer.record().seenMillis())
                .add("pel-count", consumer.record().pending())
                .add("pending", new Reply.Array(pending))
                .reply();
    }
}
