package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.Seconds;
import io.paxosstore.bench.process.ReplicaProcess;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What is done to a cluster's members under load, as rows of a table. Used by one thread. */
final class MemberSteps {
    private static final double PERCENT = 100;
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final String WRITTEN = "paxosstore_topology_written_total";

    private final Subject subject;
    private final Seconds seconds;
    private final Report report;
    private double steadyPerSecond;
    private long failed;

    /** By node, how often it had written a part of the topology when it was asked last. */
    private final Map<Integer, Double> written = new HashMap<>();

    /** What nodes had written before they were started again. */
    private double writtenBefore;

    /** Something that is done, and waited for. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException, InterruptedException;
    }

    MemberSteps(Subject subject, Seconds seconds, PrintWriter out) {
        this.subject = subject;
        this.seconds = seconds;
        this.report =
                new Report(
                        out,
                        List.of(
                                "step",
                                "seconds",
                                "operations/s",
                                "% of steady",
                                "longest ms",
                                "errors",
                                "parts of the topology written"));
    }

    /** How many operations have failed in all steps. */
    long failed() {
        return failed;
    }

    /** A step in which nothing happens; those that follow are compared with it. */
    void steady(String name, long millis) throws IOException, InterruptedException {
        steadyPerSecond = 0;
        run(name, () -> Thread.sleep(millis));
    }

    /** Does something, and prints what clients saw meanwhile. */
    void run(String name, Step step) throws IOException, InterruptedException {
        double before = written();
        int from = seconds.at(System.nanoTime());
        long begin = System.nanoTime();
        step.run();
        double took = (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
        // Waits that began in this step are this step's.
        Thread.sleep(TimeUnit.SECONDS.toMillis(1));
        Seconds.Part part = seconds.between(from, seconds.at(System.nanoTime()));
        steadyPerSecond = steadyPerSecond == 0 ? part.perSecond() : steadyPerSecond;
        failed += part.failed();
        report.row(
                List.of(
                        name,
                        Report.figure(took),
                        Report.figure(part.perSecond()),
                        Report.figure(PERCENT * part.perSecond() / steadyPerSecond),
                        Report.figure(part.longestNanos() / NANOS_PER_MILLI),
                        Long.toString(part.failed()),
                        Report.figure(written() - before)));
    }

    /** Of all nodes that run, and what those had written that do not run any more. */
    private double written() throws IOException, InterruptedException {
        List<ReplicaProcess> running =
                subject.cluster().replicas().stream().filter(ReplicaProcess::isAlive).toList();
        for (ReplicaProcess replica : running) {
            try {
                double now = replica.figure(WRITTEN, "");
                Double last = written.put(replica.id(), now);
                writtenBefore += last != null && last > now ? last : 0;
            } catch (IOException e) {
                // It has just started, or has just been killed.
                written.putIfAbsent(replica.id(), 0.0);
            }
        }
        return writtenBefore + written.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
