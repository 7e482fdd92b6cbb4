package io.paxosstore.client;

import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ValueOperation;
import io.paxosstore.protocol.model.WriteStatus;

import java.util.Optional;

/**
 * Operations on a value for a {@link MultiOpBuilder}; what they mean is said at {@link
 * EntityValue}. Immutable.
 *
 * @param <V> the value
 */
public final class ValueOps<V> extends ObjectOps {
    private final Codec<V> codec;
    private final long ttlMillis;

    ValueOps(EntityRef entity, String name, Codec<V> codec, long ttlMillis) {
        super(entity, name);
        this.codec = codec;
        this.ttlMillis = ttlMillis;
    }

    /** The value; empty if it is absent. */
    public Step<Optional<V>> get() {
        return step(
                "get",
                new ValueOperation.Get(name()),
                result -> versioned(result).map(Versioned::value));
    }

    /** The value with its version and expiry; empty if it is absent. */
    public Step<Optional<Versioned<V>>> getVersioned() {
        return step("get", new ValueOperation.Get(name()), this::versioned);
    }

    /** Writes it, whatever was there; its new version. */
    public Step<Long> put(V value) {
        return step(
                "put",
                new ValueOperation.Put(name(), codec.encode(value), ttlMillis),
                result -> written(result).version());
    }

    /** Writes it if it is absent; the status is OK or CONFLICT. */
    public Step<WriteResult> putIfAbsent(V value) {
        return step(
                "putIfAbsent",
                new ValueOperation.CompareVersionAndSet(name(), 0, codec.encode(value), ttlMillis),
                ValueOps::written);
    }

    /** Writes it if the present value equals the expected one, byte by byte. */
    public Step<WriteResult> compareAndSet(V expected, V value) {
        return step(
                "compareAndSet",
                new ValueOperation.CompareAndSet(
                        name(), codec.encode(expected), codec.encode(value), ttlMillis),
                ValueOps::written);
    }

    /** Writes it if it has this version; 0 for absent. */
    public Step<WriteResult> compareVersionAndSet(long expectedVersion, V value) {
        return step(
                "compareVersionAndSet",
                new ValueOperation.CompareVersionAndSet(
                        name(), expectedVersion, codec.encode(value), ttlMillis),
                ValueOps::written);
    }

    /**
     * Adds to the decimal number it holds; absent counts as 0. The codec is not used; {@link
     * Codec#longs} reads such numbers. Without a time to live, a present expiry stays.
     */
    public Step<Long> increment(long delta) {
        return step(
                "increment",
                new ValueOperation.Increment(name(), delta, ttlMillis),
                ObjectOps::number);
    }

    private Optional<Versioned<V>> versioned(Result result) {
        Result.Value found = (Result.Value) result;
        byte[] value = found.value();
        return value == null
                ? Optional.empty()
                : Optional.of(
                        new Versioned<>(
                                codec.decode(value), found.version(), found.deadlineMillis()));
    }

    private static WriteResult written(Result result) {
        if (result instanceof Result.Conflict conflict) {
            return new WriteResult(
                    conflict.version() == 0 ? WriteStatus.NOT_FOUND : WriteStatus.CONFLICT,
                    conflict.version());
        }
        return new WriteResult(WriteStatus.OK, ((Result.Written) result).version());
    }
}
