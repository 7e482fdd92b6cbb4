package io.paxosstore.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.node.host.ManualScheduler;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/** What is to be written is written in the end, whatever comes between. */
final class BackgroundRetryTest {
    private static final String WRITTEN = "";

    private final ManualScheduler loop = new ManualScheduler();
    private final Deque<String> ends = new ArrayDeque<>();
    private int rejections;
    private int attempts;

    private void attempt() throws IOException {
        attempts++;
        String end = ends.remove();
        switch (end) {
            case WRITTEN -> {}
            case "disk" -> throw new IOException("No space left on device");
            default -> throw new IllegalStateException(end);
        }
    }

    private void background(Runnable task) {
        if (rejections > 0) {
            rejections--;
            throw new RejectedExecutionException();
        }
        task.run();
    }

    private void expectWritten(int after) {
        BackgroundRetry retry = new BackgroundRetry(this::background, loop::nanoTime);
        retry.execute(loop, "not_written", "It waits.", this::attempt);
        for (int i = 0; i < 10; i++) {
            loop.runTasks();
            loop.advance(BackgroundRetry.RETRY_NANOS);
        }
        loop.runTasks();
        assertEquals(after, attempts);
        assertEquals(0, ends.size());
    }

    @Test
    void whatSucceedsIsDoneOnce() {
        ends.add(WRITTEN);
        expectWritten(1);
    }

    @Test
    void aDiskWithoutRoomIsTriedAgain() {
        ends.addAll(List.of("disk", "disk", WRITTEN));
        expectWritten(3);
    }

    /** A fault that nobody has thought of: those who wait for it must not wait for ever. */
    @Test
    void aFaultIsTriedAgain() {
        ends.addAll(List.of("a fault", WRITTEN));
        expectWritten(2);
    }

    @Test
    void aBackgroundWithoutRoomIsTriedAgain() {
        rejections = 3;
        ends.add(WRITTEN);
        expectWritten(1);
    }
}
