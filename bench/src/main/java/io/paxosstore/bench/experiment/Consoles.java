package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.measure.ProcessFigures;
import io.paxosstore.bench.process.ReplicaProcess;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;

/**
 * What web consoles that are open cost: one cluster under one load, by turns without and with five
 * of them, which are compared pair by pair. What comes first in a pair is drawn by lot, and so is
 * the pause before it: else what the store does by itself from time to time, such as merges, falls
 * on one side.
 */
final class Consoles implements Experiment {
    private static final int COUNT = 5;
    private static final int PAIRS = 10;

    /** What begins and ends with the consoles is not counted. */
    private static final Duration SETTLE = Duration.ofSeconds(2);

    private static final int PAUSE_MILLIS_MAX = 3000;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final OperationMix mix;
    private final Random lot;

    /**
     * @param lot draws what comes first
     */
    Consoles(OperationMix mix, Random lot) {
        this.mix = mix;
        this.lot = lot;
    }

    @Override
    public long run(Laboratory laboratory)
            throws IOException, InterruptedException, TimeoutException {
        Report report =
                new Report(
                        laboratory.out(),
                        List.of(
                                "pair",
                                "operations/s without",
                                "with %d consoles".formatted(COUNT),
                                "with / without",
                                "us CPU/op without",
                                "with",
                                "with / without",
                                "news told",
                                "errors"));
        LoadPlan plan = laboratory.plan(mix);
        Duration phase = laboratory.duration().plus(SETTLE).plusMillis(PAUSE_MILLIS_MAX);
        LoadPlan load =
                plan.withTimes(
                        Duration.ZERO,
                        laboratory.warmup().plus(phase.multipliedBy(2L * PAIRS + 1)));
        Ratios operations = new Ratios();
        Ratios processors = new Ratios();
        long errors = 0;
        try (Subject subject = Subject.start(3, "")) {
            subject.preload(plan);
            try (RunningLoad running = RunningLoad.start(subject.addresses(), List.of(load))) {
                warmUp(subject, laboratory.warmup());
                for (int pair = 1; pair <= PAIRS; pair++) {
                    boolean isFirst = lot.nextBoolean();
                    Phase one = phase(subject, running, laboratory, isFirst);
                    Phase other = phase(subject, running, laboratory, !isFirst);
                    Phase with = isFirst ? one : other;
                    Phase without = isFirst ? other : one;
                    double faster = with.perSecond / without.perSecond;
                    double dearer = with.cpuMicros / without.cpuMicros;
                    operations.add(faster);
                    processors.add(dearer);
                    errors += with.failed + without.failed;
                    report.row(
                            List.of(
                                    Integer.toString(pair),
                                    Report.figure(without.perSecond),
                                    Report.figure(with.perSecond),
                                    "%.4f".formatted(faster),
                                    "%.2f".formatted(without.cpuMicros),
                                    "%.2f".formatted(with.cpuMicros),
                                    "%.4f".formatted(dearer),
                                    Long.toString(with.news),
                                    Long.toString(with.failed + without.failed)));
                }
            }
        }
        laboratory.out().printf("%noperations/s, with / without: %s%n", operations);
        laboratory.out().printf("us CPU/op, with / without: %s%n", processors);
        return errors;
    }

    /** Consoles too: the first seconds of their code's life cost more than all that follow. */
    private static void warmUp(Subject subject, Duration time)
            throws IOException, InterruptedException {
        try (OpenConsoles _ = OpenConsoles.open(subject.cluster().replicas(), COUNT)) {
            Thread.sleep(time);
        }
    }

    /**
     * What was measured.
     *
     * @param cpuMicros of all servers for an operation
     */
    private record Phase(double perSecond, double cpuMicros, long failed, long news) {}

    private Phase phase(
            Subject subject, RunningLoad running, Laboratory laboratory, boolean isWatched)
            throws IOException, InterruptedException {
        List<Long> servers =
                subject.cluster().replicas().stream().map(ReplicaProcess::pid).toList();
        Thread.sleep(lot.nextInt(PAUSE_MILLIS_MAX));
        try (OpenConsoles consoles =
                OpenConsoles.open(subject.cluster().replicas(), isWatched ? COUNT : 0)) {
            Thread.sleep(SETTLE);
            ProcessFigures before = ProcessFigures.of(servers);
            long begin = System.nanoTime();
            int from = running.seconds().at(begin) + 1;
            Thread.sleep(laboratory.duration());
            long end = System.nanoTime();
            double cpuNanos = ProcessFigures.of(servers).since(before).cpuNanos();
            var part = running.seconds().between(from, running.seconds().at(end));
            double operations = part.perSecond() * (end - begin) / NANOS_PER_SECOND;
            return new Phase(
                    part.perSecond(),
                    cpuNanos / operations / NANOS_PER_MICRO,
                    part.failed(),
                    consoles.news());
        }
    }
}
