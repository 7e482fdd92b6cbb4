package io.paxosstore.bench.hostile;

import io.paxosstore.bench.process.ReplicaProcess;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Looks again and again how much memory replicas take, and whether they live. Thread-safe. */
final class MemoryWatch implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(250);

    private final List<ReplicaProcess> replicas;
    private final AtomicLong residentMax = new AtomicLong();
    private final AtomicLong dead = new AtomicLong();
    private final Thread thread;
    private volatile boolean stopped;

    MemoryWatch(List<ReplicaProcess> replicas) {
        this.replicas = replicas;
        this.thread = Thread.ofVirtual().name("memory-watch").start(this::watch);
    }

    private void watch() {
        try {
            while (!stopped) {
                look();
                Thread.sleep(INTERVAL);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        int missing = 0;
        for (ReplicaProcess replica : replicas) {
            try {
                residentMax.accumulateAndGet(replica.residentBytes(), Math::max);
            } catch (IOException e) {
                missing++;
            }
            missing += replica.isAlive() ? 0 : 1;
        }
        dead.accumulateAndGet(missing, Math::max);
    }

    /** The most that any replica had resident since the last call of this method, in bytes. */
    long residentMax() {
        look();
        return residentMax.getAndSet(0);
    }

    /** Whether some replica did not run at some time. */
    boolean hasDied() {
        return dead.get() > 0;
    }

    /** Ends the looking, soon. */
    @Override
    public void close() {
        stopped = true;
        thread.interrupt();
    }
}
