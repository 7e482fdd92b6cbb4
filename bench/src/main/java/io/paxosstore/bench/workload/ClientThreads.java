package io.paxosstore.bench.workload;

import io.paxosstore.core.RandomSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Clients that do their step again and again, each on a virtual thread, until they are stopped;
 * then they may be started anew. Started and stopped by one thread.
 */
public final class ClientThreads {
    /** What a client does, once. */
    @FunctionalInterface
    public interface Step {
        void run() throws InterruptedException;
    }

    private final String what;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    /**
     * Makes a group without clients.
     *
     * @param what a step is, for the failure when one does not end
     */
    public ClientThreads(String what) {
        this.what = what;
    }

    /** Starts a client. */
    public void start(Step step) {
        threads.add(Thread.startVirtualThread(() -> run(step)));
    }

    private void run(Step step) {
        try {
            while (!stopped) {
                step.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets a client rest for a random time below {@code max}. */
    public static void rest(RandomSource random, Duration max) throws InterruptedException {
        int micros = Math.toIntExact(max.toNanos() / 1_000);
        if (micros > 0) {
            TimeUnit.MICROSECONDS.sleep(random.nextInt(micros));
        }
    }

    /** How many clients have ended though nobody has stopped them: their step threw something. */
    public int ended() {
        return (int) threads.stream().filter(thread -> !thread.isAlive()).count();
    }

    /** Has all stop after their steps, and does not wait: for when something failed. */
    public void halt() {
        stopped = true;
    }

    /**
     * Stops all once their steps have ended.
     *
     * @throws TimeoutException when some step does not end
     */
    public void stop(Duration limit) throws InterruptedException, TimeoutException {
        stopped = true;
        long deadline = System.nanoTime() + limit.toNanos();
        for (Thread thread : threads) {
            Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
            if (!thread.join(left)) {
                throw new TimeoutException(what + " has not ended in " + limit);
            }
        }
        threads.clear();
        stopped = false;
    }
}
