package io.paxosstore.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.concurrent.Semaphore;

final class ClientThreadsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void whoEndsByItselfIsCounted() throws Exception {
        ClientThreads threads = new ClientThreads("a step");
        Semaphore steps = new Semaphore(0);
        threads.start(steps::acquire);
        assertEquals(0, threads.ended());
        threads.start(() -> {
            throw new IllegalStateException("as the test wants it");
        });
        while (threads.ended() == 0) {
            Thread.onSpinWait();
        }
        assertEquals(1, threads.ended());
        steps.release(Integer.MAX_VALUE);
        threads.stop(LIMIT);
        assertEquals(0, threads.ended(), "those that were stopped are not counted");
    }
}
