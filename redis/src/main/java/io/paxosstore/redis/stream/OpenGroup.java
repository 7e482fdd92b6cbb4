package io.paxosstore.redis.stream;

import io.paxosstore.protocol.model.MapOperation.Field;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * A group of consumers while a command works on it. Entries change their owners at once; what that
 * means for the counts of the group and its consumers is written by {@link #save}. Not thread-safe.
 */
final class OpenGroup {
    private static final byte[] NOTHING = {};

    private final Rows rows;
    private final byte[] name;
    private final GroupRecord before;
    private GroupRecord record;

    /** The consumers that were looked up, by their numbers. */
    private final SequencedMap<Long, GroupConsumer> consumers = new LinkedHashMap<>();

    private OpenGroup(Rows rows, byte[] name, GroupRecord record) {
        this.rows = rows;
        this.name = name;
        this.before = record;
        this.record = record;
    }

    /** The group of a name; null if there is none. */
    static @Nullable OpenGroup find(OpenStream stream, byte[] name) {
        byte[] bytes = stream.rows().get(StreamLayout.group(name));
        return bytes == null ? null : new OpenGroup(stream.rows(), name, GroupRecord.decode(bytes));
    }

    /** All groups of a stream, in the order of their names. */
    static List<OpenGroup> all(OpenStream stream) {
        List<OpenGroup> groups = new ArrayList<>();
        stream.rows()
                .scan(StreamLayout.groups(), false, Long.MAX_VALUE)
                .forEachRemaining(row ->
                        groups.add(
                                new OpenGroup(
                                        stream.rows(),
                                        StreamLayout.groupName(row.name()),
                                        GroupRecord.decode(row.value()))));
        return groups;
    }

    /** Makes a group that was not there; the stream must be saved. */
    static void create(OpenStream stream, byte[] name, StreamId last, long entriesRead) {
        GroupRecord record = new GroupRecord(stream.newNumber(), last, entriesRead, 0, 0);
        stream.rows().put(StreamLayout.group(name), record.encode());
    }

    /** Tells what has happened to it, as Redis does: as something of the stream's key. */
    void told(String event) {
        rows.told(event);
    }

    byte[] name() {
        return name;
    }

    GroupRecord record() {
        return record;
    }

    void record(GroupRecord changed) {
        record = changed;
    }

    /** Writes what has changed of the group and of its consumers. */
    void save() {
        List<Field> changed = new ArrayList<>();
        if (!record.equals(before)) {
            changed.add(new Field(StreamLayout.group(name), record.encode()));
        }
        for (GroupConsumer consumer : consumers.values()) {
            if (consumer.isChanged()) {
                changed.add(
                        new Field(
                                StreamLayout.consumer(record.number(), consumer.name()),
                                consumer.record().encode()));
            }
        }
        rows.put(changed);
    }

    /** Removes the group, with its consumers and what they have not acknowledged. */
    void destroy() {
        rows.remove(StreamLayout.group(name));
        rows.remove(StreamLayout.consumers(record.number()));
        rows.remove(StreamLayout.namesOfConsumers(record.number()));
        rows.remove(StreamLayout.pending(record.number()));
        rows.remove(StreamLayout.owned(record.number()));
    }

    /** A consumer; null if there is none of this name. */
    @Nullable GroupConsumer consumer(byte[] consumer) {
        byte[] bytes = rows.get(StreamLayout.consumer(record.number(), consumer));
        return bytes == null ? null : known(consumer, ConsumerRecord.decode(bytes));
    }

    private GroupConsumer known(byte[] consumer, ConsumerRecord stored) {
        return consumers.computeIfAbsent(
                stored.number(), _ -> GroupConsumer.found(consumer, stored));
    }

    /** Makes a consumer that was not there; the stream must be saved, since that numbers it. */
    GroupConsumer create(OpenStream stream, byte[] consumer, long nowMillis) {
        GroupConsumer created =
                GroupConsumer.made(consumer, new ConsumerRecord(stream.newNumber(), nowMillis, 0));
        consumers.put(created.number(), created);
        record = record.plusConsumers(1);
        rows.put(StreamLayout.nameOfConsumer(record.number(), created.number()), consumer);
        told("xgroup-createconsumer");
        return created;
    }

    /** A consumer that asks for something, made if it is not there. */
    GroupConsumer seen(OpenStream stream, byte[] consumer, long nowMillis) {
        GroupConsumer found = consumer(consumer);
        if (found == null) {
            GroupConsumer created = create(stream, consumer, nowMillis);
            stream.save();
            return created;
        }
        found.record(found.record().seen(nowMillis));
        return found;
    }

    /** All consumers, in the order of their names. */
    List<GroupConsumer> consumers() {
        List<GroupConsumer> all = new ArrayList<>();
        rows.scan(StreamLayout.consumers(record.number()), false, Long.MAX_VALUE)
                .forEachRemaining(row ->
                        all.add(
                                known(
                                        StreamLayout.consumerName(row.name()),
                                        ConsumerRecord.decode(row.value()))));
        return all;
    }

    /**
     * The consumer of a number.
     *
     * @throws io.paxosstore.redis.resp.RedisError if there is none
     */
    GroupConsumer owner(long number) {
        GroupConsumer known = consumers.get(number);
        if (known != null) {
            rows.charge(known.name().length); // it may be told with each entry
            return known;
        }
        byte[] owner = rows.get(StreamLayout.nameOfConsumer(record.number(), number));
        GroupConsumer found = owner == null ? null : consumer(owner);
        if (found == null) {
            throw StreamErrors.unreadable();
        }
        return found;
    }

    /** Removes a consumer; what it has not acknowledged nobody needs to acknowledge. */
    void delete(GroupConsumer consumer) {
        long group = record.number();
        StreamLayout.Range owned =
                StreamLayout.owned(group, consumer.number(), StreamId.ZERO, StreamId.LAST);
        List<byte[]> pending = new ArrayList<>();
        rows.scan(owned, false, Long.MAX_VALUE)
                .forEachRemaining(row ->
                        pending.add(StreamLayout.pending(group, StreamLayout.id(row.name()))));
        rows.remove(pending);
        rows.remove(owned);
        rows.remove(
                List.of(
                        StreamLayout.consumer(group, consumer.name()),
                        StreamLayout.nameOfConsumer(group, consumer.number())));
        consumers.remove(consumer.number());
        record = record.plusPending(-pending.size()).plusConsumers(-1);
    }

    /** An entry that is pending; null if it is not. */
    @Nullable PendingRecord pending(StreamId id) {
        byte[] bytes = rows.get(StreamLayout.pending(record.number(), id));
        return bytes == null ? null : PendingRecord.decode(bytes);
    }

    /** Entries in their order; null for those that are not pending. */
    List<@Nullable PendingRecord> pending(List<StreamId> ids) {
        List<@Nullable PendingRecord> found = new ArrayList<>(ids.size());
        for (byte[] bytes :
                rows.get(
                        ids.stream()
                                .map(id -> StreamLayout.pending(record.number(), id))
                                .toList())) {
            found.add(bytes == null ? null : PendingRecord.decode(bytes));
        }
        return found;
    }

    /**
     * The entries that are pending, in the order of their ids; those that are still to come must
     * not change meanwhile.
     *
     * @param most no more than so many are read
     */
    Iterator<PendingEntry> pending(StreamId from, StreamId to, long most) {
        Iterator<Field> found =
                rows.scan(StreamLayout.pending(record.number(), from, to), false, most);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return found.hasNext();
            }

            @Override
            public PendingEntry next() {
                return PendingEntry.of(found.next());
            }
        };
    }

    /** The first or last id that is pending, of some. */
    StreamId pendingEdge(boolean last) {
        return rows.id(StreamLayout.pending(record.number()), last);
    }

    /** The ids of the entries that a consumer has not acknowledged. */
    List<StreamId> owned(GroupConsumer consumer, StreamId from, StreamId to, long most) {
        List<StreamId> ids = new ArrayList<>();
        rows.scan(StreamLayout.owned(record.number(), consumer.number(), from, to), false, most)
                .forEachRemaining(row -> ids.add(StreamLayout.id(row.name())));
        return ids;
    }

    /** What a consumer has not acknowledged, with what is known of the delivery. */
    List<PendingEntry> pendingOf(GroupConsumer consumer, StreamId from, StreamId to, long most) {
        List<StreamId> ids = owned(consumer, from, to, most);
        List<@Nullable PendingRecord> records = pending(ids);
        List<PendingEntry> entries = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            PendingRecord known = records.get(i);
            if (known == null) {
                throw StreamErrors.unreadable();
            }
            entries.add(new PendingEntry(ids.get(i), known));
        }
        return entries;
    }

    /**
     * An entry was delivered to a consumer.
     *
     * @param earlier what was known of it; null if it was not pending
     */
    void deliver(
            StreamId id,
            @Nullable PendingRecord earlier,
            GroupConsumer to,
            long deliveredMillis,
            long deliveries) {
        PendingRecord now = new PendingRecord(to.number(), deliveredMillis, deliveries);
        Field pending = new Field(StreamLayout.pending(record.number(), id), now.encode());
        if (earlier != null && earlier.consumer() == to.number()) {
            rows.put(List.of(pending));
            return;
        }
        if (earlier == null) {
            record = record.plusPending(1);
        } else {
            takeFrom(owner(earlier.consumer()), id);
        }
        byte[] owned = StreamLayout.owned(record.number(), to.number(), id);
        rows.put(List.of(pending, new Field(owned, NOTHING)));
        to.record(to.record().plusPending(1));
    }

    private void takeFrom(GroupConsumer owner, StreamId id) {
        rows.remove(StreamLayout.owned(record.number(), owner.number(), id));
        owner.record(owner.record().plusPending(-1));
    }

    /** A pending entry is pending no more. */
    void release(StreamId id, PendingRecord pending) {
        rows.remove(StreamLayout.pending(record.number(), id));
        takeFrom(owner(pending.consumer()), id);
        record = record.plusPending(-1);
    }
}
