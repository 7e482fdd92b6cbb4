package io.paxosstore.server.config;

import io.paxosstore.core.ReplicaConfig;

/** The protocol's tunables. */
public final class Tunables {
    private Tunables() {}

    /** The protocol's tunables as a configuration states them. */
    public static ReplicaConfig of(Configuration configuration) {
        return ReplicaConfig.builder()
                .contentionWindowNanos(configuration.get(Settings.CONTENTION_WINDOW).toNanos())
                .retransmitNanos(configuration.get(Settings.RETRANSMIT).toNanos())
                .retransmitMaxNanos(configuration.get(Settings.RETRANSMIT_MAX).toNanos())
                .answerGapNanos(configuration.get(Settings.ANSWER_GAP).toNanos())
                .probeHedgeNanos(configuration.get(Settings.PROBE_HEDGE).toNanos())
                .catchUpNanos(configuration.get(Settings.CATCH_UP).toNanos())
                .lingerNanos(configuration.get(Settings.LINGER).toNanos())
                .waitingRequestsMax(configuration.get(Settings.WAITING_REQUESTS_MAX))
                .activeEntitiesMax(configuration.get(Settings.ACTIVE_ENTITIES_MAX))
                .batchRequestsMax(configuration.get(Settings.BATCH_REQUESTS_MAX))
                .dedupeClientsMax(configuration.get(Settings.DEDUPE_CLIENTS_MAX))
                .entityDedupeClientsMax(configuration.get(Settings.ENTITY_DEDUPE_CLIENTS_MAX))
                .dedupeAgeSeconds((int) configuration.get(Settings.DEDUPE_AGE).toSeconds())
                .build();
    }
}
