package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.measure.Measurement;
import io.paxosstore.bench.measure.Outcome;
import io.paxosstore.bench.measure.ThreadFigures;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * One load on one cluster, after a warm-up of its own, with what the replicas counted meanwhile.
 *
 * @param outcome what the clients saw and what the processes used
 * @param threads what the replicas' threads used
 * @param before what the replicas said of themselves
 * @param after the same, afterwards
 */
record Trial(Outcome outcome, ThreadFigures threads, Metrics before, Metrics after) {
    /** Warms up for as long as the plan says, then measures. */
    static Trial of(Subject subject, Measurement measurement, LoadPlan plan)
            throws IOException, InterruptedException, TimeoutException {
        if (!plan.warmup().isZero()) {
            subject.measure(measurement, plan.withTimes(Duration.ZERO, plan.warmup()));
        }
        Measurement now = new Measurement(measurement.disk(), Duration.ZERO);
        Metrics before = subject.metrics();
        ThreadFigures threads = ThreadFigures.of(subject.pids());
        Outcome outcome = subject.measure(now, plan.withTimes(Duration.ZERO, plan.duration()));
        return new Trial(
                outcome,
                ThreadFigures.of(subject.pids()).since(threads),
                before,
                subject.metrics());
    }

    /** How much a counter of all replicas together grew for each operation. */
    double each(String metric) {
        return each(after.since(before, metric));
    }

    /** What one operation has of something that all have together. */
    double each(double ofAll) {
        return ofAll / Math.max(1, outcome.operations());
    }
}
