package io.paxosstore.bench.demo;

import io.paxosstore.bench.workload.WorkloadStats;

import org.HdrHistogram.Histogram;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Shows how the workload goes: on a terminal one line that is written over, elsewhere a line every
 * other second. Used by one thread.
 */
public final class DemoDisplay {
    private static final Duration TERMINAL_INTERVAL = Duration.ofMillis(500);
    private static final Duration PLAIN_INTERVAL = Duration.ofSeconds(2);
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintStream out;
    private final boolean isTerminal;
    private final Duration interval;
    private final long startNanos = System.nanoTime();

    DemoDisplay(PrintStream out, boolean isTerminal) {
        this.out = out;
        this.isTerminal = isTerminal;
        this.interval = isTerminal ? TERMINAL_INTERVAL : PLAIN_INTERVAL;
    }

    /** A display for this process's standard output. */
    @SuppressWarnings("SystemConsoleNull") // it does return null, in JDK 25 again
    public static DemoDisplay ofStandardOutput() {
        Console console = System.console();
        return new DemoDisplay(System.out, console != null && console.isTerminal());
    }

    /** Says something that stays. */
    void say(String sentence) {
        if (isTerminal) {
            out.print(CLEAR_LINE);
        }
        out.printf(Locale.ROOT, "%s  %s%n", clock(), sentence);
    }

    /** Something that takes a while. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException, InterruptedException, TimeoutException;
    }

    /** Takes a step, and shows meanwhile how long that has been going on. */
    void during(String what, Step step) throws IOException, InterruptedException, TimeoutException {
        FutureTask<Void> taken = begin(step);
        while (isUnderWay(taken)) {
            showLine(clock() + "  " + what);
        }
        end(taken);
    }

    /** Takes a step, and shows the workloads meanwhile, as {@link #watch} does. */
    void watchDuring(WorkloadStats stats, WorkloadStats social, Step step)
            throws IOException, InterruptedException, TimeoutException {
        FutureTask<Void> taken = begin(step);
        watchWhile(stats, social, () -> isUnderWay(taken));
        end(taken);
    }

    private static FutureTask<Void> begin(Step step) {
        FutureTask<Void> taken =
                new FutureTask<>(() -> {
                    step.run();
                    return null;
                });
        Thread.ofPlatform().name("demo-step").daemon().start(taken);
        return taken;
    }

    /** Waits for an interval, or until it is over. */
    private boolean isUnderWay(FutureTask<Void> step) throws InterruptedException {
        try {
            step.get(interval.toNanos(), TimeUnit.NANOSECONDS);
            return false;
        } catch (InterruptedException e) {
            step.cancel(true);
            throw e;
        } catch (TimeoutException e) {
            return true;
        } catch (ExecutionException e) {
            return false; // whoever ends it hears of that
        }
    }

    private static void end(FutureTask<Void> step)
            throws IOException, InterruptedException, TimeoutException {
        try {
            step.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException cause -> throw cause;
                case TimeoutException cause -> throw cause;
                case RuntimeException cause -> throw cause;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    /** Shows the workload on keys and that of the social network for so long, while they run. */
    void watch(WorkloadStats stats, WorkloadStats social, Duration length)
            throws InterruptedException {
        long end = System.nanoTime() + length.toNanos();
        watchWhile(
                stats,
                social,
                () -> {
                    if (System.nanoTime() - end >= 0) {
                        return false;
                    }
                    Thread.sleep(Math.min(interval.toMillis(), Math.max(1, millisUntil(end))));
                    return true;
                });
    }

    /** Waits for an interval or less; says whether there is anything more to show. */
    @FunctionalInterface
    private interface Wait {
        boolean goesOn() throws InterruptedException;
    }

    private void watchWhile(WorkloadStats stats, WorkloadStats social, Wait wait)
            throws InterruptedException {
        long before = stats.succeeded();
        long socialBefore = social.succeeded();
        long beforeNanos = System.nanoTime();
        stats.intervalLatencyNanos();
        while (wait.goesOn()) {
            long now = System.nanoTime();
            long count = stats.succeeded();
            long socialCount = social.succeeded();
            double seconds = Math.max(1, now - beforeNanos) / 1e9;
            show(
                    stats,
                    (count - before) / seconds,
                    (socialCount - socialBefore) / seconds,
                    stats.failed() + social.failed());
            before = count;
            socialBefore = socialCount;
            beforeNanos = now;
        }
    }

    private static long millisUntil(long nanos) {
        return (nanos - System.nanoTime()) / 1_000_000;
    }

    private void show(WorkloadStats stats, double perSecond, double socialPerSecond, long failed) {
        Histogram latency = stats.intervalLatencyNanos();
        String line =
                String.format(
                        Locale.ROOT,
                        "%s  %,8.0f operations/s   p99 %7.1f ms   social %,7.0f calls/s   failed"
                                + " %d",
                        clock(),
                        perSecond,
                        latency.getValueAtPercentile(99) / 1e6,
                        socialPerSecond,
                        failed);
        showLine(line);
    }

    private void showLine(String line) {
        if (isTerminal) {
            out.print(CLEAR_LINE + line);
            out.flush();
        } else {
            out.println(line);
        }
    }

    private String clock() {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        return String.format(Locale.ROOT, "%5.1f s", seconds);
    }
}
