package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.OperationKind;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.measure.Measurement;
import io.paxosstore.bench.measure.Outcome;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** One load for a long time: whether throughput falls or memory grows. */
final class Endurance implements Experiment {

    private final OperationMix mix;

    Endurance(OperationMix mix) {
        this.mix = mix;
    }

    @Override
    public long run(Laboratory laboratory)
            throws IOException, InterruptedException, TimeoutException {
        LoadPlan minute = laboratory.plan(mix).withTimes(Duration.ZERO, Duration.ofMinutes(1));
        LoadPlan first = minute.withTimes(laboratory.warmup(), Duration.ofMinutes(1));
        Measurement measurement = new Measurement(laboratory.measurement().disk(), Duration.ZERO);
        long errors = 0;
        double best = 0;
        double last = 0;
        try (Subject subject = Subject.start(3, "")) {
            subject.preload(laboratory.plan(mix));
            Report report =
                    new Report(
                            laboratory.out(),
                            List.of(
                                    "minute",
                                    "operations/s",
                                    "p50 / p99 / p99.9 ms, writes",
                                    "p50 / p99 / p99.9 ms, reads",
                                    "CPU us of the servers for an operation",
                                    "resident MiB of a server",
                                    "heap MiB of all servers",
                                    "stored MiB",
                                    "errors"));
            for (int at = 1; at <= laboratory.minutes(); at++) {
                Outcome outcome = subject.measure(measurement, at == 1 ? first : minute);
                last = outcome.perSecond();
                best = Math.max(best, last);
                errors += outcome.errors();
                report.row(
                        List.of(
                                Integer.toString(at),
                                Report.figure(last),
                                Report.percentiles(outcome.seen().histogram(OperationKind.WRITE)),
                                Report.percentiles(outcome.seen().histogram(OperationKind.READ)),
                                Report.figure(outcome.serverCpuMicros()),
                                Report.mebibytes(outcome.servers().residentBytes()),
                                Report.mebibytes(
                                        (long) subject.metrics().get("jvm_memory_used_bytes")),
                                Report.mebibytes(subject.storedBytes()),
                                Long.toString(outcome.errors())));
            }
        }
        laboratory
                .out()
                .printf("%nThe last minute had %.0f %% of the best one.%n", 100 * last / best);
        return errors;
    }
}
