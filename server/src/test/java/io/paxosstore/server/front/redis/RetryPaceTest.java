package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** How a connection asks again for what was refused. */
final class RetryPaceTest {
    private final RetryPace pace = new RetryPace();

    @Test
    void refusalsOfOneMomentCountOnce() {
        for (int call = 0; call < 1_000; call++) {
            pace.refused();
        }
        assertEquals(RetryPace.AT_ONCE_MAX / 2, pace.atOnce());
    }

    @Test
    void whoIsRefusedAgainAndAgainAsksForLessAndLater() {
        refuseForLong();
        assertEquals(RetryPace.AT_ONCE_MIN, pace.atOnce());
        assertEquals(RetryPace.PAUSE_NANOS_MAX, pace.pauseNanos());
    }

    @Test
    void answersBringItBack() {
        refuseForLong();
        pace.answered();
        assertEquals(RetryPace.AT_ONCE_MIN + 1, pace.atOnce());
        assertEquals(RetryPace.PAUSE_NANOS_MIN, pace.pauseNanos());
        for (int call = 0; call < 2_000; call++) {
            pace.answered();
        }
        assertEquals(RetryPace.AT_ONCE_MAX, pace.atOnce());
    }

    private void refuseForLong() {
        for (int pause = 0; pause < 20; pause++) {
            pace.refused();
            pace.paused();
        }
    }
}
