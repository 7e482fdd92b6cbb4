package io.paxosstore.bench.hostile;

import io.paxosstore.bench.measure.DiskWatch;
import io.paxosstore.bench.workload.WorkloadStats;
import io.paxosstore.client.PaxosStoreException;

import org.HdrHistogram.Histogram;

import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes the calls of a program that behaves, and counts what came of them: answered, failed, failed
 * while the disk stood still, or answered with what cannot be. Nothing that a call throws reaches
 * the caller, whose thread goes on. Thread-safe.
 */
final class CheckedCalls implements RoundFigures.Source {
    private static final int WRONG_MAX = 20;

    private final DiskWatch disk;
    private final WorkloadStats stats = new WorkloadStats();
    private final AtomicLong stalled = new AtomicLong();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();

    /**
     * @param disk of the replicas
     */
    CheckedCalls(DiskWatch disk) {
        this.disk = disk;
    }

    /** Begins the time in which calls count. */
    void started() {
        stats.started();
    }

    /**
     * Makes a call, and counts it.
     *
     * @param what it is and of whom, in words
     * @return whether it was answered
     */
    boolean make(String what, Runnable call) {
        long invoked = System.nanoTime();
        try {
            call.run();
            stats.success(invoked, System.nanoTime());
            return true;
        } catch (PaxosStoreException | UncheckedIOException e) {
            failed(what, invoked, e);
        } catch (RuntimeException e) {
            // No failure that the client promises: an answer that it could not understand, say.
            wrong(what + " threw " + described(e));
        }
        return false;
    }

    private void failed(String what, long invoked, RuntimeException failure) {
        long now = System.nanoTime();
        if (disk.stalledNanos(invoked, now) * 2 >= now - invoked) {
            stalled.incrementAndGet();
        } else {
            // With the time, so that the nodes' logs of that moment can be found.
            stats.failure(Instant.now() + " " + what + ": " + failure.getMessage());
        }
    }

    private static String described(RuntimeException thrown) {
        StackTraceElement[] stack = thrown.getStackTrace();
        return stack.length == 0 ? thrown.toString() : thrown + " at " + stack[0];
    }

    /** Notes an answer that cannot be, in one sentence. */
    void wrong(String sentence) {
        if (wrong.size() < WRONG_MAX) {
            wrong.add(sentence);
        }
    }

    /** Answers that cannot be, a sentence each; the first few. */
    List<String> wrong() {
        return List.copyOf(wrong);
    }

    /** The first few failures, in words. */
    String failures() {
        return stats.failures();
    }

    @Override
    public Histogram latencies() {
        return stats.intervalLatencyNanos();
    }

    @Override
    public long failed() {
        return stats.failed();
    }

    @Override
    public long stalled() {
        return stalled.get();
    }
}
