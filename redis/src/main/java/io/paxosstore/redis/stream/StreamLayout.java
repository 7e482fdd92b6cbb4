package io.paxosstore.redis.stream;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;

import java.util.Arrays;

/**
 * The rows that a stream is kept in. Numbers have 64 bits, the highest byte first; an id is two of
 * them.
 *
 * <pre>
 *  00                            {@link StreamHeader}
 *  01 id                         entry, see {@link StreamEntry}
 *  02 name                       group, see {@link GroupRecord}
 *  03 group name                 consumer of a group, see {@link ConsumerRecord}
 *  04 group consumer             the consumer's name
 *  05 group id                   entry that is pending, see {@link PendingRecord}
 *  06 group consumer id          the same by its consumer: nothing
 * </pre>
 *
 * <p>Groups and consumers have numbers that no other of the stream has ever had, so that what
 * belongs to them has short rows, and goes as one range.
 */
final class StreamLayout {
    private static final byte HEADER = 0;
    private static final byte ENTRY = 1;
    private static final byte GROUP = 2;
    private static final byte CONSUMER = 3;
    private static final byte CONSUMER_NAME = 4;
    private static final byte PENDING = 5;
    private static final byte OWNED = 6;
    private static final int NUMBER_AT = 1;
    private static final int CONSUMER_NAME_AT = NUMBER_AT + Long.BYTES;

    private StreamLayout() {}

    /**
     * Rows that lie side by side.
     *
     * @param to not included
     */
    @SuppressWarnings("ArrayRecordComponent") // never changed
    record Range(byte[] from, byte[] to) {}

    /** Everything. */
    static Range all() {
        return new Range(new byte[0], new byte[] {OWNED + 1});
    }

    static byte[] header() {
        return new byte[] {HEADER};
    }

    static byte[] entry(StreamId id) {
        return of(ENTRY, 0).id(id).bytes();
    }

    /** All entries. */
    static Range entries() {
        return new Range(new byte[] {ENTRY}, new byte[] {ENTRY + 1});
    }

    /** The entries of the ids from one to another, both included. */
    static Range entries(StreamId from, StreamId to) {
        return new Range(entry(from), after(entry(to)));
    }

    /** The entries of lesser ids than this. */
    static Range entriesBelow(StreamId id) {
        return new Range(new byte[] {ENTRY}, entry(id));
    }

    static byte[] group(byte[] name) {
        return of(GROUP, name.length).raw(name).bytes();
    }

    /** All groups. */
    static Range groups() {
        return new Range(new byte[] {GROUP}, new byte[] {GROUP + 1});
    }

    static byte[] groupName(byte[] row) {
        return Arrays.copyOfRange(row, NUMBER_AT, row.length);
    }

    static byte[] consumer(long group, byte[] name) {
        return of(CONSUMER, name.length).number(group).raw(name).bytes();
    }

    /** All consumers of a group, by their names. */
    static Range consumers(long group) {
        return all(CONSUMER, group);
    }

    static byte[] consumerName(byte[] row) {
        return Arrays.copyOfRange(row, Math.min(CONSUMER_NAME_AT, row.length), row.length);
    }

    static byte[] nameOfConsumer(long group, long consumer) {
        return of(CONSUMER_NAME, 0).number(group).number(consumer).bytes();
    }

    /** The names of all consumers of a group. */
    static Range namesOfConsumers(long group) {
        return all(CONSUMER_NAME, group);
    }

    static byte[] pending(long group, StreamId id) {
        return of(PENDING, 0).number(group).id(id).bytes();
    }

    /** The pending entries of a group. */
    static Range pending(long group) {
        return all(PENDING, group);
    }

    /** The pending entries of a group of the ids from one to another, both included. */
    static Range pending(long group, StreamId from, StreamId to) {
        return new Range(pending(group, from), after(pending(group, to)));
    }

    static byte[] owned(long group, long consumer, StreamId id) {
        return of(OWNED, 0).number(group).number(consumer).id(id).bytes();
    }

    /** The pending entries of all consumers of a group. */
    static Range owned(long group) {
        return all(OWNED, group);
    }

    /** The pending entries of a consumer of the ids from one to another, both included. */
    static Range owned(long group, long consumer, StreamId from, StreamId to) {
        return new Range(owned(group, consumer, from), after(owned(group, consumer, to)));
    }

    /**
     * The id that a row ends with.
     *
     * @throws io.paxosstore.redis.resp.RedisError if it is too short
     */
    static StreamId id(byte[] row) {
        if (row.length < StreamId.BYTES) {
            throw StreamErrors.unreadable();
        }
        return StreamId.get(
                ByteReader.of(Arrays.copyOfRange(row, row.length - StreamId.BYTES, row.length)));
    }

    private static Range all(byte kind, long group) {
        return new Range(of(kind, 0).number(group).bytes(), of(kind, 0).number(group + 1).bytes());
    }

    private static byte[] after(byte[] row) {
        return Arrays.copyOf(row, row.length + 1);
    }

    private static Row of(byte kind, int nameBytes) {
        Row row = new Row(1 + 2 * Long.BYTES + StreamId.BYTES + nameBytes);
        row.out.putByte(kind);
        return row;
    }

    /** A row's key while it is put together. */
    private static final class Row {
        private final ByteWriter out;

        Row(int bytes) {
            this.out = new ByteWriter(bytes);
        }

        Row number(long number) {
            out.putLong(number);
            return this;
        }

        Row id(StreamId id) {
            id.put(out);
            return this;
        }

        Row raw(byte[] name) {
            out.putRaw(name);
            return this;
        }

        byte[] bytes() {
            return out.toBytes();
        }
    }
}
