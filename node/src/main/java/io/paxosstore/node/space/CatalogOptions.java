package io.paxosstore.node.space;

/**
 * The settings of the catalog.
 *
 * @param refreshNanos how often a node reads it anew
 * @param timeoutNanos how long reading or changing it may take
 * @param spacesMax how many spaces there may be at once
 */
public record CatalogOptions(long refreshNanos, long timeoutNanos, int spacesMax) {}
