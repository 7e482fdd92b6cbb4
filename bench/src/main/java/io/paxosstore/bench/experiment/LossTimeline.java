package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.Seconds;
import io.paxosstore.bench.process.ReplicaProcess;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What clients and a node that is lost under load show, second by second. One thread watches;
 * events may come from any.
 */
final class LossTimeline {
    private static final double PERCENT = 100;
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int ROW_SECONDS = 5;

    /** A node that has recovered nothing for so long, and is whole, has nothing left to recover. */
    private static final int CALM_SECONDS = 3;

    private final Seconds seconds;
    private final ReplicaProcess victim;
    private final String counter;
    private final int first;

    /** By second, counted from {@link #first}: how many keys the node had recovered. */
    private final List<Double> recovered = new ArrayList<>();

    /** By what happened, when it did; guarded by itself. */
    private final Map<String, Long> events = new LinkedHashMap<>();

    /**
     * Begins to watch.
     *
     * @param counter of the keys that the node has recovered
     */
    LossTimeline(Seconds seconds, ReplicaProcess victim, String counter) {
        this.seconds = seconds;
        this.victim = victim;
        this.counter = counter;
        this.first = now();
    }

    private int now() {
        return seconds.at(System.nanoTime());
    }

    /** Something happens now. */
    void event(String name) {
        synchronized (events) {
            events.put(name, System.nanoTime());
        }
    }

    private long nanos(String event) {
        synchronized (events) {
            Long at = events.get(event);
            if (at == null) {
                throw new IllegalStateException("the node was never " + event);
            }
            return at;
        }
    }

    private int second(String event) {
        return seconds.at(nanos(event));
    }

    private double secondsSinceStart(String event) {
        return (nanos(event) - nanos("started")) / (double) TimeUnit.SECONDS.toNanos(1);
    }

    /** Watches for some time. */
    void watch(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            sample();
        }
    }

    /** Watches until the node has nothing left to recover. */
    void watchUntilWhole(Duration limit) throws InterruptedException, TimeoutException {
        long end = System.nanoTime() + limit.toNanos();
        int calm = 0;
        while (calm < CALM_SECONDS) {
            if (System.nanoTime() - end > 0) {
                throw new TimeoutException("not whole after " + limit + ":\n" + victim.logTail());
            }
            double before = recovered.getLast();
            sample();
            boolean isCalm = recovered.getLast() == before && isWhole();
            if (isCalm && calm == 0) {
                event("whole");
            }
            calm = isCalm ? calm + 1 : 0;
        }
    }

    private boolean isWhole() throws InterruptedException {
        try {
            return victim.isWhole();
        } catch (IOException e) {
            return false;
        }
    }

    private void sample() throws InterruptedException {
        int sampled = now();
        double count = 0;
        try {
            count = victim.figure(counter, "");
        } catch (IOException e) {
            // It is not there, or has just come.
        }
        while (first + recovered.size() <= sampled) {
            recovered.add(count);
        }
        while (now() <= sampled) {
            Thread.sleep(Duration.ofMillis(10));
        }
    }

    private Seconds.Part steady() {
        return seconds.between(first, second("killed"));
    }

    /** How many operations have failed. */
    long failed() {
        return seconds.between(first, now()).failed();
    }

    private double percent(Seconds.Part part) {
        return PERCENT * part.perSecond() / steady().perSecond();
    }

    private double recovered(int second) {
        return recovered.get(Math.min(second - first, recovered.size() - 1));
    }

    /** Prints a row for every few seconds since the node was killed, and how long things took. */
    void print(PrintWriter out) {
        Report report =
                new Report(
                        out,
                        List.of(
                                "second",
                                "operations/s",
                                "% of steady",
                                "longest ms",
                                "failed",
                                "keys recovered"));
        int killed = second("killed");
        int last = first + recovered.size() - 1;
        row(report, "before", steady(), recovered(killed - 1));
        double worst = PERCENT;
        double worstLater = PERCENT;
        for (int at = killed; at + ROW_SECONDS <= last; at += ROW_SECONDS) {
            Seconds.Part part = seconds.between(at, at + ROW_SECONDS);
            row(report, Integer.toString(at - killed), part, recovered(at + ROW_SECONDS - 1));
            worst = Math.min(worst, percent(part));
            worstLater = at == killed ? worstLater : Math.min(worstLater, percent(part));
        }
        Seconds.Part all = seconds.between(killed, last);
        out.printf(
                "%nReady %.1f s after the start, whole %.1f s after it. Worst %d seconds: %.0f %%"
                        + " of before; from second %d on %.0f %%. Longest wait %.0f ms; %d of %d"
                        + " operations failed.%n",
                secondsSinceStart("ready"),
                secondsSinceStart("whole"),
                ROW_SECONDS,
                worst,
                ROW_SECONDS,
                worstLater,
                all.longestNanos() / NANOS_PER_MILLI,
                all.failed(),
                all.answered() + all.failed());
        out.flush();
    }

    private void row(Report report, String name, Seconds.Part part, double keys) {
        report.row(
                List.of(
                        name,
                        Report.figure(part.perSecond()),
                        Report.figure(percent(part)),
                        Report.figure(part.longestNanos() / NANOS_PER_MILLI),
                        Long.toString(part.failed()),
                        Report.figure(keys)));
    }

    /** Second by second, from before the node was killed to the end. */
    Plot plot() {
        Plot plot = new Plot("seconds since one of three nodes was killed", "%");
        int killed = second("killed");
        int last = first + recovered.size() - 1;
        double most = Math.max(1, recovered(last));
        for (int at = first; at < last; at++) {
            String place = Integer.toString(at - killed);
            Seconds.Part part = seconds.between(at, at + 1);
            double ended = Math.max(1, part.answered() + part.failed());
            plot.add("operations, of before", place, percent(part));
            plot.add("operations that failed", place, PERCENT * part.failed() / ended);
            plot.add("keys recovered", place, PERCENT * recovered(at) / most);
        }
        return plot;
    }
}
