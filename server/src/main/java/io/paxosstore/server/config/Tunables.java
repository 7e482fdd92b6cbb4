package io.paxosstore.server.config;

import io.paxosstore.core.ReplicaConfig;

/** The protocol's tunables. */
public final class Tunables {
    private Tunables() {}

    /** The protocol's tunables as a configuration states them. */
    public static ReplicaConfig of(Configuration configuration) {
        return new ReplicaConfig(
                configuration.get(Settings.CONTENTION_WINDOW).toNanos(),
                configuration.get(Settings.RETRANSMIT).toNanos(),
                configuration.get(Settings.RETRANSMIT_MAX).toNanos(),
                configuration.get(Settings.ANSWER_GAP).toNanos(),
                configuration.get(Settings.PROBE_HEDGE).toNanos(),
                configuration.get(Settings.CATCH_UP).toNanos(),
                configuration.get(Settings.LINGER).toNanos(),
                configuration.get(Settings.WAITING_REQUESTS_MAX),
                configuration.get(Settings.ACTIVE_ENTITIES_MAX),
                configuration.get(Settings.BATCH_REQUESTS_MAX),
                configuration.get(Settings.DEDUPE_CLIENTS_MAX),
                configuration.get(Settings.ENTITY_DEDUPE_CLIENTS_MAX),
                (int) configuration.get(Settings.DEDUPE_AGE).toSeconds());
    }
}
