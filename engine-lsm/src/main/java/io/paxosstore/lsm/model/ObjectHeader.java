package io.paxosstore.lsm.model;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.ObjectType;

import org.jspecify.annotations.Nullable;

/**
 * What is kept of an object under its name.
 *
 * <pre>
 *  u8 format (1) | u8 type | u64 generation | varint deadline | then by type:
 *  value: u64 version, bytes to the end
 *  list:  u64 head, u64 tail: positions of the first element and behind the last
 *  queue: varint first, varint next, varint last time, varint most elements, varint greatest age
 *  set:   varint members
 *  map:   varint fields, varint those of them that have a deadline; expired ones included
 *  sorted set: varint members
 *  stream: varint rows
 *  table: varint rows, varint those of them that have a deadline; expired ones included
 * </pre>
 */
public sealed interface ObjectHeader {
    /** The version of the format. */
    int FORMAT = 1;

    /** The model. */
    ObjectType type();

    /** The number under which its elements are kept. */
    long generation();

    /** When it expires, milliseconds since 1970; 0 for never. */
    long deadlineMillis();

    /** The same with another deadline. */
    ObjectHeader withDeadline(long newDeadlineMillis);

    /** Whether it is past its deadline. */
    default boolean isExpired(long nowMillis) {
        return Deadlines.isPast(deadlineMillis(), nowMillis);
    }

    /** A value, which needs no elements. */
    @SuppressWarnings("ArrayRecordComponent") // read-only bytes of the state
    record Value(long generation, long deadlineMillis, long version, byte[] value)
            implements ObjectHeader {
        @Override
        public ObjectType type() {
            return ObjectType.VALUE;
        }

        @Override
        public ObjectHeader withDeadline(long newDeadlineMillis) {
            return new Value(generation, newDeadlineMillis, version, value);
        }
    }

    /** A list: its elements have the positions from head to below tail. */
    record List(long generation, long deadlineMillis, long head, long tail)
            implements ObjectHeader {
        @Override
        public ObjectType type() {
            return ObjectType.LIST;
        }

        @Override
        public ObjectHeader withDeadline(long newDeadlineMillis) {
            return new List(generation, newDeadlineMillis, head, tail);
        }

        long length() {
            return tail - head;
        }
    }

    /** A queue: its elements have the sequence numbers from first to below next. */
    record Queue(
            long generation,
            long deadlineMillis,
            long first,
            long next,
            long lastTimeMillis,
            long lengthMax,
            long ageMillisMax)
            implements ObjectHeader {
        @Override
        public ObjectType type() {
            return ObjectType.QUEUE;
        }

        @Override
        public ObjectHeader withDeadline(long newDeadlineMillis) {
            return new Queue(
                    generation,
                    newDeadlineMillis,
                    first,
                    next,
                    lastTimeMillis,
                    lengthMax,
                    ageMillisMax);
        }
    }

    /** A set. */
    record Set(long generation, long deadlineMillis, long members) implements ObjectHeader {
        @Override
        public ObjectType type() {
            return ObjectType.SET;
        }

        @Override
        public ObjectHeader withDeadline(long newDeadlineMillis) {
            return new Set(generation, newDeadlineMillis, members);
        }
    }

    /** A map; {@code expiring} of its {@code fields} have a deadline. */
    record Map(long generation, long deadlineMillis, long fields, long expiring)
            implements ObjectHeader {
        @Override
        public ObjectType type() {
            return ObjectType.MAP;
        }

        @Override
        public ObjectHeader withDeadline(long newDeadlineMillis) {
            return new Map(generation, newDeadlineMillis, fields, expiring);
        }
    }

    /** A sorted set. */
    record SortedSet(long generation, long deadlineMillis, long members) implements ObjectHeader {
        @Override
        public ObjectType type() {
            return ObjectType.SORTED_SET;
        }

        @Override
        public ObjectHeader withDeadline(long newDeadlineMillis) {
            return new SortedSet(generation, newDeadlineMillis, members);
        }
    }

    /** A stream. */
    record Stream(long generation, long deadlineMillis, long rows) implements ObjectHeader {
        @Override
        public ObjectType type() {
            return ObjectType.STREAM;
        }

        @Override
        public ObjectHeader withDeadline(long newDeadlineMillis) {
            return new Stream(generation, newDeadlineMillis, rows);
        }
    }

    /** A table; {@code expiring} of its {@code rows} have a deadline. */
    record Table(long generation, long deadlineMillis, long rows, long expiring)
            implements ObjectHeader {
        @Override
        public ObjectType type() {
            return ObjectType.TABLE;
        }

        @Override
        public ObjectHeader withDeadline(long newDeadlineMillis) {
            return new Table(generation, newDeadlineMillis, rows, expiring);
        }
    }

    /** Whether these are the bytes of headers of one object; null is the header of none. */
    static boolean isSame(byte @Nullable [] header, byte[] other) {
        return header != null && decode(header).generation() == decode(other).generation();
    }

    /** Whether these are the bytes of a table's header. */
    static boolean isTable(byte[] header) {
        return header.length > 1 && header[1] == ObjectType.TABLE.code();
    }

    /** The bytes of a header. */
    static byte[] encode(ObjectHeader header) {
        ByteWriter out = new ByteWriter(48);
        out.putByte(FORMAT).putByte(header.type().code());
        out.putLong(header.generation()).putVarint(header.deadlineMillis());
        switch (header) {
            case Value value -> out.putLong(value.version()).putRaw(value.value());
            case List list -> out.putLong(list.head()).putLong(list.tail());
            case Queue queue ->
                    out.putVarint(queue.first())
                            .putVarint(queue.next())
                            .putVarint(queue.lastTimeMillis())
                            .putVarint(queue.lengthMax())
                            .putVarint(queue.ageMillisMax());
            case Set set -> out.putVarint(set.members());
            case SortedSet set -> out.putVarint(set.members());
            case Stream stream -> out.putVarint(stream.rows());
            case Map map -> out.putVarint(map.fields()).putVarint(map.expiring());
            case Table table -> out.putVarint(table.rows()).putVarint(table.expiring());
        }
        return out.toBytes();
    }

    /**
     * The header of these bytes.
     *
     * @throws MalformedBytesException if they are none
     */
    static ObjectHeader decode(byte[] bytes) {
        ByteReader in = ByteReader.of(bytes);
        int format = in.getByte();
        if (format != FORMAT) {
            throw new MalformedBytesException("An object header has the format " + format + ".");
        }
        int type = in.getByte();
        long generation = in.getLong();
        long deadline = in.getVarint();
        ObjectHeader header =
                switch (typeOf(type)) {
                    case VALUE -> new Value(generation, deadline, in.getLong(), in.getRest());
                    case LIST -> new List(generation, deadline, in.getLong(), in.getLong());
                    case QUEUE ->
                            new Queue(
                                    generation,
                                    deadline,
                                    in.getVarint(),
                                    in.getVarint(),
                                    in.getVarint(),
                                    in.getVarint(),
                                    in.getVarint());
                    case SET -> new Set(generation, deadline, in.getVarint());
                    case SORTED_SET -> new SortedSet(generation, deadline, in.getVarint());
                    case STREAM -> new Stream(generation, deadline, in.getVarint());
                    case MAP -> new Map(generation, deadline, in.getVarint(), in.getVarint());
                    case TABLE -> new Table(generation, deadline, in.getVarint(), in.getVarint());
                };
        in.end();
        return header;
    }

    private static ObjectType typeOf(int code) {
        try {
            return ObjectType.of(code);
        } catch (IllegalArgumentException e) {
            throw new MalformedBytesException("An object header has the type " + code + ".");
        }
    }
}
