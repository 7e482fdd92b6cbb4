package io.paxosstore.client;

import io.paxosstore.protocol.model.Guard;

/**
 * A condition on one entity: made by the handle of the entity or of one of its objects, and held
 * against that entity by a {@link MultiOpBuilder}. Immutable.
 */
public final class EntityGuard {
    private final EntityRef entity;
    private final Guard guard;

    EntityGuard(EntityRef entity, Guard guard) {
        this.entity = entity;
        this.guard = guard;
    }

    /** What is asked of the server. */
    public Guard guard() {
        return guard;
    }

    EntityRef entity() {
        return entity;
    }
}
