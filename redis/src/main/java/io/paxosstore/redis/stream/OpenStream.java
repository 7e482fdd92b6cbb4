package io.paxosstore.redis.stream;

import io.paxosstore.protocol.model.MapOperation.Field;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.redis.data.Keyspace;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * One key's stream while a command works on it. What changes of the stream as a whole is written by
 * {@link #save}. Not thread-safe.
 */
final class OpenStream {
    /** What a word takes besides its bytes. */
    private static final int WORD_BYTES = 16;

    private final Rows rows;
    private StreamHeader header;

    private OpenStream(Rows rows, StreamHeader header) {
        this.rows = rows;
        this.header = header;
    }

    /**
     * The stream of a key; null if there is no such key.
     *
     * @throws io.paxosstore.redis.resp.RedisError if the key is of another type
     */
    static @Nullable OpenStream find(Keyspace keys, byte[] key) {
        return keys.find(key, ObjectType.STREAM) == null ? null : open(new Rows(keys, key));
    }

    /** A stream without entries at a key where nothing is; {@link #save} makes it a key. */
    static OpenStream create(Keyspace keys, byte[] key) {
        keys.findForWrite(key, ObjectType.STREAM);
        keys.created(key);
        return new OpenStream(new Rows(keys, key), StreamHeader.EMPTY);
    }

    private static OpenStream open(Rows rows) {
        byte[] bytes = rows.get(StreamLayout.header());
        return new OpenStream(
                rows, bytes == null ? StreamHeader.EMPTY : StreamHeader.decode(bytes));
    }

    StreamHeader header() {
        return header;
    }

    void header(StreamHeader changed) {
        header = changed;
    }

    /** Writes what has changed of the stream as a whole. */
    void save() {
        rows.put(StreamLayout.header(), header.encode());
    }

    /** Tells what has happened to it. */
    void told(String event) {
        rows.told(event);
    }

    Rows rows() {
        return rows;
    }

    /** A number for a group or consumer. */
    long newNumber() {
        long number = header.numbers();
        header =
                new StreamHeader(
                        header.length(),
                        header.first(),
                        header.last(),
                        header.maxDeleted(),
                        header.added(),
                        number + 1);
        return number;
    }

    /** Adds an entry, whose id is greater than all before. */
    void append(StreamEntry entry) {
        rows.put(StreamLayout.entry(entry.id()), entry.encode());
        header = header.plus(entry.id());
    }

    /** Whether an entry is there. */
    boolean has(StreamId id) {
        return rows.has(StreamLayout.entry(id));
    }

    /** An entry; null if it is not there. */
    @Nullable StreamEntry entry(StreamId id) {
        byte[] bytes = rows.get(StreamLayout.entry(id));
        return bytes == null ? null : decode(id, bytes);
    }

    /** A word takes memory even if it is empty. */
    private StreamEntry decode(StreamId id, byte[] bytes) {
        StreamEntry entry = StreamEntry.decode(id, bytes);
        rows.charge((long) WORD_BYTES * entry.words().size());
        return entry;
    }

    /**
     * The entries of the ids from one to another, both included.
     *
     * @param reverse whether the last comes first
     * @param most how many are wanted at most
     * @throws io.paxosstore.redis.resp.RedisError if they are too large
     */
    List<StreamEntry> range(StreamId from, StreamId to, boolean reverse, long most) {
        List<StreamEntry> entries = new ArrayList<>();
        Iterator<Field> found = rows.scan(StreamLayout.entries(from, to), reverse, most);
        while (found.hasNext()) {
            Field row = found.next();
            entries.add(decode(StreamLayout.id(row.name()), row.value()));
        }
        return entries;
    }

    /** The entries behind an id. */
    List<StreamEntry> behind(StreamId id, long most) {
        StreamId from = id.next();
        return from == null ? List.of() : range(from, StreamId.LAST, false, most);
    }

    /** Removes entries as XDEL does; returns how many there were. */
    long delete(List<StreamId> ids) {
        long deleted = 0;
        StreamId greatest = header.maxDeleted();
        boolean isFirstGone = false;
        for (StreamId id : ids) {
            if (rows.remove(StreamLayout.entry(id))) {
                deleted++;
                isFirstGone |= id.equals(header.first());
                greatest = id.isAbove(greatest) ? id : greatest;
            }
        }
        removed(deleted, isFirstGone, greatest);
        return deleted;
    }

    /** Removes the first entries, at most so many, below an id if there is one. */
    long trim(@Nullable StreamId below, long most) {
        StreamLayout.Range range =
                below == null ? StreamLayout.entries() : StreamLayout.entriesBelow(below);
        long trimmed = most <= 0 ? 0 : rows.removeFirst(range, most);
        removed(trimmed, trimmed > 0, header.maxDeleted());
        return trimmed;
    }

    private void removed(long entries, boolean isFirstGone, StreamId maxDeleted) {
        StreamId first = header.first();
        if (header.length() == entries) {
            first = StreamId.ZERO;
        } else if (isFirstGone) {
            first = rows.id(StreamLayout.entries(), false);
        }
        header = header.minus(entries, first, maxDeleted);
    }
}
