package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.load.Seconds;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * All nodes are killed and started again, and get their load at once: how long until they serve as
 * much as they ever do. The load generator has warmed up before, with the preload.
 */
final class ColdStart implements Experiment {
    private static final double PERCENT = 100;
    private static final double NEARLY = 90;
    private static final double HALF = 50;

    /** A peak, and what is compared with it, are means of so many seconds, if there are as many. */
    private static final int WINDOW_MAX = 3;

    private static final int[] SHOWN = {1, 2, 5, 10, 20, 40};

    private final List<OperationMix> mixes;

    ColdStart(String... mixes) {
        this.mixes = List.of(mixes).stream().map(OperationMix::parse).toList();
    }

    @Override
    public long run(Laboratory laboratory)
            throws IOException, InterruptedException, TimeoutException {
        Report report =
                new Report(
                        laboratory.out(),
                        List.of(
                                "mix",
                                "ready after s",
                                "peak, operations/s",
                                "50 % of it after s",
                                "90 % after s",
                                "% in seconds " + Arrays.toString(SHOWN),
                                "errors"));
        long failed = 0;
        for (OperationMix mix : mixes) {
            LoadPlan plan = laboratory.plan(mix);
            LoadPlan load = plan.withTimes(Duration.ZERO, laboratory.duration());
            try (Subject subject = Subject.start(3, "")) {
                subject.preload(plan);
                Duration ready = subject.killAndRestart();
                try (RunningLoad running = RunningLoad.start(subject.addresses(), List.of(load))) {
                    Thread.sleep(laboratory.duration());
                    failed += row(report, mix, ready, running.seconds(), laboratory.duration());
                }
            }
        }
        return failed;
    }

    private static long row(
            Report report, OperationMix mix, Duration ready, Seconds seconds, Duration duration) {
        int count = Math.max(1, Math.toIntExact(duration.toSeconds()));
        int window = Math.min(WINDOW_MAX, count);
        List<Double> means = new ArrayList<>();
        for (int second = 0; second + window <= count; second++) {
            means.add(seconds.between(second, second + window).perSecond());
        }
        double peak = means.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        List<String> shares = new ArrayList<>();
        for (int second : SHOWN) {
            if (second < count) {
                double then = seconds.between(second, second + 1).perSecond();
                shares.add(Report.figure(PERCENT * then / peak));
            }
        }
        long failed = seconds.between(0, count).failed();
        report.row(
                List.of(
                        mix.toString(),
                        Report.figure(ready.toMillis() / 1e3),
                        Report.figure(peak),
                        Integer.toString(first(means, peak * HALF / PERCENT)),
                        Integer.toString(first(means, peak * NEARLY / PERCENT)),
                        String.join(", ", shares),
                        Long.toString(failed)));
        return failed;
    }

    private static int first(List<Double> means, double least) {
        int second = 0;
        while (means.get(second) < least) {
            second++;
        }
        return second;
    }
}
