package io.paxosstore.server.config;

import io.paxosstore.core.ReplicaConfig;

/** The protocol's tunables. */
public final class Tunables {
    private Tunables() {}

    /** The protocol's tunables as a configuration states them. */
    public static ReplicaConfig of(Configuration configuration) {
        return ReplicaConfig.builder()
                .contentionWindowNanos(configuration.get(PaxosSettings.CONTENTION_WINDOW).toNanos())
                .retransmitNanos(configuration.get(PaxosSettings.RETRANSMIT).toNanos())
                .retransmitMaxNanos(configuration.get(PaxosSettings.RETRANSMIT_MAX).toNanos())
                .answerGapNanos(configuration.get(PaxosSettings.ANSWER_GAP).toNanos())
                .probeHedgeNanos(configuration.get(PaxosSettings.PROBE_HEDGE).toNanos())
                .catchUpNanos(configuration.get(PaxosSettings.CATCH_UP).toNanos())
                .lingerNanos(configuration.get(PaxosSettings.LINGER).toNanos())
                .waitingRequestsMax(configuration.get(PaxosSettings.WAITING_REQUESTS_MAX))
                .activeEntitiesMax(configuration.get(PaxosSettings.ACTIVE_ENTITIES_MAX))
                .batchRequestsMax(configuration.get(PaxosSettings.BATCH_REQUESTS_MAX))
                .dedupeClientsMax(configuration.get(PaxosSettings.DEDUPE_CLIENTS_MAX))
                .entityDedupeClientsMax(configuration.get(PaxosSettings.ENTITY_DEDUPE_CLIENTS_MAX))
                .dedupeAgeSeconds((int) configuration.get(PaxosSettings.DEDUPE_AGE).toSeconds())
                .build();
    }
}
