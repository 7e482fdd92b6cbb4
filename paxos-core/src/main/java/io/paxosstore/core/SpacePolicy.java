package io.paxosstore.core;

import io.paxosstore.protocol.model.SpaceKind;

/**
 * How the entities of one space are served. Immutable, and thread-safe if the ownership is.
 *
 * @param ownership who may skip the prepare phase of an entry (section 2 of docs/protocol.md)
 * @param waitingRequestsMax requests of one entity that may wait; one more is Overloaded
 * @param batchRequestsMax requests that become one entry at most (Rule W2)
 * @param dedupeClientsMax clients an entity remembers (Rule E2), at most {@link
 *     ReplicaConfig#DEDUPE_CLIENTS_LIMIT}
 * @param dedupeAgeSeconds how long it remembers a client at most (Rule E2)
 */
public record SpacePolicy(
        OwnershipPolicy ownership,
        int waitingRequestsMax,
        int batchRequestsMax,
        int dedupeClientsMax,
        int dedupeAgeSeconds) {
    private static final long MILLIS_PER_SECOND = 1000;

    /** The policy of a space of which nothing else is said: a node's limits for spaces like it. */
    public static SpacePolicy of(SpaceKind kind, ReplicaConfig config, OwnershipPolicy ownership) {
        int dedupeClientsMax =
                switch (kind) {
                    case KEY_VALUE -> config.dedupeClientsMax();
                    case ENTITY -> config.entityDedupeClientsMax();
                };
        return new SpacePolicy(
                ownership,
                config.waitingRequestsMax(),
                config.batchRequestsMax(),
                dedupeClientsMax,
                config.dedupeAgeSeconds());
    }

    /** How long an entity remembers a client at most, in milliseconds (Rule E2). */
    public long dedupeAgeMillis() {
        return dedupeAgeSeconds * MILLIS_PER_SECOND;
    }
}
