package io.paxosstore.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

class BackgroundThreadTest {
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONG_SECONDS = 60;

    private final Semaphore steps = new Semaphore(0);
    private volatile boolean urgent;

    /** After a step of a tenth of a second it rests for nearly ten seconds. */
    private final BackgroundThread thread =
            new BackgroundThread(
                    this::step,
                    () -> STEP_NANOS,
                    new BackgroundThread.Pace(1, () -> urgent),
                    new FailStop(StorageEngine.Listener.NONE));

    @AfterEach
    void stop() {
        assertTrue(thread.stop(TimeUnit.SECONDS.toNanos(LONG_SECONDS)));
    }

    private int step() {
        steps.release();
        long end = System.nanoTime() + STEP_NANOS;
        for (long left = STEP_NANOS; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return 1;
    }

    private void awaitStep() throws InterruptedException {
        assertTrue(steps.tryAcquire(LONG_SECONDS, TimeUnit.SECONDS), "no step is done");
    }

    @Test
    void restsSoThatItsShareIsKept() {
        assertEquals(0, new BackgroundThread.Pace(100, () -> false).restNanos(1000));
        assertEquals(1000, new BackgroundThread.Pace(50, () -> false).restNanos(1000));
        assertEquals(9000, new BackgroundThread.Pace(10, () -> false).restNanos(1000));
        assertEquals(0, new BackgroundThread.Pace(10, () -> true).restNanos(1000));
        assertEquals(0, BackgroundThread.Pace.FULL.restNanos(1000));
        long tenSeconds = TimeUnit.SECONDS.toNanos(10);
        assertEquals(
                tenSeconds, new BackgroundThread.Pace(1, () -> false).restNanos(10 * tenSeconds));
    }

    /** A thread that is gone without a word leaves flushes and checkpoints undone for ever. */
    @Test
    void anErrorIsAFailureOfTheStore() {
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        Error error = new OutOfMemoryError("of this test");
        BackgroundThread failing =
                new BackgroundThread(
                        () -> {
                            throw error;
                        },
                        () -> STEP_NANOS,
                        BackgroundThread.Pace.FULL,
                        new FailStop(new FailureListener(failed::complete)));
        failing.start("failing");
        assertEquals(error, failed.orTimeout(LONG_SECONDS, TimeUnit.SECONDS).join());
        assertTrue(failing.stop(TimeUnit.SECONDS.toNanos(LONG_SECONDS)));
    }

    @Test
    void signalsDoNotShortenARest() throws InterruptedException {
        thread.start("background");
        awaitStep();
        for (int i = 0; i < 20; i++) {
            thread.signal();
            assertTrue(
                    !steps.tryAcquire(STEP_NANOS / 10, TimeUnit.NANOSECONDS),
                    "a signal ended the rest");
        }
    }

    @Test
    void whatIsUrgentDoesNotWait() throws InterruptedException {
        urgent = true;
        thread.start("background");
        for (int i = 0; i < 5; i++) {
            awaitStep();
        }
    }

    @Test
    void whatBecomesUrgentEndsTheRest() throws InterruptedException {
        thread.start("background");
        awaitStep();
        urgent = true;
        thread.signal();
        awaitStep();
        awaitStep();
    }
}
