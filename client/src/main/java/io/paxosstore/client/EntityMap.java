package io.paxosstore.client;

import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Target;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A map of an entity. Fields are in the order of their unsigned bytes. A time to live in the
 * options holds for every field that is written, but not for {@link #increment}; expired fields
 * count as absent. Thread-safe.
 *
 * @param <K> fields
 * @param <V> values
 */
public final class EntityMap<K, V> extends EntityObject {
    private final Codec<K> keyCodec;
    private final Codec<V> valueCodec;
    private final MapOps<K, V> op;

    EntityMap(EntityCalls calls, String name, Codec<K> keyCodec, Codec<V> valueCodec) {
        super(calls, name);
        this.keyCodec = keyCodec;
        this.valueCodec = valueCodec;
        this.op =
                new MapOps<>(
                        calls.entity(), name, keyCodec, valueCodec, calls.options().ttlMillis());
    }

    /** The same map with these options for every call: deadline, time to live, read mode. */
    public EntityMap<K, V> with(CallOptions newOptions) {
        return new EntityMap<>(
                calls().with(Objects.requireNonNull(newOptions)), name(), keyCodec, valueCodec);
    }

    @Override
    public MapOps<K, V> op() {
        return op;
    }

    /** A field's value; empty if it is absent. */
    public Optional<V> get(K key) {
        return calls().call(op.get(key));
    }

    /** Like {@link #get}. */
    public CompletableFuture<Optional<V>> getAsync(K key) {
        return calls().callAsync(op.get(key));
    }

    /**
     * The values of fields, of one version of the map, in the order of the keys; absent ones are
     * left out.
     */
    public Map<K, V> getAll(Collection<? extends K> keys) {
        return calls().call(op.getAll(keys));
    }

    /** Like {@link #getAll}. */
    public CompletableFuture<Map<K, V>> getAllAsync(Collection<? extends K> keys) {
        return calls().callAsync(op.getAll(keys));
    }

    /** Writes a field; whether it was absent. */
    public boolean put(K key, V value) {
        return calls().call(op.put(key, value));
    }

    /** Like {@link #put}. */
    public CompletableFuture<Boolean> putAsync(K key, V value) {
        return calls().callAsync(op.put(key, value));
    }

    /** Writes fields; how many of them were absent. */
    public long putAll(Map<? extends K, ? extends V> values) {
        return calls().call(op.putAll(values));
    }

    /** Like {@link #putAll}. */
    public CompletableFuture<Long> putAllAsync(Map<? extends K, ? extends V> values) {
        return calls().callAsync(op.putAll(values));
    }

    /** Writes a field if it is absent; whether it was. */
    public boolean putIfAbsent(K key, V value) {
        return calls().call(op.putIfAbsent(key, value));
    }

    /** Like {@link #putIfAbsent}. */
    public CompletableFuture<Boolean> putIfAbsentAsync(K key, V value) {
        return calls().callAsync(op.putIfAbsent(key, value));
    }

    /** Writes a field if it is there and has the expected bytes; whether it was so. */
    public boolean compareAndSet(K key, V expected, V value) {
        return calls().call(op.compareAndSet(key, expected, value));
    }

    /** Like {@link #compareAndSet}. */
    public CompletableFuture<Boolean> compareAndSetAsync(K key, V expected, V value) {
        return calls().callAsync(op.compareAndSet(key, expected, value));
    }

    /** Removes a field; whether it was there. */
    public boolean remove(K key) {
        return calls().call(op.remove(key));
    }

    /** Like {@link #remove}. */
    public CompletableFuture<Boolean> removeAsync(K key) {
        return calls().callAsync(op.remove(key));
    }

    /** Removes fields; how many of them were there. */
    public long removeAll(Collection<? extends K> keys) {
        return calls().call(op.removeAll(keys));
    }

    /** Like {@link #removeAll}. */
    public CompletableFuture<Long> removeAllAsync(Collection<? extends K> keys) {
        return calls().callAsync(op.removeAll(keys));
    }

    /**
     * Adds to the decimal number a field holds; an absent one counts as 0. The value codec is not
     * used; {@link Codec#longs} reads such numbers. A present field's expiry stays, a new field has
     * none.
     *
     * @return the new number
     */
    public long increment(K key, long delta) {
        return calls().call(op.increment(key, delta));
    }

    /** Like {@link #increment}. */
    public CompletableFuture<Long> incrementAsync(K key, long delta) {
        return calls().callAsync(op.increment(key, delta));
    }

    /** How many fields there are. */
    public long size() {
        return calls().call(op.size());
    }

    /** Like {@link #size}. */
    public CompletableFuture<Long> sizeAsync() {
        return calls().callAsync(op.size());
    }

    /** All fields with their values, fetched in pages while they are taken; see {@link Scan}. */
    public Scan<Map.Entry<K, V>> scan() {
        return Scan.ofSlices(this::scan, this::scan);
    }

    /**
     * The fields of a range with their values, fetched in pages while they are taken; see {@link
     * Scan}.
     *
     * @param from the first field wanted, whether it is there or not
     * @param to the end, not included; null for all
     */
    public Scan<Map.Entry<K, V>> scan(K from, @Nullable K to) {
        return Scan.ofSlices(page -> scan(from, to, page), this::scan);
    }

    /** The first fields with their values, as many as the page holds. */
    public Slice<Map.Entry<K, V>> scan(Page page) {
        return calls().call(op.scan(page));
    }

    /** Like {@link #scan(Page)}. */
    public CompletableFuture<Slice<Map.Entry<K, V>>> scanAsync(Page page) {
        return calls().callAsync(op.scan(page));
    }

    /**
     * Fields of a range with their values, as many as the page holds.
     *
     * @param from the first field wanted, whether it is there or not
     * @param to the end, not included; null for all
     */
    public Slice<Map.Entry<K, V>> scan(K from, @Nullable K to, Page page) {
        return calls().call(op.scan(from, to, page));
    }

    /** Like {@link #scan(Object, Object, Page)}. */
    public CompletableFuture<Slice<Map.Entry<K, V>>> scanAsync(K from, @Nullable K to, Page page) {
        return calls().callAsync(op.scan(from, to, page));
    }

    /** Goes on where an earlier scan ended. */
    public Slice<Map.Entry<K, V>> scan(Cursor from, Page page) {
        return calls().call(op.scan(from, page));
    }

    /** Like {@link #scan(Cursor, Page)}. */
    public CompletableFuture<Slice<Map.Entry<K, V>>> scanAsync(Cursor from, Page page) {
        return calls().callAsync(op.scan(from, page));
    }

    private Target field(K key) {
        return Target.field(name(), keyCodec.encode(key));
    }

    /** A guard: the field is there. */
    public EntityGuard ifField(K key) {
        return guard(new Guard.Exists(field(key)));
    }

    /** A guard: the field is not there. */
    public EntityGuard ifNoField(K key) {
        return guard(new Guard.Absent(field(key)));
    }

    /** A guard: the field is there and has the bytes of this value. */
    public EntityGuard ifEquals(K key, V value) {
        return guard(new Guard.Equal(field(key), valueCodec.encode(value)));
    }

    /** A guard: the field is a decimal number that compares so; absent counts as 0. */
    public EntityGuard ifNumber(K key, Comparison comparison, long operand) {
        return guard(new Guard.Compare(field(key), comparison, operand));
    }

    /** A guard: the field is a decimal number of at least so much; absent counts as 0. */
    public EntityGuard ifAtLeast(K key, long least) {
        return ifNumber(key, Comparison.AT_LEAST, least);
    }

    /** A guard: the number of fields compares so. */
    public EntityGuard ifSize(Comparison comparison, long operand) {
        return guard(new Guard.Size(name(), comparison, operand));
    }
}
