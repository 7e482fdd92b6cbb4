package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ReplicaConfigTest {
    @Test
    void whatIsNotNamedIsTheDefault() {
        ReplicaConfig defaults = ReplicaConfig.defaults();
        ReplicaConfig changed = ReplicaConfig.builder().lingerNanos(7).batchRequestsMax(9).build();
        assertEquals(7, changed.lingerNanos());
        assertEquals(9, changed.batchRequestsMax());
        assertEquals(
                defaults,
                ReplicaConfig.builder()
                        .lingerNanos(defaults.lingerNanos())
                        .batchRequestsMax(defaults.batchRequestsMax())
                        .build());
        assertEquals(defaults.retransmitNanos(), changed.retransmitNanos());
    }

    @Test
    void allThatIsOutOfRangeIsNamedAtOnce() {
        ReplicaConfig.Builder wrong =
                ReplicaConfig.builder()
                        .retransmitNanos(10)
                        .retransmitMaxNanos(9)
                        .waitingRequestsMax(0)
                        .dedupeClientsMax(256);
        assertEquals(
                "Replica settings: retransmitMaxNanos is 9; use at least retransmitNanos, 10;"
                        + " waitingRequestsMax is 0; use at least 1; dedupeClientsMax is 256; use 1"
                        + " to 255.",
                assertThrows(IllegalArgumentException.class, wrong::build).getMessage());
    }
}
