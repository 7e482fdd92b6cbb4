package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.measure.ThreadFigures.Role;
import io.paxosstore.bench.measure.ThreadFigures.Use;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.ToDoubleFunction;

/** What a write and a read cost, all three replicas together: messages, bytes, syncs, time. */
final class Budget implements Experiment {
    private static final double NANOS_PER_MICRO = 1000;

    private record Line(String label, ToDoubleFunction<Trial> figure) {}

    private static final List<Line> COUNTED =
            List.of(
                    counter("messages between replicas", "paxosstore_peer_messages_sent_total"),
                    counter(
                            "frames that carry them (a system call to send, one to receive)",
                            "paxosstore_peer_frames_sent_total"),
                    counter("bytes between replicas", "paxosstore_peer_bytes_sent_total"),
                    counter("turns of the loops", "paxosstore_shard_turns_total"),
                    counter("loads from the storage engine", "paxosstore_storage_loads_total"),
                    counter("records logged", "paxosstore_storage_written_records_total"),
                    counter("bytes logged", "paxosstore_storage_written_bytes_total"),
                    counter("fsyncs", "paxosstore_storage_fsyncs_total"),
                    counter("bytes merged", "paxosstore_storage_merged_bytes_total"),
                    new Line(
                            "bytes the disk was sent",
                            trial -> trial.each((double) trial.outcome().writtenBytes())),
                    counter("bytes allocated on the heap", "jvm_gc_memory_allocated_bytes_total"));

    private static Line counter(String label, String metric) {
        return new Line(label, trial -> trial.each(metric));
    }

    @Override
    public long run(Laboratory laboratory)
            throws IOException, InterruptedException, TimeoutException {
        OperationMix writes = OperationMix.parse("write=100");
        OperationMix reads = OperationMix.parse("read=100");
        List<Trial> trials = new ArrayList<>();
        try (Subject subject = Subject.start(3, "")) {
            subject.preload(laboratory.plan(writes));
            for (OperationMix mix : List.of(writes, reads)) {
                trials.add(Trial.of(subject, laboratory.measurement(), laboratory.plan(mix)));
            }
        }
        Report report =
                new Report(
                        laboratory.out(),
                        List.of("for one operation, all replicas together", "write", "read"));
        for (Line line : COUNTED) {
            row(report, line, trials);
        }
        for (Role role : Role.values()) {
            row(report, new Line("CPU us, " + role.label(), each(role, Budget::cpuMicros)), trials);
            row(
                    report,
                    new Line("- of it in the kernel", each(role, Budget::systemMicros)),
                    trials);
            row(report, new Line("- wake-ups", each(role, Use::waits)), trials);
        }
        row(
                report,
                new Line("CPU us, all of it", trial -> trial.outcome().serverCpuMicros()),
                trials);
        row(
                report,
                new Line(
                        "CPU us of the load generator",
                        trial -> trial.outcome().generatorCpuMicros()),
                trials);
        row(report, new Line("operations/s", trial -> trial.outcome().perSecond()), trials);
        return trials.stream().mapToLong(trial -> trial.outcome().errors()).sum();
    }

    private static ToDoubleFunction<Trial> each(Role role, ToDoubleFunction<Use> figure) {
        return trial -> trial.each(figure.applyAsDouble(trial.threads().of(role)));
    }

    private static double cpuMicros(Use use) {
        return (use.userNanos() + use.systemNanos()) / NANOS_PER_MICRO;
    }

    private static double systemMicros(Use use) {
        return use.systemNanos() / NANOS_PER_MICRO;
    }

    private static void row(Report report, Line line, List<Trial> trials) {
        List<String> cells = new ArrayList<>();
        cells.add(line.label());
        trials.forEach(trial -> cells.add(Report.figure(line.figure().applyAsDouble(trial))));
        report.row(cells);
    }
}
