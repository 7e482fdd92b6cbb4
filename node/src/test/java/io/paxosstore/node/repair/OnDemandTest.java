package io.paxosstore.node.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;

import org.junit.jupiter.api.Test;

class OnDemandTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int WINDOW = 10;

    private final Counters counters = new Counters();
    private final OnDemand onDemand = new OnDemand(counters, 1000, WINDOW, 0);

    private void sweepBegins(int count) {
        for (int i = 0; i < count; i++) {
            onDemand.sweepBegins();
        }
    }

    @Test
    void whatOthersHaveRebuiltIsChargedOnce() {
        counters.add(Count.REBUILT, 100);
        assertEquals(100, onDemand.charge(SECOND));
        assertEquals(0, onDemand.charge(2 * SECOND));
        sweepBegins(5);
        counters.add(Count.REBUILT, 30);
        assertEquals(25, onDemand.charge(3 * SECOND), "five of these are the sweep's");
    }

    @Test
    void halfOfTheRateIsTheSweepsWhateverIsAskedFor() {
        counters.add(Count.REBUILT, 100_000);
        assertEquals(50, onDemand.charge(SECOND / 10));
        assertEquals(450, onDemand.charge(SECOND), "a burst is charged later");
        assertEquals(0, onDemand.charge(2 * SECOND), "but not all of it");
    }

    @Test
    void whatTheSweepBeginsWithoutRebuildingItPaysForNothing() {
        sweepBegins(100_000);
        counters.add(Count.REBUILT, WINDOW + 7);
        assertEquals(7, onDemand.charge(SECOND));
    }

    @Test
    void aPauseIsNoReasonToChargeAllAtOnce() {
        counters.add(Count.REBUILT, 100_000);
        assertEquals(500, onDemand.charge(3600 * SECOND));
    }
}
