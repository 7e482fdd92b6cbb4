package io.paxosstore.node.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;

import org.junit.jupiter.api.Test;

class OnDemandTest {
    private static final long SECOND = 1_000_000_000L;

    private final Counters counters = new Counters();
    private final OnDemand onDemand = new OnDemand(counters, 1000, 0);

    @Test
    void whatOthersHaveRebuiltIsChargedOnce() {
        counters.add(Count.REBUILT, 100);
        assertEquals(100, onDemand.charge(SECOND));
        assertEquals(0, onDemand.charge(2 * SECOND));
        counters.add(Count.REBUILT, 30);
        for (int i = 0; i < 20; i++) {
            onDemand.ownEnded();
        }
        assertEquals(10, onDemand.charge(3 * SECOND));
    }

    @Test
    void halfOfTheRateIsTheSweepsWhateverIsAskedFor() {
        counters.add(Count.REBUILT, 100_000);
        assertEquals(50, onDemand.charge(SECOND / 10));
        assertEquals(0, onDemand.charge(SECOND), "the rest is not kept for later");
    }

    @Test
    void whatTheSweepHasEndedWithoutRebuildingItDoesNotCount() {
        onDemand.ownEnded();
        counters.add(Count.REBUILT, 1);
        assertEquals(0, onDemand.charge(SECOND));
    }
}
