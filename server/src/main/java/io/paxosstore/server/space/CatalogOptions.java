package io.paxosstore.server.space;

import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Settings;

/**
 * The settings of the catalog.
 *
 * @param refreshNanos how often a node reads it anew
 * @param timeoutNanos how long reading or changing it may take
 * @param spacesMax how many spaces there may be at once
 */
public record CatalogOptions(long refreshNanos, long timeoutNanos, int spacesMax) {
    /** What a configuration says. */
    public static CatalogOptions of(Configuration configuration) {
        return new CatalogOptions(
                configuration.get(Settings.CATALOG_REFRESH).toNanos(),
                configuration.get(Settings.CATALOG_TIMEOUT).toNanos(),
                configuration.get(Settings.SPACES_MAX));
    }
}
