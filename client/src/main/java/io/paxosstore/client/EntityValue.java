package io.paxosstore.client;

import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.Target;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A single value of an entity. A time to live in the options holds for every write. Thread-safe.
 *
 * @param <V> the value
 */
public final class EntityValue<V> extends EntityObject {
    private final Codec<V> codec;
    private final ValueOps<V> op;

    EntityValue(EntityCalls calls, String name, Codec<V> codec) {
        super(calls, name);
        this.codec = codec;
        this.op = new ValueOps<>(calls.entity(), name, codec, calls.options().ttlMillis());
    }

    /** The same value with these options for every call: deadline, time to live, read mode. */
    public EntityValue<V> with(CallOptions newOptions) {
        return new EntityValue<>(calls().with(Objects.requireNonNull(newOptions)), name(), codec);
    }

    @Override
    public ValueOps<V> op() {
        return op;
    }

    /** The value; empty if it is absent. */
    public Optional<V> get() {
        return calls().call(op.get());
    }

    /** Like {@link #get}. */
    public CompletableFuture<Optional<V>> getAsync() {
        return calls().callAsync(op.get());
    }

    /** The value with its version and expiry; empty if it is absent. */
    public Optional<Versioned<V>> getVersioned() {
        return calls().call(op.getVersioned());
    }

    /** Like {@link #getVersioned}. */
    public CompletableFuture<Optional<Versioned<V>>> getVersionedAsync() {
        return calls().callAsync(op.getVersioned());
    }

    /** Writes it, whatever was there; its new version. */
    public long put(V value) {
        return calls().call(op.put(value));
    }

    /** Like {@link #put}. */
    public CompletableFuture<Long> putAsync(V value) {
        return calls().callAsync(op.put(value));
    }

    /** Writes it if it is absent; the status is OK or CONFLICT. */
    public WriteResult putIfAbsent(V value) {
        return calls().call(op.putIfAbsent(value));
    }

    /** Like {@link #putIfAbsent}. */
    public CompletableFuture<WriteResult> putIfAbsentAsync(V value) {
        return calls().callAsync(op.putIfAbsent(value));
    }

    /**
     * Writes it if the present value equals the expected one, byte by byte.
     *
     * @return status OK, CONFLICT (another value) or NOT_FOUND (absent)
     */
    public WriteResult compareAndSet(V expected, V value) {
        return calls().call(op.compareAndSet(expected, value));
    }

    /** Like {@link #compareAndSet}. */
    public CompletableFuture<WriteResult> compareAndSetAsync(V expected, V value) {
        return calls().callAsync(op.compareAndSet(expected, value));
    }

    /**
     * Writes it if it has this version; 0 for absent.
     *
     * @return status OK, CONFLICT (another version) or NOT_FOUND (absent)
     */
    public WriteResult compareVersionAndSet(long expectedVersion, V value) {
        return calls().call(op.compareVersionAndSet(expectedVersion, value));
    }

    /** Like {@link #compareVersionAndSet}. */
    public CompletableFuture<WriteResult> compareVersionAndSetAsync(long expectedVersion, V value) {
        return calls().callAsync(op.compareVersionAndSet(expectedVersion, value));
    }

    /**
     * Adds to the decimal number it holds; absent counts as 0. The codec is not used; {@link
     * Codec#longs} reads such numbers. Without a time to live, a present expiry stays.
     *
     * @return the new number
     */
    public long increment(long delta) {
        return calls().call(op.increment(delta));
    }

    /** Like {@link #increment}. */
    public CompletableFuture<Long> incrementAsync(long delta) {
        return calls().callAsync(op.increment(delta));
    }

    /** A guard: the value is there and has the bytes of this one. */
    public EntityGuard ifEquals(V value) {
        return guard(new Guard.Equal(Target.object(name()), codec.encode(value)));
    }

    /** A guard: the value is a decimal number that compares so; absent counts as 0. */
    public EntityGuard ifNumber(Comparison comparison, long operand) {
        return guard(new Guard.Compare(Target.object(name()), comparison, operand));
    }

    /** A guard: the value is a decimal number of at least so much; absent counts as 0. */
    public EntityGuard ifAtLeast(long least) {
        return ifNumber(Comparison.AT_LEAST, least);
    }
}
