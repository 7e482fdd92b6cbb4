package io.paxosstore.client;

import io.paxosstore.protocol.model.SpaceInfo;

import java.util.Objects;

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

    /** An entity, whether it exists or not; asks no server. */
    public Entity entity(I id) {
        return new Entity(new EntityCalls(runner, space, idCodec.encode(id), options));
    }
}
