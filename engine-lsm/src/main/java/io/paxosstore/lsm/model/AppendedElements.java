package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a replica lacks that holds an older version of an entity (Rule C1): of lists and queues the
 * elements that were added since; headers, deadlines, sets, maps, streams and tables as a whole.
 * {@link AppendedMerge} puts it together with what that replica holds.
 *
 * <p>Every element carries the entry that wrote it. Lists and queues grow and shrink at their ends
 * only, and an element is never changed. So of the elements that an object has now, those of
 * entries up to {@code above} lie side by side, with none of a later entry between them: what was
 * added since lies before the first of them (prepended) and behind the last (appended; a queue
 * knows nothing else). And every one of them was there at version {@code above} and at every
 * version since, under the same generation and number and with the same bytes, because whatever was
 * taken away and added again is an element of a later entry. A walk from either end that stops at
 * the first element of an entry up to {@code above} therefore finds everything that was added, and
 * costs no more than that.
 */
public final class AppendedElements {
    /** Bytes that a record costs besides key and value, at most. */
    public static final int RECORD_EXTRA_BYTES = 10;

    /**
     * Most records: all of them are read in one turn of the loop that serves the entity's shard,
     * and put together in one turn at the other end, a few milliseconds each.
     */
    static final int RECORDS_MAX = 8_192;

    private final EntityState state;
    private final long above;
    private final long bytesMax;
    private final List<EntityChanges.Put> records = new ArrayList<>();
    private long bytes;

    /** Elements that the other replica holds. */
    private long kept;

    private AppendedElements(EntityState state, long above, long bytesMax) {
        this.state = state;
        this.above = above;
        this.bytesMax = bytesMax;
    }

    /**
     * Gathers what a replica lacks.
     *
     * @param above the version that it holds, greater than 0
     * @param bytesMax most bytes of all records, each with {@link #RECORD_EXTRA_BYTES}
     * @return the records in the order of their keys; null if there are more, or if that is all
     *     there is: then the whole entity is to be sent
     */
    public static @Nullable List<EntityChanges.Put> since(
            EntityState state, long above, long bytesMax) {
        AppendedElements gathering = new AppendedElements(state, above, bytesMax);
        if (!gathering.run()) {
            return null;
        }
        gathering.records.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key()));
        return gathering.records;
    }

    private boolean run() {
        byte[] version = state.get(KeyLayout.VERSION);
        if (version != null) {
            add(KeyLayout.VERSION, version);
        }
        if (!addAll(KeyLayout.HEADERS, KeyLayout.HEADERS_END)
                || !addAll(KeyLayout.expiries(), KeyLayout.EXPIRIES_END)) {
            return false;
        }
        List<ObjectHeader> objects = new ArrayList<>();
        for (EntityChanges.Put record : records) {
            if (KeyLayout.isHeader(record.key())) {
                objects.add(ObjectHeader.decode(record.value()));
            }
        }
        // First what may be left out: most entities end here, without a look at sets and maps.
        for (ObjectHeader object : objects) {
            if (!added(object)) {
                return false;
            }
        }
        if (kept == 0) {
            return false;
        }
        for (ObjectHeader object : objects) {
            if (!members(object)) {
                return false;
            }
        }
        return true;
    }

    private boolean members(ObjectHeader header) {
        return switch (header) {
            case ObjectHeader.Set _,
                    ObjectHeader.SortedSet _,
                    ObjectHeader.Map _,
                    ObjectHeader.Stream _ ->
                    all(header);
            case ObjectHeader.Table table ->
                    KeyLayout.tableHeads(table.generation()).stream().allMatch(this::record)
                            && all(table);
            case ObjectHeader.Value _, ObjectHeader.List _, ObjectHeader.Queue _ -> true;
        };
    }

    private boolean all(ObjectHeader header) {
        return addAll(
                KeyLayout.generation(header.generation()),
                KeyLayout.generationEnd(header.generation()));
    }

    private boolean record(byte[] key) {
        byte[] value = state.get(key);
        return value == null || add(key, value);
    }

    private boolean added(ObjectHeader header) {
        long generation = header.generation();
        return switch (header) {
            case ObjectHeader.Value _,
                    ObjectHeader.Set _,
                    ObjectHeader.SortedSet _,
                    ObjectHeader.Map _,
                    ObjectHeader.Stream _,
                    ObjectHeader.Table _ ->
                    true;
            case ObjectHeader.List list ->
                    added(
                            header,
                            KeyLayout.position(generation, list.head()),
                            KeyLayout.position(generation, list.tail()));
            case ObjectHeader.Queue queue ->
                    added(
                            header,
                            KeyLayout.sequence(generation, queue.first()),
                            KeyLayout.sequence(generation, queue.next()));
        };
    }

    /** Adds what an object's ends have more than at the older version. */
    private boolean added(ObjectHeader header, byte[] from, byte[] to) {
        boolean isList = header instanceof ObjectHeader.List;
        long length = EntityContent.size(header);
        int before = records.size();
        try (RecordCursor cursor = state.scanReverse(from, to)) {
            if (!addNew(cursor, isList)) {
                return false;
            }
        }
        if (isList && records.size() - before < length) {
            try (RecordCursor cursor = state.scan(from, to)) {
                if (!addNew(cursor, true)) {
                    return false;
                }
            }
        }
        kept += length - (records.size() - before);
        return true;
    }

    /** Adds elements up to the first old one. */
    private boolean addNew(RecordCursor cursor, boolean isList) {
        while (cursor.next()) {
            byte[] value = cursor.value();
            ElementRecord record =
                    isList ? ElementRecord.ofList(value) : ElementRecord.ofQueue(value);
            if (record.entry() <= above) {
                return true;
            }
            if (!add(cursor.key(), value)) {
                return false;
            }
        }
        return true;
    }

    private boolean addAll(byte[] from, byte[] to) {
        try (RecordCursor cursor = state.scan(from, to)) {
            while (cursor.next()) {
                if (!add(cursor.key(), cursor.value())) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Adds a record; false if that is one too many. */
    private boolean add(byte[] key, byte[] value) {
        records.add(new EntityChanges.Put(key, value));
        bytes += key.length + value.length + RECORD_EXTRA_BYTES;
        return bytes <= bytesMax && records.size() <= RECORDS_MAX;
    }
}
