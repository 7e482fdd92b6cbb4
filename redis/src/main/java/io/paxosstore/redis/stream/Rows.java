package io.paxosstore.redis.stream;

import io.paxosstore.protocol.model.MapOperation.Field;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.StreamOperation;
import io.paxosstore.redis.data.Batches;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** The rows of one key's stream; what is read is charged. Not thread-safe. */
final class Rows {
    private final Keyspace keys;
    private final byte[] key;
    private final String name;

    Rows(Keyspace keys, byte[] key) {
        this.keys = keys;
        this.key = key;
        this.name = keys.name(key);
    }

    /** Tells what has happened to the stream. */
    void told(String event) {
        keys.event(EventClass.STREAM, event, key);
    }

    /** A row; null if it is not there. */
    byte @Nullable [] get(byte[] row) {
        return get(List.of(row)).getFirst();
    }

    /** Rows in their order, null for those that are not there; none of them may be long. */
    List<byte @Nullable []> get(List<byte[]> rows) {
        List<byte @Nullable []> values = new ArrayList<>(rows.size());
        for (int from = 0; from < rows.size(); from += ModelLimits.OPERATION_ELEMENTS_MAX) {
            int to = Math.min(rows.size(), from + ModelLimits.OPERATION_ELEMENTS_MAX);
            StreamOperation get = new StreamOperation.Get(name, rows.subList(from, to));
            for (byte[] value : keys.run(get, Result.Values.class).values()) {
                keys.chargeElement(value == null ? 0 : value.length);
                values.add(value);
            }
        }
        return values;
    }

    /** Counts what is made of rows that were read, besides their own bytes. */
    void charge(long bytes) {
        keys.charge(bytes);
    }

    /** Whether a row is there; what it holds is not charged. */
    boolean has(byte[] row) {
        StreamOperation get = new StreamOperation.Get(name, List.of(row));
        return keys.run(get, Result.Values.class).values().getFirst() != null;
    }

    void put(byte[] row, byte[] value) {
        put(List.of(new Field(row, value)));
    }

    void put(List<Field> rows) {
        Batches.sum(rows, part -> count(new StreamOperation.Put(name, part)));
    }

    /** Removes a row; whether it was there. */
    boolean remove(byte[] row) {
        return remove(List.of(row)) > 0;
    }

    /** Removes rows; returns how many were there. */
    long remove(List<byte[]> rows) {
        return Batches.sum(rows, part -> count(new StreamOperation.Remove(name, part)));
    }

    void remove(StreamLayout.Range range) {
        removeFirst(range, Long.MAX_VALUE);
    }

    /** Removes the first rows of a range; returns how many there were. */
    long removeFirst(StreamLayout.Range range, long most) {
        return count(new StreamOperation.RemoveFirst(name, range.from(), range.to(), most));
    }

    private long count(StreamOperation operation) {
        return keys.run(operation, Result.Count.class).count();
    }

    /**
     * The rows of a range, of which those that are still to come must not change meanwhile.
     *
     * @param most no more than so many are read
     */
    Iterator<Field> scan(StreamLayout.Range range, boolean reverse, long most) {
        return new Scan(range, reverse, most);
    }

    /**
     * The id of the first or last row of a range that has some.
     *
     * @throws io.paxosstore.redis.resp.RedisError if it has none
     */
    StreamId id(StreamLayout.Range range, boolean last) {
        Iterator<Field> edge = scan(range, last, 1);
        if (!edge.hasNext()) {
            throw StreamErrors.unreadable();
        }
        return StreamLayout.id(edge.next().name());
    }

    private final class Scan implements Iterator<Field> {
        private final boolean reverse;
        private StreamLayout.@Nullable Range rest;
        private long left;
        private Iterator<Field> page = List.<Field>of().iterator();

        Scan(StreamLayout.Range range, boolean reverse, long most) {
            this.rest = range;
            this.reverse = reverse;
            this.left = most;
        }

        @Override
        public boolean hasNext() {
            StreamLayout.Range range = rest;
            while (!page.hasNext() && range != null && left > 0) {
                range = read(range);
                rest = range;
            }
            return page.hasNext();
        }

        /** Reads a page; what is left of the range then. */
        private StreamLayout.@Nullable Range read(StreamLayout.Range range) {
            Page size = Page.of((int) Math.min(left, ModelLimits.PAGE_ELEMENTS_MAX));
            Result.Fields read =
                    keys.run(
                            new StreamOperation.Scan(name, range.from(), range.to(), reverse, size),
                            Result.Fields.class);
            for (Field row : read.fields()) {
                keys.chargeElement((long) row.name().length + row.value().length);
            }
            left -= read.fields().size();
            page = read.fields().iterator();
            byte[] next = read.next();
            if (next == null) {
                return null;
            }
            return reverse
                    ? new StreamLayout.Range(range.from(), next)
                    : new StreamLayout.Range(next, range.to());
        }

        @Override
        public Field next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return page.next();
        }
    }
}
