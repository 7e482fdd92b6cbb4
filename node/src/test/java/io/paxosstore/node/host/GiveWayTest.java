package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Rests between large requests, by a clock that is set by hand. */
class GiveWayTest {
    private static final long MILLI = 1_000_000;
    private static final long TOOK = 20 * MILLI;

    private final GiveWay giveWay = new GiveWay(10 * MILLI);
    private long now = Long.MAX_VALUE - 50 * MILLI; // overflows, as nanoTime may

    /** So many other requests of this latency, one each millisecond. */
    private void others(int count, long latencyNanos) {
        for (int i = 0; i < count; i++) {
            now += MILLI;
            giveWay.other(latencyNanos, now);
        }
    }

    private long restAfterOne() {
        giveWay.ended(TOOK, now);
        return giveWay.leftNanos(now);
    }

    @Test
    void noRestWhileOthersAreQuick() {
        others(100, 9 * MILLI);
        assertEquals(0, restAfterOne());
        assertTrue(giveWay.isOver(now));
    }

    @Test
    void noRestWhenThereAreNoOthers() {
        for (int i = 0; i < 100; i++) {
            now += TOOK;
            assertEquals(0, restAfterOne());
        }
    }

    @Test
    void oneSlowOneAmongManySaysNothing() {
        others(100, MILLI);
        others(1, 100 * MILLI);
        assertEquals(0, restAfterOne());
    }

    @Test
    void restsGrowWhileOthersAreSlowAndAreBounded() {
        others(100, 30 * MILLI);
        long first = restAfterOne();
        long second = restAfterOne();
        assertTrue(first > 0 && second > first, first + " " + second);
        for (int i = 0; i < 100; i++) {
            restAfterOne();
        }
        long longest = restAfterOne();
        assertEquals((long) (GiveWay.TIMES_MAX * TOOK), longest);
        now += longest - 1;
        assertFalse(giveWay.isOver(now));
        now += 1;
        assertTrue(giveWay.isOver(now));
    }

    @Test
    void whatWasStuckDoesNotStopTheNextForLong() {
        others(100, 5_000 * MILLI);
        giveWay.ended(5_000 * MILLI, now);
        assertEquals(GiveWay.REST_NANOS_MAX, giveWay.leftNanos(now));
    }

    @Test
    void restsShrinkWhenOthersAreQuickAgain() {
        others(100, 30 * MILLI);
        long before = restAfterOne();
        others(200, MILLI);
        long rest = restAfterOne();
        assertTrue(rest < before, rest + " after " + before);
        for (int i = 0; i < 100; i++) {
            restAfterOne();
        }
        assertEquals(0, restAfterOne());
    }

    @Test
    void whatWasLongAgoCountsNoMore() {
        others(100, 30 * MILLI);
        now += 1_000 * MILLI;
        assertEquals(0, restAfterOne(), "nobody else is there any more");
        others(1, 30 * MILLI);
        assertEquals(0, restAfterOne(), "one is no mean");
    }

    @Test
    void whoIsAloneForLongHasNobodyToGiveWayTo() {
        others(100, 30 * MILLI);
        for (int i = 0; i < 16; i++) {
            restAfterOne();
        }
        now += 1_000 * MILLI;
        assertTrue(restAfterOne() > 0, "a pause");
        now += 5_000 * MILLI;
        assertEquals(0, restAfterOne());
    }
}
