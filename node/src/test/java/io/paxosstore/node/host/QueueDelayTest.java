package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.Queue;

/** A queue served at a steady rate, driven by hand. */
class QueueDelayTest {
    private static final long MILLI = 1_000_000;
    private static final long DELAY = 500 * MILLI;

    private final QueueDelay delay = new QueueDelay(DELAY);
    private final Queue<Long> waiting = new ArrayDeque<>();
    private long now;
    private int refused;
    private long longestNanos;

    /** Each millisecond so many come and at most so many are served. */
    private void run(int millis, int come, int served) {
        longestNanos = 0;
        for (int i = 0; i < millis; i++) {
            now += MILLI;
            for (int k = 0; k < come; k++) {
                if (delay.isExceeded(now, waiting.size())) {
                    refused++;
                } else {
                    waiting.add(now);
                }
            }
            for (int k = 0; k < served && !waiting.isEmpty(); k++) {
                long latency = now - waiting.remove();
                longestNanos = Math.max(longestNanos, latency);
                delay.onDone(now, latency);
            }
        }
    }

    @Test
    void aBurstIsTakenWhole() {
        run(1, 100_000, 0);
        assertEquals(0, refused);
    }

    @Test
    void twiceTheLoadWaitsLittleMoreThanTheDelay() {
        run(3_000, 20, 10);
        refused = 0;
        run(10_000, 20, 10);
        assertTrue(
                longestNanos < DELAY + DELAY / 5, "longest wait " + longestNanos / MILLI + " ms");
        assertTrue(refused > 90_000 && refused < 110_000, "refused " + refused);
    }

    @Test
    void whatCanBeServedIsNotRefused() {
        run(10_000, 10, 10);
        assertEquals(0, refused);
    }

    @Test
    void aPauseOfTheServiceRefusesNothingThatCanBeCaughtUpWith() {
        run(1_000, 5, 10);
        run(400, 5, 0);
        run(1_000, 5, 10);
        assertEquals(0, refused);
    }

    @Test
    void afterTheOverloadNothingIsRefused() {
        run(3_000, 30, 10);
        run(1_000, 5, 10);
        refused = 0;
        run(2_000, 9, 10);
        assertEquals(0, refused);
    }

    @Test
    void anIdleTimeAfterAnOverloadIsANewBeginning() {
        run(3_000, 30, 10);
        run(1_000, 0, 10);
        now += 60_000 * MILLI;
        refused = 0;
        run(1, 100_000, 0);
        assertEquals(0, refused);
    }

    @Test
    void aFewStuckRequestsAreNoReasonToRefuseOthers() {
        for (int i = 0; i < 2_000; i++) {
            now += MILLI;
            assertFalse(delay.isExceeded(now, 1_000_000));
            delay.onDone(now, 10 * DELAY);
            delay.onDone(now, MILLI);
            delay.onDone(now, MILLI);
        }
    }
}
