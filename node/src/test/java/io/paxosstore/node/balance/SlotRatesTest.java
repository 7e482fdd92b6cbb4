package io.paxosstore.node.balance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Rates follow what is counted, and forget what was. */
final class SlotRatesTest {
    private static final long SECOND = 1_000_000_000L;

    private final long[] counts = new long[16_384];

    @Test
    void soonAfterTheStartTheyAreTheMeanSinceThen() {
        counts[5] = 1_000_000; // before it began
        SlotRates rates = new SlotRates(slot -> counts[slot], 100 * SECOND);
        assertEquals(0, rates.perSecond()[5]);
        counts[5] += 700;
        counts[9] += 7;
        rates.sample(107 * SECOND);
        assertEquals(100, rates.perSecond()[5], 1e-9);
        assertEquals(1, rates.perSecond()[9], 1e-9);
        assertEquals(0, rates.perSecond()[1]);
        rates.sample(107 * SECOND); // at the same time
        rates.sample(50 * SECOND); // of a clock that went back
        assertEquals(100, rates.perSecond()[5], 1e-9);
    }

    @Test
    void whatWasIsForgotten() {
        SlotRates rates = new SlotRates(slot -> counts[slot], 0);
        for (int second = 10; second <= 3_000; second += 10) {
            counts[0] += 1_000;
            rates.sample(second * SECOND);
        }
        assertEquals(100, rates.perSecond()[0], 1e-6);
        long later = 3_000 * SECOND + SlotRates.MEAN_NANOS;
        rates.sample(later);
        assertEquals(100 / Math.E, rates.perSecond()[0], 0.01);
        for (int i = 1; i <= 30; i++) {
            rates.sample(later + i * SlotRates.MEAN_NANOS);
        }
        assertTrue(rates.perSecond()[0] < 1e-9);
    }
}
