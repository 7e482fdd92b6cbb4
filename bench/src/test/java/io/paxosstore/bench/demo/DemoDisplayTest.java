package io.paxosstore.bench.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.workload.WorkloadStats;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Something moves on the screen whatever the demo waits for. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class DemoDisplayTest {
    /** Opens with the second line that comes to the screen. */
    private final CountDownLatch twice = new CountDownLatch(2);

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private final DemoDisplay display =
            new DemoDisplay(
                    new PrintStream(
                            new OutputStream() {
                                @Override
                                public void write(int b) {
                                    screen.write(b);
                                    if (b == '\r') {
                                        twice.countDown();
                                    }
                                }
                            },
                            true,
                            StandardCharsets.UTF_8),
                    true);

    @Test
    void whatIsWaitedForIsNamedAgainAndAgain() throws Exception {
        display.during("they start", twice::await);
        assertTrue(screen.toString(StandardCharsets.UTF_8).contains(" s  they start"));
    }

    @Test
    void theLoadIsShownWhileANodeStarts() throws Exception {
        WorkloadStats stats = new WorkloadStats();
        display.watchDuring(stats, stats, twice::await);
        assertTrue(screen.toString(StandardCharsets.UTF_8).contains("operations/s"));
    }

    @Test
    void aStepThatFailsFailsTheDemoByItsOwnReason() {
        IOException full =
                assertThrows(
                        IOException.class,
                        () ->
                                display.during(
                                        "they start",
                                        () -> {
                                            throw new IOException("disk full");
                                        }));
        assertEquals("disk full", full.getMessage());
        WorkloadStats stats = new WorkloadStats();
        assertThrows(
                TimeoutException.class,
                () ->
                        display.watchDuring(
                                stats,
                                stats,
                                () -> {
                                    throw new TimeoutException("late");
                                }));
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        display.during(
                                "they start",
                                () -> {
                                    throw new IllegalArgumentException("odd");
                                }));
    }
}
