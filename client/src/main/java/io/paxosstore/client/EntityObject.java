package io.paxosstore.client;

import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.Target;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A named object of an entity: what all models have in common. Thread-safe. */
public abstract sealed class EntityObject
        permits EntityList,
                EntityQueue,
                EntitySet,
                EntitySortedSet,
                EntityMap,
                EntityValue,
                EntityTable {
    private final EntityCalls calls;
    private final String name;

    EntityObject(EntityCalls calls, String name) {
        this.calls = calls;
        this.name = name;
    }

    final EntityCalls calls() {
        return calls;
    }

    final EntityGuard guard(Guard guard) {
        return new EntityGuard(calls.entity(), guard);
    }

    /** The object's name. */
    public final String name() {
        return name;
    }

    /** The operations of the object, to be executed together with others by a MultiOp. */
    public abstract ObjectOps op();

    /** Deletes the object, at a cost that does not depend on its size; whether it was there. */
    public final boolean delete() {
        return calls.call(op().delete());
    }

    /** Like {@link #delete}. */
    public final CompletableFuture<Boolean> deleteAsync() {
        return calls.callAsync(op().delete());
    }

    /**
     * Sets when the object expires as a whole.
     *
     * @param ttl from now; zero for never
     * @return whether it exists
     * @throws IllegalArgumentException if the time is neither zero nor from 1 ms to 100 years
     */
    public final boolean expire(Duration ttl) {
        return calls.call(op().expire(ttl));
    }

    /** Like {@link #expire}. */
    public final CompletableFuture<Boolean> expireAsync(Duration ttl) {
        return calls.callAsync(op().expire(ttl));
    }

    /** The object's type, size and expiry; empty if it is absent. */
    public final Optional<ObjectInfo> describe() {
        return calls.call(op().describe());
    }

    /** Like {@link #describe}. */
    public final CompletableFuture<Optional<ObjectInfo>> describeAsync() {
        return calls.callAsync(op().describe());
    }

    /**
     * Watches the object: like {@link Entity#watch(long)}, but told are only the changes that may
     * have touched it.
     */
    public final Watch watch(long fromVersion) {
        return calls.watch(fromVersion, name, null, null);
    }

    /** Like {@link #watch(long)}, with a listener as of {@link Entity#watch(long)}. */
    public final Watch watch(long fromVersion, WatchListener listener) {
        return calls.watch(fromVersion, name, Objects.requireNonNull(listener), null);
    }

    /** A guard: the object exists. */
    public final EntityGuard ifExists() {
        return guard(new Guard.Exists(Target.object(name)));
    }

    /** A guard: the object does not exist. */
    public final EntityGuard ifAbsent() {
        return guard(new Guard.Absent(Target.object(name)));
    }
}
