package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Brings what a replica holds to the version of {@link AppendedElements} that another one sent.
 *
 * <p>The replica may be at any version from the one for which they were gathered up to the one they
 * are of: what it has more than at the former is among what was sent, with the same bytes, or has
 * been removed since, and then lies outside of the new bounds. Immutable.
 */
public final class AppendedMerge {
    /**
     * Most objects and deadlines that a replica may hold to be brought up to date like this: all of
     * them are looked at in one step.
     */
    static final int HELD_RECORDS_MAX = 20_000;

    private final NavigableMap<byte[], byte[]> records = new TreeMap<>(Arrays::compareUnsigned);
    private final Map<Long, ObjectHeader> objects = new HashMap<>();
    private final Map<Long, Bounds> gaps = new HashMap<>();

    /**
     * Takes what was sent.
     *
     * @throws MalformedBytesException if a header is damaged, or elements in between are missing
     */
    public AppendedMerge(List<EntityChanges.Put> sent) {
        for (EntityChanges.Put record : sent) {
            records.put(record.key(), record.value());
            if (KeyLayout.isHeader(record.key())) {
                ObjectHeader header = ObjectHeader.decode(record.value());
                objects.put(header.generation(), header);
            }
        }
        objects.forEach((generation, header) -> gaps.put(generation, gap(header)));
    }

    /**
     * What is to be done to the held state.
     *
     * @return null if elements that were not sent are not held: the whole entity must come
     */
    public @Nullable EntityChanges onto(EntityState held) {
        Map<Long, ObjectHeader> heldObjects = new HashMap<>();
        Overlay changes = new Overlay(held);
        Set<byte[]> unchanged = new TreeSet<>(Arrays::compareUnsigned);
        if (!headers(held, heldObjects, changes, unchanged) || !deadlines(held, changes)) {
            return null;
        }
        for (ObjectHeader object : objects.values()) {
            ObjectHeader before = heldObjects.get(object.generation());
            if (!isComplete(object, before)) {
                return null;
            }
            if (before != null) {
                cut(before, object, changes);
            }
        }
        records.forEach((key, value) -> {
            if (!unchanged.contains(key)) {
                changes.put(key, value);
            }
        });
        return changes.changes();
    }

    /** Removes the objects that are no more, with their elements. */
    private boolean headers(
            EntityState held,
            Map<Long, ObjectHeader> heldObjects,
            Overlay changes,
            Set<byte[]> unchanged) {
        int count = 0;
        try (RecordCursor cursor = held.scan(KeyLayout.HEADERS, KeyLayout.HEADERS_END)) {
            while (cursor.next()) {
                if (++count > HELD_RECORDS_MAX) {
                    return false;
                }
                byte[] key = cursor.key();
                ObjectHeader header = ObjectHeader.decode(cursor.value());
                heldObjects.put(header.generation(), header);
                Map.Entry<byte[], byte[]> sent = records.floorEntry(key);
                if (sent == null || !Arrays.equals(sent.getKey(), key)) {
                    changes.delete(key);
                } else if (!(header instanceof ObjectHeader.Table)
                        && Arrays.equals(sent.getValue(), cursor.value())) {
                    // A table comes with its delta records, which are merged for its header.
                    unchanged.add(sent.getKey());
                }
                if (!(header instanceof ObjectHeader.Value)) {
                    removeUnlessThere(header.generation(), changes);
                }
            }
        }
        return true;
    }

    /** An object that expired may be replaced by another one while its elements are still there. */
    private boolean deadlines(EntityState held, Overlay changes) {
        int count = 0;
        try (RecordCursor cursor = held.scan(KeyLayout.expiries(), KeyLayout.EXPIRIES_END)) {
            while (cursor.next()) {
                if (++count > HELD_RECORDS_MAX) {
                    return false;
                }
                if (!records.containsKey(cursor.key())) {
                    changes.delete(cursor.key());
                }
                removeUnlessThere(KeyLayout.generationOfExpiry(cursor.key()), changes);
            }
        }
        return true;
    }

    private void removeUnlessThere(long generation, Overlay changes) {
        if (!objects.containsKey(generation)) {
            remove(generation, changes);
        }
    }

    private static void remove(long generation, Overlay changes) {
        changes.deleteRange(KeyLayout.generation(generation), KeyLayout.generationEnd(generation));
        KeyLayout.tableHeads(generation).forEach(changes::delete);
    }

    /** Removes what an object has no more; all of a set, map, stream or table, which come whole. */
    private static void cut(ObjectHeader before, ObjectHeader now, Overlay changes) {
        long generation = now.generation();
        switch (now) {
            case ObjectHeader.Value _ -> {}
            case ObjectHeader.Set _,
                    ObjectHeader.SortedSet _,
                    ObjectHeader.Map _,
                    ObjectHeader.Stream _,
                    ObjectHeader.Table _ ->
                    remove(generation, changes);
            case ObjectHeader.List list -> {
                ObjectHeader.List was = (ObjectHeader.List) before;
                Elements.removePositions(
                        changes, generation, was.head(), Math.min(was.tail(), list.head()));
                Elements.removePositions(
                        changes, generation, Math.max(was.head(), list.tail()), was.tail());
            }
            case ObjectHeader.Queue queue -> {
                ObjectHeader.Queue was = (ObjectHeader.Queue) before;
                Elements.removeSequences(
                        changes, generation, was.first(), Math.min(was.next(), queue.first()));
            }
        }
    }

    /** Whether a replica that holds this of an object holds all elements that were not sent. */
    private boolean isComplete(ObjectHeader now, @Nullable ObjectHeader before) {
        if (before != null && before.type() != now.type()) {
            return false;
        }
        Bounds missing = gaps.getOrDefault(now.generation(), Bounds.NONE);
        return missing.isEmpty() || (before != null && boundsOf(before).contain(missing));
    }

    /** Which elements of an object were not sent: all of them lie side by side. */
    private Bounds gap(ObjectHeader header) {
        Bounds bounds = boundsOf(header);
        if (bounds.isEmpty()) {
            return bounds;
        }
        NavigableMap<byte[], byte[]> sent =
                records.subMap(
                        KeyLayout.position(header.generation(), bounds.from()),
                        true,
                        KeyLayout.position(header.generation(), bounds.to()),
                        false);
        long from = bounds.from();
        for (byte[] key : sent.keySet()) {
            if (KeyLayout.positionOf(key) != from) {
                break;
            }
            from++;
        }
        long to = bounds.to();
        for (byte[] key : sent.descendingKeySet()) {
            if (to == from || KeyLayout.positionOf(key) != to - 1) {
                break;
            }
            to--;
        }
        if (sent.size() != from - bounds.from() + bounds.to() - to) {
            throw new MalformedBytesException(
                    "Of the object " + header.generation() + " elements in between are missing.");
        }
        return new Bounds(from, to);
    }

    private static Bounds boundsOf(ObjectHeader header) {
        return switch (header) {
            case ObjectHeader.List list -> new Bounds(list.head(), list.tail());
            case ObjectHeader.Queue queue ->
                    new Bounds(queue.first() ^ Long.MIN_VALUE, queue.next() ^ Long.MIN_VALUE);
            case ObjectHeader.Value _,
                    ObjectHeader.Set _,
                    ObjectHeader.SortedSet _,
                    ObjectHeader.Map _,
                    ObjectHeader.Stream _,
                    ObjectHeader.Table _ ->
                    Bounds.NONE;
        };
    }

    /** Positions; of a queue those that have the keys of its sequence numbers. */
    private record Bounds(long from, long to) {
        static final Bounds NONE = new Bounds(0, 0);

        boolean isEmpty() {
            return from >= to;
        }

        boolean contain(Bounds other) {
            return from <= other.from && other.to <= to;
        }
    }
}
