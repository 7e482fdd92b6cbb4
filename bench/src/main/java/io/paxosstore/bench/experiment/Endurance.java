package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.OperationKind;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.measure.Measurement;
import io.paxosstore.bench.measure.Outcome;
import io.paxosstore.bench.measure.Yardstick;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * One load for a long time: whether throughput falls or memory grows. The machine itself is
 * measured before each minute, because a shared one changes its speed.
 */
final class Endurance implements Experiment {
    private static final double WHOLE = 100;

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
        double bestForMachine = 0;
        double lastForMachine = 0;
        try (Subject subject = Subject.start(3, "");
                Yardstick yardstick = new Yardstick(laboratory.temporary())) {
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
                                    "the machine: steps in memory per us, fsync us",
                                    "errors"));
            Yardstick.Reading before = yardstick.read();
            for (int at = 1; at <= laboratory.minutes(); at++) {
                Outcome outcome = subject.measure(measurement, at == 1 ? first : minute);
                Yardstick.Reading after = yardstick.read();
                last = outcome.perSecond();
                best = Math.max(best, last);
                lastForMachine = 2 * last / (before.stepsPerMicro() + after.stepsPerMicro());
                bestForMachine = Math.max(bestForMachine, lastForMachine);
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
                                Report.figure(after.stepsPerMicro())
                                        + ", "
                                        + Report.figure(after.fsyncMicros()),
                                Long.toString(outcome.errors())));
                before = after;
            }
        }
        laboratory
                .out()
                .printf(
                        "%nThe last minute had %.0f %% of the best one; for what the machine was"
                                + " able to do then, %.0f %%.%n",
                        WHOLE * last / best, WHOLE * lastForMachine / bestForMachine);
        return errors;
    }
}
