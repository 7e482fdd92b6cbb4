package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

final class BackgroundTasksTest {
    private static final long WAIT_SECONDS = 20;

    private final BlockingQueue<Throwable> told = new ArrayBlockingQueue<>(10);
    private final BackgroundTasks tasks = new BackgroundTasks(1, "tasks", told::add);

    @AfterEach
    void stop() throws InterruptedException {
        tasks.stop();
    }

    /** As RocksDB's errors are: whoever waits for what the task was to do would wait for ever. */
    @Test
    void aTaskThatEndsWithAnExceptionIsToldOf() throws InterruptedException {
        IllegalStateException fault = new IllegalStateException("the flush failed");
        tasks.execute(() -> {
            throw fault;
        });
        assertEquals(fault, told.poll(WAIT_SECONDS, TimeUnit.SECONDS));
    }

    /** It wanted to tell a loop, perhaps, that has ended: the node stops anyhow. */
    @Test
    void whatFailsAfterTheEndIsNoFailure() throws InterruptedException {
        CountDownLatch stopping = new CountDownLatch(1);
        tasks.execute(() -> {
            Thread.currentThread().interrupt(); // stop() is not to wait for this very task
            try {
                tasks.stop();
            } catch (InterruptedException e) {
                stopping.countDown();
                throw new IllegalStateException("too late", e);
            }
        });
        stopping.await();
        tasks.stop();
        assertNull(told.poll());
    }
}
