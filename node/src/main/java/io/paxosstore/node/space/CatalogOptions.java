package io.paxosstore.node.space;

/**
 * The settings of the catalog.
 *
 * @param refreshNanos how often a node reads it anew
 * @param timeoutNanos how long reading or changing it may take
 * @param spacesMax how many spaces there may be at once
 * @param dedupeClientsMax clients whose changes are remembered (Rule E2), at most {@link
 *     io.paxosstore.core.ReplicaConfig#DEDUPE_CLIENTS_LIMIT}
 * @param dedupeAgeMillis how long a client's changes are remembered at most (Rule E2)
 */
public record CatalogOptions(
        long refreshNanos,
        long timeoutNanos,
        int spacesMax,
        int dedupeClientsMax,
        long dedupeAgeMillis) {}
