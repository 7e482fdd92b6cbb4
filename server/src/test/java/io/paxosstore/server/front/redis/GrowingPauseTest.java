package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Set;

class GrowingPauseTest {
    private static void assertBetweenHalfAnd(long most, long nanos) {
        assertTrue(most / 2 <= nanos && nanos <= most, nanos + " of " + most);
    }

    @Test
    void itDoublesUntilItIsLong() {
        GrowingPause pause = new GrowingPause();
        long most = GrowingPause.NANOS_MIN;
        while (most < GrowingPause.NANOS_MAX) {
            assertBetweenHalfAnd(most, pause.next());
            most *= 2;
        }
        assertEquals(GrowingPause.NANOS_MAX, most);
        for (int i = 0; i < 100; i++) {
            assertBetweenHalfAnd(most, pause.next());
        }
        pause.reset();
        assertBetweenHalfAnd(GrowingPause.NANOS_MIN, pause.next());
    }

    /** Those that failed together come back one by one. */
    @Test
    void noTwoAreTheSame() {
        Set<Long> pauses = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            pauses.add(new GrowingPause().next());
        }
        assertTrue(pauses.size() > 90, pauses.toString());
    }
}
