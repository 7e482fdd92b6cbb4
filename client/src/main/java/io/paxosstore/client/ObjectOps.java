package io.paxosstore.client;

import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Result;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Operations for MultiOps that objects of all models have. Immutable. */
public abstract sealed class ObjectOps
        permits ListOps, QueueOps, SetOps, SortedSetOps, MapOps, ValueOps, TableOps {
    private final EntityRef entity;
    private final String name;

    ObjectOps(EntityRef entity, String name) {
        this.entity = entity;
        this.name = name;
    }

    final <R> Step<R> step(String verb, Operation operation, Function<Result, R> decoder) {
        return new Step<>(entity, verb, operation, decoder);
    }

    final String name() {
        return name;
    }

    /** Deletes the object; whether it was there. */
    public final Step<Boolean> delete() {
        return step("delete", new ObjectOperation.Delete(name), ObjectOps::flag);
    }

    /**
     * Sets when the object expires as a whole; whether it exists.
     *
     * @param ttl from now; zero for never
     * @throws IllegalArgumentException if it is neither zero nor from 1 ms to 100 years
     */
    public final Step<Boolean> expire(Duration ttl) {
        long ttlMillis = Checks.millis("time to live", ttl);
        return step("expire", new ObjectOperation.Expire(name, ttlMillis), ObjectOps::flag);
    }

    /**
     * Gives the object another name, whatever has it until now; whether it exists. It expires when
     * it did before.
     */
    public final Step<Boolean> rename(String to) {
        return step("rename", new ObjectOperation.Rename(name, to), ObjectOps::flag);
    }

    /** The object's type, size and expiry; empty if it is absent. */
    public final Step<Optional<ObjectInfo>> describe() {
        return step(
                "describe",
                new ObjectOperation.Describe(name),
                result -> {
                    Result.Info info = (Result.Info) result;
                    ObjectType type = info.type();
                    return type == null
                            ? Optional.empty()
                            : Optional.of(new ObjectInfo(type, info.size(), info.deadlineMillis()));
                });
    }

    static boolean flag(Result result) {
        return ((Result.Flag) result).flag();
    }

    static long count(Result result) {
        return ((Result.Count) result).count();
    }

    static boolean one(Result result) {
        return count(result) == 1;
    }

    static long size(Result result) {
        return ((Result.Size) result).size();
    }

    static long number(Result result) {
        return ((Result.Incremented) result).number();
    }

    static <T> List<byte[]> encode(Codec<T> codec, Collection<? extends T> values) {
        return values.stream().map(codec::encode).toList();
    }

    static <T> List<T> decode(Codec<T> codec, List<byte[]> values) {
        return values.stream().map(codec::decode).toList();
    }

    static <T> Optional<T> element(Codec<T> codec, Result result) {
        byte[] element = ((Result.Element) result).element();
        return element == null ? Optional.empty() : Optional.of(codec.decode(element));
    }

    static <T> Optional<T> first(List<T> values) {
        return values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
    }
}
