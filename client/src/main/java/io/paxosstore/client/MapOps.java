package io.paxosstore.client;

import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Operations on a map for a {@link MultiOpBuilder}; what they mean is said at {@link EntityMap}.
 * Immutable.
 *
 * @param <K> fields
 * @param <V> values
 */
public final class MapOps<K, V> extends ObjectOps {
    private final Codec<K> keyCodec;
    private final Codec<V> valueCodec;
    private final long ttlMillis;

    MapOps(EntityRef entity, String name, Codec<K> keyCodec, Codec<V> valueCodec, long ttlMillis) {
        super(entity, name);
        this.keyCodec = keyCodec;
        this.valueCodec = valueCodec;
        this.ttlMillis = ttlMillis;
    }

    /** A field's value; empty if it is absent. */
    public Step<Optional<V>> get(K key) {
        return step(
                "get",
                new MapOperation.Get(name(), List.of(keyCodec.encode(key))),
                result -> value(((Result.Values) result).values().get(0)));
    }

    /**
     * The values of fields, of one version of the map, in the order of the keys; absent ones are
     * left out.
     */
    public Step<Map<K, V>> getAll(Collection<? extends K> keys) {
        return getAll(List.copyOf(keys));
    }

    /** Writes a field; whether it was absent. */
    public Step<Boolean> put(K key, V value) {
        return step(
                "put",
                new MapOperation.Put(name(), List.of(field(key, value)), ttlMillis),
                ObjectOps::one);
    }

    /** Writes fields; how many of them were absent. */
    public Step<Long> putAll(Map<? extends K, ? extends V> values) {
        return step(
                "put", new MapOperation.Put(name(), fields(values), ttlMillis), ObjectOps::count);
    }

    /** Writes a field if it is absent; whether it was. */
    public Step<Boolean> putIfAbsent(K key, V value) {
        return step(
                "putIfAbsent",
                new MapOperation.CompareAndSet(
                        name(), keyCodec.encode(key), null, valueCodec.encode(value), ttlMillis),
                ObjectOps::flag);
    }

    /** Writes a field if it is there and has the expected bytes; whether it was so. */
    public Step<Boolean> compareAndSet(K key, V expected, V value) {
        return step(
                "compareAndSet",
                new MapOperation.CompareAndSet(
                        name(),
                        keyCodec.encode(key),
                        valueCodec.encode(Objects.requireNonNull(expected)),
                        valueCodec.encode(value),
                        ttlMillis),
                ObjectOps::flag);
    }

    /** Removes a field; whether it was there. */
    public Step<Boolean> remove(K key) {
        return step(
                "remove",
                new MapOperation.Remove(name(), List.of(keyCodec.encode(key))),
                ObjectOps::one);
    }

    /** Removes fields; how many of them were there. */
    public Step<Long> removeAll(Collection<? extends K> keys) {
        return step(
                "remove",
                new MapOperation.Remove(name(), encode(keyCodec, keys)),
                ObjectOps::count);
    }

    /**
     * Adds to the decimal number a field holds; an absent one counts as 0. The value codec is not
     * used; {@link Codec#longs} reads such numbers. A present field's expiry stays, a new field has
     * none.
     */
    public Step<Long> increment(K key, long delta) {
        return step(
                "increment",
                new MapOperation.Increment(name(), keyCodec.encode(key), delta),
                ObjectOps::number);
    }

    /** How many fields there are. */
    public Step<Long> size() {
        return step("size", new MapOperation.Size(name()), ObjectOps::size);
    }

    /** The first fields with their values, as many as the page holds. */
    public Step<Slice<Map.Entry<K, V>>> scan(Page page) {
        return scan(new Cursor(new byte[0], null), page);
    }

    /** Fields of a range with their values, as many as the page holds. */
    public Step<Slice<Map.Entry<K, V>>> scan(K from, @Nullable K to, Page page) {
        return scan(
                new Cursor(keyCodec.encode(from), to == null ? null : keyCodec.encode(to)), page);
    }

    /** Goes on where an earlier scan ended. */
    public Step<Slice<Map.Entry<K, V>>> scan(Cursor from, Page page) {
        return step(
                "scan",
                new MapOperation.Scan(name(), from.from(), from.to(), page),
                result -> slice(result, from.to()));
    }

    private Step<Map<K, V>> getAll(List<K> keys) {
        return step(
                "get",
                new MapOperation.Get(name(), encode(keyCodec, keys)),
                result -> {
                    List<byte @Nullable []> values = ((Result.Values) result).values();
                    Map<K, V> present = new LinkedHashMap<>();
                    for (int i = 0; i < keys.size(); i++) {
                        byte[] value = values.get(i);
                        if (value != null) {
                            present.put(keys.get(i), valueCodec.decode(value));
                        }
                    }
                    return present;
                });
    }

    private Optional<V> value(byte @Nullable [] bytes) {
        return bytes == null ? Optional.empty() : Optional.of(valueCodec.decode(bytes));
    }

    private MapOperation.Field field(K key, V value) {
        return new MapOperation.Field(keyCodec.encode(key), valueCodec.encode(value));
    }

    private List<MapOperation.Field> fields(Map<? extends K, ? extends V> values) {
        List<MapOperation.Field> fields = new ArrayList<>(values.size());
        values.forEach((key, value) -> fields.add(field(key, value)));
        return fields;
    }

    private Slice<Map.Entry<K, V>> slice(Result result, byte @Nullable [] to) {
        Result.Fields fields = (Result.Fields) result;
        List<Map.Entry<K, V>> entries = new ArrayList<>(fields.fields().size());
        for (MapOperation.Field field : fields.fields()) {
            entries.add(Map.entry(keyCodec.decode(field.name()), valueCodec.decode(field.value())));
        }
        byte[] next = fields.next();
        return new Slice<>(
                List.copyOf(entries),
                next == null ? Optional.empty() : Optional.of(new Cursor(next, to)));
    }
}
