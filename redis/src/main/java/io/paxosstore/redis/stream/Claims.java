package io.paxosstore.redis.stream;

import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Entries that a consumer takes over. Not thread-safe. */
final class Claims {
    private final Keyspace keys;
    private final OpenStream stream;
    private final OpenGroup group;
    private final byte[] name;
    private final Terms terms;
    private final List<Reply> replies = new ArrayList<>();
    private @Nullable GroupConsumer consumer;

    /**
     * How they are taken over.
     *
     * @param deliveredMillis when they count as delivered
     * @param deliveries how often; below 0 for once more
     * @param idsOnly whether they are not wanted, and do not count as delivered once more
     */
    record Terms(long deliveredMillis, long deliveries, boolean idsOnly) {}

    /**
     * @param name of the consumer, which is made with the first entry that it takes
     */
    Claims(Keyspace keys, OpenStream stream, OpenGroup group, byte[] name, Terms terms) {
        this.keys = keys;
        this.stream = stream;
        this.group = group;
        this.name = name;
        this.terms = terms;
    }

    /**
     * Takes an entry over that is there.
     *
     * @param pending what was known of it; null if it was not pending
     */
    void claim(StreamId id, @Nullable PendingRecord pending) {
        group.deliver(id, pending, consumer(), terms.deliveredMillis(), times(pending));
        StreamEntry entry = terms.idsOnly() ? null : stream.entry(id);
        replies.add(entry == null ? id.reply() : entry.reply());
    }

    private GroupConsumer consumer() {
        GroupConsumer known = consumer;
        if (known == null) {
            known = group.seen(stream, name, keys.nowMillis());
            consumer = known;
        }
        return known;
    }

    private long times(@Nullable PendingRecord pending) {
        if (terms.deliveries() >= 0) {
            return terms.deliveries();
        }
        return (pending == null ? 1 : pending.deliveries()) + (terms.idsOnly() ? 0 : 1);
    }

    /** The entries taken over, or their ids. */
    Reply reply() {
        return new Reply.Array(replies);
    }

    int count() {
        return replies.size();
    }
}
