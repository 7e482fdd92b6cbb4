package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.data.Batches;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.data.Pages;
import io.paxosstore.redis.resp.RedisError;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.random.RandomGenerator;

/** The fields of one key's hash as it was found. Not thread-safe. */
final class MapFields implements RandomElements.Source<MapOperation.Field> {
    /** As many of the longest values as one operation may return. */
    private static final int READ_TOGETHER =
            ModelLimits.RESULT_BYTES_MAX / ModelLimits.ELEMENT_BYTES_MAX;

    private final Keyspace keys;
    private final byte[] key;
    private final String name;
    private final long size;

    private MapFields(Keyspace keys, byte[] key, long size) {
        this.keys = keys;
        this.key = key;
        this.name = keys.name(key);
        this.size = size;
    }

    /**
     * The hash of a key; an empty one if there is no such key.
     *
     * @throws RedisError if the key is of another type
     */
    static MapFields of(Keyspace keys, byte[] key) {
        return new MapFields(keys, key, keys.size(key, ObjectType.MAP));
    }

    /** How many there were when it was found. */
    @Override
    public long size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** A field's value; null if there is no such field. */
    byte @Nullable [] value(byte[] field) {
        return values(List.of(field)).getFirst();
    }

    /** The values of fields, in their order; null for those that are not there. */
    List<byte @Nullable []> values(List<byte[]> fields) {
        List<byte @Nullable []> values = new ArrayList<>();
        if (isEmpty()) {
            fields.forEach(_ -> values.add(null));
            return values;
        }
        for (int from = 0; from < fields.size(); from += READ_TOGETHER) {
            int to = Math.min(fields.size(), from + READ_TOGETHER);
            MapOperation get = new MapOperation.Get(name, fields.subList(from, to));
            for (byte[] value : keys.run(get, Result.Values.class).values()) {
                keys.charge(value == null ? 0 : value.length);
                values.add(value);
            }
        }
        return values;
    }

    /** In the order of their names' bytes. */
    @Override
    public Iterator<MapOperation.Field> iterator() {
        return isEmpty()
                ? List.<MapOperation.Field>of().iterator()
                : new Pages<>(from -> page(from, null, Page.LARGEST));
    }

    /**
     * Some of them.
     *
     * @param from the first field wanted, whether it is there or not
     * @param to the end, not included; null for all
     */
    Pages.Page<MapOperation.Field> page(byte[] from, byte @Nullable [] to, Page page) {
        Result.Fields found =
                keys.run(new MapOperation.Scan(name, from, to, page), Result.Fields.class);
        return new Pages.Page<>(found.fields(), found.next());
    }

    /**
     * All of them.
     *
     * @throws RedisError if they are too large
     */
    List<MapOperation.Field> all() {
        List<MapOperation.Field> all = new ArrayList<>();
        for (MapOperation.Field field : this) {
            keys.chargeElement(bytes(field));
            all.add(field);
        }
        return all;
    }

    @Override
    public MapOperation.Field draw(RandomGenerator random) {
        return new RandomField(this, random).draw();
    }

    @Override
    public byte[] id(MapOperation.Field field) {
        return field.name();
    }

    @Override
    public long bytes(MapOperation.Field field) {
        return (long) field.name().length + field.value().length;
    }

    /** Tells what a command has done to it. */
    void told(String event) {
        if (isEmpty()) {
            keys.created(key);
        }
        keys.event(EventClass.HASH, event, key);
    }

    /** Writes fields, which do not expire; returns how many were none. */
    long put(List<MapOperation.Field> fields) {
        makeWay();
        return Batches.sum(fields, part -> count(new MapOperation.Put(name, part, Keyspace.NEVER)));
    }

    /** Adds to a field that is a number or none; returns the sum. It expires as before. */
    long increment(byte[] field, long delta) {
        makeWay();
        return keys.run(new MapOperation.Increment(name, field, delta), Result.Incremented.class)
                .number();
    }

    /** What is no key, being empty, must not be in the way, nor leave its time to live. */
    private void makeWay() {
        if (isEmpty()) {
            keys.delete(key);
        }
    }

    /** Removes fields; returns how many there were. */
    long remove(List<byte[]> fields) {
        if (isEmpty()) {
            return 0;
        }
        long removed = Batches.sum(fields, part -> count(new MapOperation.Remove(name, part)));
        if (removed > 0) {
            keys.event(EventClass.HASH, "hdel", key);
            if (removed == size) {
                keys.deleteIfEmpty(key);
            }
        }
        return removed;
    }

    private long count(MapOperation operation) {
        return keys.run(operation, Result.Count.class).count();
    }
}
