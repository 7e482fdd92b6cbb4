package io.paxosstore.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void theMedianHasTheRangeBesideIt() {
        assertEquals("2.00 [1.00-4.00]", Spread.of(4, 1, 2).toString());
        assertEquals("2.50 [1.00-4.00]", Spread.of(4, 1, 2, 3).toString());
        assertEquals("12,000 [100-34,567]", Spread.of(12_000, 34_567, 100).toString());
    }

    @Test
    void oneFigureHasNoRange() {
        assertEquals("0.25", Spread.of(0.25).toString());
    }
}
