package io.paxosstore.lsm.store;

import io.paxosstore.protocol.key.EntityKey;

/** An entity of a page of entities. */
public record ListedEntity(EntityKey entity, EntityMeta meta) {}
