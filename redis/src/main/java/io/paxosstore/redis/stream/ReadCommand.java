package io.paxosstore.redis.stream;

import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One XREAD or XREADGROUP that waits for nothing, as within a transaction; the connection tries it
 * again when something has changed. Used once.
 */
final class ReadCommand {
    /** Most entries that one XREADGROUP delivers, since it writes something of each. */
    static final int DELIVERIES_MAX = 10_000;

    private final Keyspace keys;
    private final Arguments in;
    private final ReadOptions options;
    private final List<Reply> found = new ArrayList<>();
    private int deliveriesLeft = DELIVERIES_MAX;

    private ReadCommand(Keyspace keys, Arguments in) {
        this.keys = keys;
        this.in = in;
        this.options = ReadOptions.of(in);
    }

    static Reply execute(Keyspace keys, Arguments in) {
        return new ReadCommand(keys, in).execute();
    }

    /** From where a stream is read; null is behind what the group has got. */
    @SuppressWarnings("ArrayRecordComponent") // a word of the command
    private record Source(byte[] key, @Nullable StreamId behind) {}

    private Reply execute() {
        List<Source> sources = new ArrayList<>();
        for (int i = 0; i < options.streams(); i++) {
            sources.add(source(in.bytes(options.keysAt() + i), idAt(i)));
        }
        for (Source source : sources) {
            if (deliveriesLeft == 0) {
                break; // an empty answer would say that there is nothing
            }
            Reply entries = entries(source);
            if (entries != null) {
                found.add(new Reply.Bulk(source.key()));
                found.add(entries);
            }
        }
        return found.isEmpty() ? Reply.NULL_ARRAY : new Reply.Keyed(found);
    }

    private int idAt(int stream) {
        return options.keysAt() + options.streams() + stream;
    }

    /** All of them are looked at before the first is read. */
    private Source source(byte[] key, int idAt) {
        OpenStream stream = OpenStream.find(keys, key);
        byte[] group = options.group();
        if (group != null && (stream == null || OpenGroup.find(stream, group) == null)) {
            throw StreamErrors.noKeyOrGroup(key, group, " in XREADGROUP with GROUP option");
        }
        if (in.is(idAt, "$")) {
            if (group != null) {
                throw new RedisError(
                        "ERR The $ ID is meaningless in the context of XREADGROUP: you want to"
                                + " read the history of this consumer by specifying a proper ID, or"
                                + " use the > ID to get new messages. The $ ID would just return an"
                                + " empty result set.");
            }
            return new Source(key, stream == null ? StreamId.ZERO : stream.header().last());
        }
        if (in.is(idAt, ">")) {
            if (group == null) {
                throw new RedisError(
                        "ERR The > ID can be specified only when calling XREADGROUP using the"
                                + " GROUP <group> <consumer> option.");
            }
            return new Source(key, null);
        }
        StreamId id = IdWords.strict(in.bytes(idAt), 0);
        return new Source(key, group != null && id.equals(StreamId.LAST) ? null : id);
    }

    private @Nullable Reply entries(Source source) {
        OpenStream stream = OpenStream.find(keys, source.key());
        if (stream == null) {
            return null;
        }
        byte[] name = options.group();
        if (name == null) {
            StreamId behind = source.behind();
            List<StreamEntry> entries =
                    behind == null ? List.of() : stream.behind(behind, options.most());
            return entries.isEmpty() ? null : StreamEntry.replies(entries);
        }
        OpenGroup group = OpenGroup.find(stream, name);
        return group == null ? null : entries(stream, group, source.behind());
    }

    private @Nullable Reply entries(OpenStream stream, OpenGroup group, @Nullable StreamId behind) {
        long most = Math.min(options.most(), deliveriesLeft);
        Reply entries =
                behind == null
                        ? deliver(stream, group, most)
                        : history(stream, group, behind, most);
        group.save();
        return entries;
    }

    private GroupConsumer consumer(OpenStream stream, OpenGroup group) {
        return group.seen(stream, Objects.requireNonNull(options.consumer()), keys.nowMillis());
    }

    /** What no consumer of the group has got; null if there is nothing, and nothing changes. */
    private @Nullable Reply deliver(OpenStream stream, OpenGroup group, long most) {
        List<StreamEntry> entries = stream.behind(group.record().last(), most);
        if (entries.isEmpty()) {
            return null;
        }
        deliveriesLeft -= entries.size();
        GroupConsumer consumer = consumer(stream, group);
        for (StreamEntry entry : entries) {
            group.record(group.record().delivered(entry.id(), stream.header()));
        }
        if (!options.noAcknowledge()) {
            List<StreamId> ids = entries.stream().map(StreamEntry::id).toList();
            // Some are pending already if the group was set back.
            List<@Nullable PendingRecord> earlier = group.pending(ids);
            for (int i = 0; i < ids.size(); i++) {
                group.deliver(ids.get(i), earlier.get(i), consumer, keys.nowMillis(), 1);
            }
        }
        return StreamEntry.replies(entries);
    }

    /** What this consumer has got and not acknowledged; entries that are gone by their ids. */
    private Reply history(OpenStream stream, OpenGroup group, StreamId behind, long most) {
        GroupConsumer consumer = consumer(stream, group);
        List<Reply> replies = new ArrayList<>();
        StreamId from = behind.next();
        List<PendingEntry> pending =
                from == null ? List.of() : group.pendingOf(consumer, from, StreamId.LAST, most);
        deliveriesLeft -= pending.size();
        for (PendingEntry one : pending) {
            StreamEntry entry = stream.entry(one.id());
            if (entry == null) {
                replies.add(new Reply.Array(List.of(one.id().reply(), Reply.NULL_ARRAY)));
            } else {
                long deliveries = one.record().deliveries() + 1;
                group.deliver(one.id(), one.record(), consumer, keys.nowMillis(), deliveries);
                replies.add(entry.reply());
            }
        }
        return new Reply.Array(replies);
    }
}
