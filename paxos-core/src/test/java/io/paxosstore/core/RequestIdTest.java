package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Rule E2: clocks of clients and nodes may be hours, and years, apart. */
class RequestIdTest {
    private static final long YEAR_SECONDS = 31_557_600L;
    private static final long NOW_SECONDS = 1_790_000_000L;

    private static boolean isFarAhead(long clientSeconds, long nodeSeconds, long forgotten) {
        return new RequestId(1, clientSeconds << 32).isFarAhead(nodeSeconds * 1000, forgotten);
    }

    @Test
    void clocksThatAreApartAreNoReasonToRefuse() {
        assertFalse(isFarAhead(NOW_SECONDS + 5_000, NOW_SECONDS, 0), "a node behind");
        assertFalse(isFarAhead(NOW_SECONDS - 5_000, NOW_SECONDS, 0), "a node ahead");
        assertFalse(isFarAhead(NOW_SECONDS + 19 * YEAR_SECONDS, NOW_SECONDS, 0));
        assertFalse(isFarAhead(0, NOW_SECONDS, 0), "a client without a clock");
        assertFalse(isFarAhead(NOW_SECONDS, 0, 0), "a node without a clock");
    }

    @Test
    void stampsNearTheEndOfNumbersAreRefusedUnlessTheyWereAskedFor() {
        assertTrue(isFarAhead(NOW_SECONDS + 21 * YEAR_SECONDS, NOW_SECONDS, 0));
        assertTrue(isFarAhead(0xffff_ffffL, NOW_SECONDS, 0));
        assertTrue(isFarAhead(0xffff_ffffL, 0xffff_0000L, 0), "whatever the node's clock");
        long forgotten = (NOW_SECONDS + 30 * YEAR_SECONDS) << 32 | 0xffff_ffffL;
        assertFalse(isFarAhead(NOW_SECONDS + 30 * YEAR_SECONDS + 1, NOW_SECONDS, forgotten));
        assertTrue(isFarAhead(NOW_SECONDS + 31 * YEAR_SECONDS, NOW_SECONDS, forgotten));
    }
}
