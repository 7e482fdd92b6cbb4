package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.OperationMix;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * What web consoles that are open cost: one cluster under one load, by turns without and with five
 * of them, which are compared pair by pair.
 */
final class Consoles implements Experiment {
    private static final int COUNT = 5;
    private static final int PAIRS = 10;

    /** What begins and ends with the consoles is not counted. */
    private static final Duration SETTLE = Duration.ofSeconds(2);

    private final OperationMix mix;

    Consoles(OperationMix mix) {
        this.mix = mix;
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
                                "news told",
                                "errors"));
        LoadPlan plan = laboratory.plan(mix);
        Duration phase = laboratory.duration().plus(SETTLE);
        LoadPlan load =
                plan.withTimes(
                        Duration.ZERO,
                        laboratory.warmup().plus(phase.multipliedBy(2L * PAIRS + 1)));
        List<Double> ratios = new ArrayList<>();
        long errors = 0;
        try (Subject subject = Subject.start(3, "")) {
            subject.preload(plan);
            try (RunningLoad running = RunningLoad.start(subject.addresses(), List.of(load))) {
                warmUp(subject, laboratory.warmup());
                for (int pair = 1; pair <= PAIRS; pair++) {
                    // Which of both comes first changes, so that what drifts falls on both.
                    boolean isFirst = pair % 2 == 0;
                    Phase one = phase(subject, running, laboratory, isFirst);
                    Phase other = phase(subject, running, laboratory, !isFirst);
                    Phase with = isFirst ? one : other;
                    Phase without = isFirst ? other : one;
                    double ratio = with.perSecond / without.perSecond;
                    ratios.add(ratio);
                    errors += with.failed + without.failed;
                    report.row(
                            List.of(
                                    Integer.toString(pair),
                                    Report.figure(without.perSecond),
                                    Report.figure(with.perSecond),
                                    "%.4f".formatted(ratio),
                                    Long.toString(with.news),
                                    Long.toString(with.failed + without.failed)));
                }
            }
        }
        Collections.sort(ratios);
        laboratory
                .out()
                .printf(
                        "%nwith / without: median %.4f, from %.4f to %.4f%n",
                        (ratios.get((PAIRS - 1) / 2) + ratios.get(PAIRS / 2)) / 2,
                        ratios.getFirst(),
                        ratios.getLast());
        return errors;
    }

    /** Consoles too: the first seconds of their code's life cost more than all that follow. */
    private static void warmUp(Subject subject, Duration time)
            throws IOException, InterruptedException {
        try (OpenConsoles _ = OpenConsoles.open(subject.cluster().replicas(), COUNT)) {
            Thread.sleep(time);
        }
    }

    private record Phase(double perSecond, long failed, long news) {}

    private static Phase phase(
            Subject subject, RunningLoad running, Laboratory laboratory, boolean isWatched)
            throws IOException, InterruptedException {
        try (OpenConsoles consoles =
                OpenConsoles.open(subject.cluster().replicas(), isWatched ? COUNT : 0)) {
            Thread.sleep(SETTLE);
            int from = running.seconds().at(System.nanoTime()) + 1;
            Thread.sleep(laboratory.duration());
            int to = running.seconds().at(System.nanoTime());
            var part = running.seconds().between(from, to);
            return new Phase(part.perSecond(), part.failed(), consoles.news());
        }
    }
}
