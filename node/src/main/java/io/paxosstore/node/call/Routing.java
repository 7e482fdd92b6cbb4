package io.paxosstore.node.call;

import io.paxosstore.protocol.key.EntityKey;

/** Says who executes the calls for an entity: the port to what is known of replica sets. */
@FunctionalInterface
public interface Routing {
    /** Every node holds every entity, so that each executes the calls that it gets. */
    Routing HERE = key -> Route.HERE;

    /** The route of an entity; on any loop, so thread-safe. */
    Route route(EntityKey key);
}
