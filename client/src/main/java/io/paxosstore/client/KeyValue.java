package io.paxosstore.client;

import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.wire.ReadKey;
import io.paxosstore.protocol.wire.Response;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * A key-value space, typed by codecs. Thread-safe, and cheap to keep.
 *
 * <p>Every method has a blocking form and one that returns a future. Futures are completed on the
 * client's network thread: what is chained to them without an executor must be short and must not
 * block. Cancelling a future ends its call: what was not sent yet never is, but what was sent may
 * be done all the same.
 *
 * <p>All methods end by their deadline and fail with {@link NotDoneException} (certainly not done)
 * or, writes only, {@link OutcomeUnknownException}. A blocking method of an interrupted thread
 * fails at once and leaves the thread interrupted. A handle stays with the space it was opened for:
 * when that is dropped, its calls fail with {@code UNKNOWN_SPACE}, also after one of the same name
 * was created.
 *
 * @param <K> keys
 * @param <V> values
 */
public final class KeyValue<K, V> {
    private final CallRunner runner;
    private final SpaceInfo space;
    private final Codec<K> keyCodec;
    private final Codec<V> valueCodec;
    private final CallOptions options;
    private final Function<Response, Optional<V>> toValue = this::toValue;
    private final Function<Response, Optional<Versioned<V>>> toVersioned = this::toVersioned;

    KeyValue(
            CallRunner runner,
            SpaceInfo space,
            Codec<K> keyCodec,
            Codec<V> valueCodec,
            CallOptions options) {
        this.runner = runner;
        this.space = space;
        this.keyCodec = keyCodec;
        this.valueCodec = valueCodec;
        this.options = options;
    }

    /** The same space with these options for every call: deadline, time to live, read mode. */
    public KeyValue<K, V> with(CallOptions newOptions) {
        return new KeyValue<>(
                runner, space, keyCodec, valueCodec, Objects.requireNonNull(newOptions));
    }

    /** The space this is a handle of. */
    public SpaceInfo space() {
        return space;
    }

    /** The value of a key; empty if it is absent. */
    public Optional<V> get(K key) {
        return runner.call(read(key), options, toValue);
    }

    /** Like {@link #get}. */
    public CompletableFuture<Optional<V>> getAsync(K key) {
        return runner.callAsync(read(key), options, toValue);
    }

    /** The value of a key with its version and expiry; empty if it is absent. */
    public Optional<Versioned<V>> getVersioned(K key) {
        return runner.call(read(key), options, toVersioned);
    }

    /** Like {@link #getVersioned}. */
    public CompletableFuture<Optional<Versioned<V>>> getVersionedAsync(K key) {
        return runner.callAsync(read(key), options, toVersioned);
    }

    /** Whether a key is present. */
    public boolean exists(K key) {
        return runner.call(read(key), options, Results::exists);
    }

    /** Like {@link #exists}. */
    public CompletableFuture<Boolean> existsAsync(K key) {
        return runner.callAsync(read(key), options, Results::exists);
    }

    /**
     * Writes a value, whatever was there.
     *
     * @return the key's new version
     */
    public long put(K key, V value) {
        return runner.call(putOf(key, value), options, Results::version);
    }

    /** Like {@link #put}. */
    public CompletableFuture<Long> putAsync(K key, V value) {
        return runner.callAsync(putOf(key, value), options, Results::version);
    }

    /** Writes a value if the key is absent; the result's status is OK or CONFLICT. */
    public WriteResult putIfAbsent(K key, V value) {
        return runner.call(putIfAbsentOf(key, value), options, Results::write);
    }

    /** Like {@link #putIfAbsent}. */
    public CompletableFuture<WriteResult> putIfAbsentAsync(K key, V value) {
        return runner.callAsync(putIfAbsentOf(key, value), options, Results::write);
    }

    /**
     * Writes a value if the present one equals the expected one, byte by byte.
     *
     * @return status OK, CONFLICT (another value) or NOT_FOUND (absent)
     */
    public WriteResult compareAndSet(K key, V expected, V value) {
        return runner.call(compareAndSetOf(key, expected, value), options, Results::write);
    }

    /** Like {@link #compareAndSet}. */
    public CompletableFuture<WriteResult> compareAndSetAsync(K key, V expected, V value) {
        return runner.callAsync(compareAndSetOf(key, expected, value), options, Results::write);
    }

    /**
     * Writes a value if the key has this version.
     *
     * @param expectedVersion as a read or write returned it; 0 for an absent key
     * @return status OK, CONFLICT (another version) or NOT_FOUND (absent)
     */
    public WriteResult compareVersionAndSet(K key, long expectedVersion, V value) {
        return runner.call(
                compareVersionAndSetOf(key, expectedVersion, value), options, Results::write);
    }

    /** Like {@link #compareVersionAndSet}. */
    public CompletableFuture<WriteResult> compareVersionAndSetAsync(
            K key, long expectedVersion, V value) {
        return runner.callAsync(
                compareVersionAndSetOf(key, expectedVersion, value), options, Results::write);
    }

    /** Removes a key; the result's status is OK or NOT_FOUND. */
    public WriteResult delete(K key) {
        return runner.call(deleteOf(key), options, Results::write);
    }

    /** Like {@link #delete}. */
    public CompletableFuture<WriteResult> deleteAsync(K key) {
        return runner.callAsync(deleteOf(key), options, Results::write);
    }

    /**
     * Removes a key if it has this version.
     *
     * @return status OK, CONFLICT (another version) or NOT_FOUND (absent)
     */
    public WriteResult deleteIfVersion(K key, long expectedVersion) {
        return runner.call(deleteIfVersionOf(key, expectedVersion), options, Results::write);
    }

    /** Like {@link #deleteIfVersion}. */
    public CompletableFuture<WriteResult> deleteIfVersionAsync(K key, long expectedVersion) {
        return runner.callAsync(deleteIfVersionOf(key, expectedVersion), options, Results::write);
    }

    /**
     * Adds to the decimal number a key holds; an absent one counts as 0. The value codec is not
     * used; {@link Codec#longs} reads such numbers.
     *
     * @return the new number
     * @throws NotDoneException with the reason NOT_A_NUMBER or NUMBER_OVERFLOW, if the key holds
     *     something else or the sum does not fit into 64 bits
     */
    public long increment(K key, long delta) {
        return runner.call(incrementOf(key, delta), options, this::number);
    }

    /** Like {@link #increment}. */
    public CompletableFuture<Long> incrementAsync(K key, long delta) {
        return runner.callAsync(incrementOf(key, delta), options, this::number);
    }

    /**
     * Reads many keys, independently of each other: no snapshot. One deadline holds for all.
     *
     * @return one result per key, in the order of the keys
     */
    public Map<K, KeyResult<Optional<V>>> getAll(Collection<? extends K> keys) {
        return runner.batch(
                label("getAll"),
                /* isWrite= */ false,
                runner.budgetNanos(options),
                () -> waitedFor().getAllAsync(keys));
    }

    /** Like {@link #getAll}. Never fails as a whole. */
    public CompletableFuture<Map<K, KeyResult<Optional<V>>>> getAllAsync(
            Collection<? extends K> keys) {
        return new Batch<K, Optional<V>>(
                        keys,
                        runner.budgetNanos(options),
                        (key, budgetNanos, size) ->
                                runner.callAsync(
                                        read(key),
                                        budgetNanos,
                                        response -> {
                                            size.accept(((Response.Value) response).value().length);
                                            return toValue(response);
                                        }))
                .start();
    }

    /**
     * Writes many keys, independently of each other: some may be written and others not. One
     * deadline holds for all.
     *
     * <p>If the thread is interrupted, no further key is begun, and what was not sent yet is not
     * sent any more.
     *
     * @return one result per key, in the order of the map: the key's new version
     * @throws OutcomeUnknownException if the thread is interrupted meanwhile, or a callback blocks
     *     the network thread beyond the deadline: some keys may be done
     */
    public Map<K, KeyResult<Long>> putAll(Map<? extends K, ? extends V> values) {
        return runner.batch(
                label("putAll"),
                /* isWrite= */ true,
                runner.budgetNanos(options),
                () -> waitedFor().putAllAsync(values));
    }

    /** Like {@link #putAll}. Never fails as a whole; cancelling it is like an interrupt. */
    public CompletableFuture<Map<K, KeyResult<Long>>> putAllAsync(
            Map<? extends K, ? extends V> values) {
        Map<K, V> copy = new LinkedHashMap<>(values);
        return new Batch<K, Long>(
                        copy.keySet(),
                        runner.budgetNanos(options),
                        (key, budgetNanos, size) -> {
                            Operation put = putOf(key, Objects.requireNonNull(copy.get(key)));
                            size.accept(put.frameBytesMax());
                            return runner.callAsync(put, budgetNanos, Results::version);
                        })
                .start();
    }

    /** All keys that are there, with their values; see {@link #scan(byte[])}. */
    public Scan<Map.Entry<K, Versioned<V>>> scan() {
        return scan(new byte[0]);
    }

    /**
     * The keys that are there and begin with a prefix, with their values, fetched in pages while
     * they are taken; see {@link Scan}. They come in the order of their slots, which is the same at
     * all nodes and at all times, and within a slot in the order of their bytes; nothing comes
     * twice. Whatever happens to nodes meanwhile, a key that is there from the beginning of the
     * scan to its end comes, and each value is what a read of the key showed when its page was
     * fetched: that is while the page before it was taken, or later, but not more than a second
     * before its own first element is taken. A key that is written in between comes as it was.
     *
     * <p>A node gives a page of what it holds, and has others confirm that they hold the same keys
     * in the same versions; where they do not, each key is read. If the prefix has a hash tag in it
     * ({@code user{42}}), one slot is looked at, else all.
     *
     * @param prefix of the encoded keys; empty for all
     */
    public Scan<Map.Entry<K, Versioned<V>>> scan(byte[] prefix) {
        return keys().all(prefix);
    }

    /** The first keys with a prefix, as many as the page holds, or fewer. */
    public Slice<Map.Entry<K, Versioned<V>>> scan(byte[] prefix, Page page) {
        return keys().page(prefix, page);
    }

    /** Like {@link #scan(byte[], Page)}. */
    public CompletableFuture<Slice<Map.Entry<K, Versioned<V>>>> scanAsync(
            byte[] prefix, Page page) {
        return keys().pageAsync(prefix, page);
    }

    /**
     * Goes on where an earlier scan ended, of this or another client; also hours later, when other
     * nodes are there.
     *
     * @throws IllegalArgumentException if it is the cursor of something else
     */
    public Slice<Map.Entry<K, Versioned<V>>> scan(Cursor from, Page page) {
        return keys().page(from, page);
    }

    /** Like {@link #scan(Cursor, Page)}. */
    public CompletableFuture<Slice<Map.Entry<K, Versioned<V>>>> scanAsync(Cursor from, Page page) {
        return keys().pageAsync(from, page);
    }

    /**
     * Watches one key; the events are to be taken by {@link RangeWatch#next}. After the first one,
     * read the key: what it is then, and every version after it, is not missed.
     */
    public RangeWatch<K> watch(K key) {
        return runner.watchRange(space.id(), keyCodec.encode(key), true, keyCodec, null, null);
    }

    /**
     * Like {@link #watch(Object)}.
     *
     * @param listener called on a thread that all listeners of the client share
     */
    public RangeWatch<K> watch(K key, RangeListener<K> listener) {
        return runner.watchRange(
                space.id(),
                keyCodec.encode(key),
                true,
                keyCodec,
                Objects.requireNonNull(listener),
                null);
    }

    /**
     * Watches all keys whose encoded names begin with a prefix; the events are to be taken by
     * {@link RangeWatch#next}.
     *
     * @param prefix empty for all
     */
    public RangeWatch<K> watchRange(byte[] prefix) {
        return runner.watchRange(space.id(), prefix.clone(), false, keyCodec, null, null);
    }

    /**
     * Like {@link #watchRange(byte[])}.
     *
     * @param listener called on a thread that all listeners of the client share
     */
    public RangeWatch<K> watchRange(byte[] prefix, RangeListener<K> listener) {
        return runner.watchRange(
                space.id(),
                prefix.clone(),
                false,
                keyCodec,
                Objects.requireNonNull(listener),
                null);
    }

    /**
     * Like {@link #watchRange(byte[])}.
     *
     * @param executor where the listener is called
     */
    public RangeWatch<K> watchRange(byte[] prefix, RangeListener<K> listener, Executor executor) {
        return runner.watchRange(
                space.id(),
                prefix.clone(),
                false,
                keyCodec,
                Objects.requireNonNull(listener),
                Objects.requireNonNull(executor));
    }

    private KeyScan<Map.Entry<K, Versioned<V>>> keys() {
        return new KeyScan<>(runner, space, options, new Reading());
    }

    private final class Reading implements KeyReading<Map.Entry<K, Versioned<V>>> {
        @Override
        public CompletableFuture<Optional<Map.Entry<K, Versioned<V>>>> start(
                CallRunner with, byte[] name, long budgetNanos, IntConsumer size) {
            return with.callAsync(
                    new Operation.KvRead(space, options.readMode(), name),
                    budgetNanos,
                    response -> {
                        int bytes = ((Response.Value) response).value().length;
                        size.accept(name.length + bytes);
                        return toVersioned(response)
                                .map(value -> Map.entry(keyCodec.decode(name), value));
                    });
        }

        @Override
        public boolean isDone() {
            return true;
        }

        @Override
        public Map.Entry<K, Versioned<V>> read(ReadKey key, byte[] value) {
            return Map.entry(
                    keyCodec.decode(key.name()),
                    new Versioned<>(
                            valueCodec.decode(value), key.version(), key.expiresAtMillis()));
        }
    }

    private long number(Response response) {
        return Results.number(response, () -> label("increment"));
    }

    private String label(String verb) {
        return verb + " in space \"" + space.name() + "\"";
    }

    /** The same space for a thread that waits for a batch. */
    private KeyValue<K, V> waitedFor() {
        return new KeyValue<>(runner.waitedFor(), space, keyCodec, valueCodec, options);
    }

    private Operation read(K key) {
        return new Operation.KvRead(space, options.readMode(), keyCodec.encode(key));
    }

    private Operation putOf(K key, V value) {
        return write("put", key, new KvOperation.Put(bytes(value), options.ttlMillis()));
    }

    private Operation putIfAbsentOf(K key, V value) {
        return write(
                "putIfAbsent", key, new KvOperation.PutIfAbsent(bytes(value), options.ttlMillis()));
    }

    private Operation compareAndSetOf(K key, V expected, V value) {
        return write(
                "compareAndSet",
                key,
                new KvOperation.CompareAndSet(bytes(expected), bytes(value), options.ttlMillis()));
    }

    private Operation compareVersionAndSetOf(K key, long expectedVersion, V value) {
        return write(
                "compareVersionAndSet",
                key,
                new KvOperation.CompareVersionAndSet(
                        expectedVersion, bytes(value), options.ttlMillis()));
    }

    private Operation deleteOf(K key) {
        return write("delete", key, new KvOperation.Delete());
    }

    private Operation deleteIfVersionOf(K key, long expectedVersion) {
        return write(
                "deleteIfVersion", key, new KvOperation.CompareVersionAndDelete(expectedVersion));
    }

    private Operation incrementOf(K key, long delta) {
        return write("increment", key, new KvOperation.Increment(delta, options.ttlMillis()));
    }

    private Operation write(String verb, K key, KvOperation change) {
        return new Operation.KvWrite(verb, space, keyCodec.encode(key), change);
    }

    private byte[] bytes(V value) {
        return valueCodec.encode(value);
    }

    private Optional<V> toValue(Response response) {
        Response.Value value = (Response.Value) response;
        return value.found() ? Optional.of(valueCodec.decode(value.value())) : Optional.empty();
    }

    private Optional<Versioned<V>> toVersioned(Response response) {
        Response.Value value = (Response.Value) response;
        return value.found()
                ? Optional.of(
                        new Versioned<>(
                                valueCodec.decode(value.value()),
                                value.version(),
                                value.expiresAtMillis()))
                : Optional.empty();
    }
}
