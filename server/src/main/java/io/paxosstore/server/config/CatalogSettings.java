package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.integer;

import java.time.Duration;

/** The settings of the list of spaces. */
public final class CatalogSettings {
    public static final Setting<Duration> REFRESH =
            duration(
                    "catalog.refresh",
                    Duration.ofSeconds(1),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(10),
                    "How often a node reads the list of spaces anew.");

    public static final Setting<Duration> TIMEOUT =
            duration(
                    "catalog.timeout",
                    Duration.ofSeconds(5),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(1),
                    "How long reading or changing the list of spaces may take.");

    public static final Setting<Integer> SPACES_MAX =
            integer("catalog.spaces", 1000, 1, 10_000, "Spaces a cluster may have at once.");

    private CatalogSettings() {}
}
