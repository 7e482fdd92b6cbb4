package io.paxosstore.client;

import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.wire.ReadKey;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.IntConsumer;

/**
 * An entity space. Thread-safe, and cheap to keep; it stays with the space it was opened for, like
 * a {@link KeyValue}.
 *
 * @param <I> the ids of entities
 */
public final class EntitySpace<I> {
    private final CallRunner runner;
    private final SpaceInfo space;
    private final Codec<I> idCodec;
    private final CallOptions options;

    EntitySpace(CallRunner runner, SpaceInfo space, Codec<I> idCodec, CallOptions options) {
        this.runner = runner;
        this.space = space;
        this.idCodec = idCodec;
        this.options = options;
    }

    /** The same space with these options for every call: deadline, time to live, read mode. */
    public EntitySpace<I> with(CallOptions newOptions) {
        return new EntitySpace<>(runner, space, idCodec, Objects.requireNonNull(newOptions));
    }

    /** The space this is a handle of. */
    public SpaceInfo space() {
        return space;
    }

    /** The ids of all entities that have an object; see {@link #scan(byte[])}. */
    public Scan<I> scan() {
        return scan(new byte[0]);
    }

    /**
     * The ids that begin with a prefix of entities that have an object, fetched in pages while they
     * are taken; see {@link Scan}. What {@link KeyValue#scan(byte[])} says of keys holds for
     * entities.
     *
     * @param prefix of the encoded ids; empty for all
     */
    public Scan<I> scan(byte[] prefix) {
        return ids().all(prefix);
    }

    /** The first ids with a prefix, as many as the page holds, or fewer. */
    public Slice<I> scan(byte[] prefix, Page page) {
        return ids().page(prefix, page);
    }

    /** Like {@link #scan(byte[], Page)}. */
    public CompletableFuture<Slice<I>> scanAsync(byte[] prefix, Page page) {
        return ids().pageAsync(prefix, page);
    }

    /**
     * Goes on where an earlier scan ended, of this or another client.
     *
     * @throws IllegalArgumentException if it is the cursor of something else
     */
    public Slice<I> scan(Cursor from, Page page) {
        return ids().page(from, page);
    }

    /** Like {@link #scan(Cursor, Page)}. */
    public CompletableFuture<Slice<I>> scanAsync(Cursor from, Page page) {
        return ids().pageAsync(from, page);
    }

    /**
     * Watches all entities whose encoded ids begin with a prefix; the events are to be taken by
     * {@link RangeWatch#next}.
     *
     * @param prefix empty for all
     */
    public RangeWatch<I> watchRange(byte[] prefix) {
        return runner.watchRange(space.id(), prefix.clone(), false, idCodec, null, null);
    }

    /**
     * Like {@link #watchRange(byte[])}.
     *
     * @param listener called on a thread that all listeners of the client share
     */
    public RangeWatch<I> watchRange(byte[] prefix, RangeListener<I> listener) {
        return runner.watchRange(
                space.id(), prefix.clone(), false, idCodec, Objects.requireNonNull(listener), null);
    }

    /**
     * Like {@link #watchRange(byte[])}.
     *
     * @param executor where the listener is called
     */
    public RangeWatch<I> watchRange(byte[] prefix, RangeListener<I> listener, Executor executor) {
        return runner.watchRange(
                space.id(),
                prefix.clone(),
                false,
                idCodec,
                Objects.requireNonNull(listener),
                Objects.requireNonNull(executor));
    }

    private KeyScan<I> ids() {
        return new KeyScan<>(runner, space, options, new Reading());
    }

    private final class Reading implements KeyReading<I> {
        @Override
        public CompletableFuture<Optional<I>> start(
                CallRunner with, byte[] name, long budgetNanos, IntConsumer size) {
            CallOptions its = options.deadlineWithin(budgetNanos);
            Entity entity = new Entity(new EntityCalls(with, space, name, its));
            size.accept(name.length);
            return hasObject(entity, "")
                    .thenApply(has -> has ? Optional.of(idCodec.decode(name)) : Optional.empty());
        }

        @Override
        public boolean isDone() {
            return false;
        }

        @Override
        public I read(ReadKey key, byte[] value) {
            return idCodec.decode(key.name());
        }
    }

    /** A page may have nothing on it, because what there was has expired. */
    private static CompletableFuture<Boolean> hasObject(Entity entity, String from) {
        return entity.objectsAsync(from, Page.of(1))
                .thenCompose(objects -> {
                    String next = objects.next();
                    return objects.names().isEmpty() && next != null
                            ? hasObject(entity, next)
                            : CompletableFuture.completedFuture(!objects.names().isEmpty());
                });
    }

    /** An entity, whether it exists or not; asks no server. */
    public Entity entity(I id) {
        return new Entity(new EntityCalls(runner, space, idCodec.encode(id), options));
    }
}
