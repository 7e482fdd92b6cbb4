package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.OperationKind;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.measure.Hiccups;
import io.paxosstore.bench.measure.Outcome;

import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * Latencies below the peak: as many operations as the clients can first, then parts of that rate,
 * whatever the answers take. An operation's time counts from when it was due. Before the store is
 * there, the machine itself is watched for as long as a window takes.
 */
final class Paced implements Experiment {
    private static final List<Integer> PERCENTS = List.of(50, 70, 85);
    private static final int WHOLE = 100;

    private final OperationMix mix;

    Paced(OperationMix mix) {
        this.mix = mix;
    }

    @Override
    public long run(Laboratory laboratory)
            throws IOException, InterruptedException, TimeoutException {
        LoadPlan plan = laboratory.plan(mix);
        Hiccups.Reading machine = Hiccups.during(plan.duration());
        laboratory
                .out()
                .printf(
                        "The machine itself: %s %% of the processors' time missing in gaps of 1 ms"
                                + " and more, the longest %s ms.%n%n",
                        Report.figure(machine.percent()), Report.figure(machine.longestMillis()));
        try (Subject subject = Subject.start(3, "")) {
            subject.preload(plan);
            Report report =
                    new Report(
                            laboratory.out(),
                            List.of(
                                    "rate",
                                    "operations/s",
                                    "p50 / p99 / p99.9 / longest ms, writes",
                                    "p50 / p99 / p99.9 / longest ms, reads",
                                    "p50 / p99 / p99.9 ms by which the generator was late",
                                    "bytes merged for an operation",
                                    "errors"));
            Trial peak = trial(report, "as many as can be", subject, laboratory);
            long errors = peak.outcome().errors();
            for (int percent : PERCENTS) {
                int rate = (int) (peak.outcome().perSecond() * percent / WHOLE);
                Trial paced =
                        trial(report, percent + " % of it", subject, laboratory.withRate(rate));
                errors += paced.outcome().errors();
            }
            return errors;
        }
    }

    private Trial trial(Report report, String label, Subject subject, Laboratory laboratory)
            throws IOException, InterruptedException, TimeoutException {
        Trial trial = Trial.of(subject, laboratory.measurement(), laboratory.plan(mix));
        Outcome outcome = trial.outcome();
        report.row(
                List.of(
                        label,
                        Report.figure(outcome.perSecond()),
                        millis(outcome, OperationKind.WRITE),
                        millis(outcome, OperationKind.READ),
                        Report.percentiles(outcome.seen().lateNanos()),
                        Report.figure(trial.each("paxosstore_storage_merged_bytes_total")),
                        Long.toString(outcome.errors())));
        return trial;
    }

    private static String millis(Outcome outcome, OperationKind kind) {
        Histogram nanos = outcome.seen().histogram(kind);
        return Report.percentiles(nanos) + " / " + Report.millis(nanos, WHOLE);
    }
}
