package io.paxosstore.node.repair;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What nobody waits for rests as many times as long as it has worked. */
final class PaceTest {
    private static final long MILLI = 1_000_000;

    @Test
    void aQuarterRestsThreeTimesAsLong() {
        Pace pace = new Pace(25);
        assertFalse(pace.isResting(0), "nothing was done");
        pace.begins(0);
        assertFalse(pace.isResting(5 * MILLI));
        pace.ends(10 * MILLI);
        assertTrue(pace.isResting(40 * MILLI - 1));
        assertFalse(pace.isResting(40 * MILLI));
    }

    @Test
    void theWholeNeverRests() {
        Pace pace = new Pace(100);
        pace.begins(0);
        pace.ends(10 * MILLI);
        assertFalse(pace.isResting(10 * MILLI));
    }

    /** A minute in which an answer did not come is no work, and an end is counted once. */
    @Test
    void restsHaveABound() {
        Pace pace = new Pace(1);
        long ended = 60_000 * MILLI;
        pace.begins(0);
        pace.ends(ended);
        pace.ends(2 * ended);
        assertTrue(pace.isResting(ended + Pace.REST_MAX_NANOS - 1));
        assertFalse(pace.isResting(ended + Pace.REST_MAX_NANOS));
    }
}
