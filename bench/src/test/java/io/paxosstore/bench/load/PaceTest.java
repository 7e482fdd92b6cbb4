package io.paxosstore.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RandomSource;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

class PaceTest {
    private static final int CLIENTS = 10;
    private static final int OPERATIONS = 20_000;

    private static Pace pace(int perSecond) {
        LoadPlan plan =
                new LoadPlan(
                        CLIENTS,
                        perSecond,
                        LoadPlan.Mode.ASYNC,
                        OperationMix.parse("read=100"),
                        0,
                        1,
                        KeyChooser.Distribution.UNIFORM,
                        Duration.ZERO,
                        Duration.ofSeconds(1),
                        1);
        return Pace.of(plan, new RandomSource(7), 0);
    }

    @Test
    void withoutAPaceAnOperationCountsFromWhenItBegins() {
        Pace pace = pace(0);
        assertEquals(0, pace.leftNanos(123));
        assertEquals(123, pace.begin(123));
        assertEquals(0, pace.leftNanos(123));
    }

    @Test
    void oneOfTenClientsBeginsATenthOfAllOperations() {
        Pace pace = pace(1000);
        long began = 0;
        for (int i = 0; i < OPERATIONS; i++) {
            long now = began + pace.leftNanos(began);
            began = pace.begin(now);
            assertEquals(now, began);
        }
        double seconds = began / (double) TimeUnit.SECONDS.toNanos(1);
        double expected = OPERATIONS * CLIENTS / 1000.0;
        assertTrue(Math.abs(seconds / expected - 1) < 0.05, seconds + " s");
    }

    @Test
    void whatBeginsLateCountsFromWhenItWasDue() {
        Pace pace = pace(1000);
        long due = pace.leftNanos(0);
        long late = due + TimeUnit.SECONDS.toNanos(5);
        assertEquals(0, pace.leftNanos(late));
        assertEquals(due, pace.begin(late));
        assertTrue(pace.begin(late) < late, "the next was due during the stall, too");
    }
}
