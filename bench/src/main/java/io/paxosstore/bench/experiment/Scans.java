package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.LoadTarget;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.load.Seconds;
import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One client that scans all keys again and again, alone and beside a load: keys per second, and by
 * how many passes have returned more or fewer than there are. Passes of the warm-up are counted,
 * too; of their speeds only the first one's is shown.
 */
final class Scans implements Experiment {
    private final OperationMix beside;

    /**
     * Scans.
     *
     * @param beside of keys; what other clients do in the second half
     */
    Scans(OperationMix beside) {
        this.beside = beside;
    }

    @Override
    public long run(Laboratory laboratory)
            throws IOException, InterruptedException, TimeoutException {
        LoadPlan plan = laboratory.plan(beside);
        Report report =
                new Report(
                        laboratory.out(),
                        List.of(
                                "beside",
                                "passes",
                                "keys/s, median",
                                "least",
                                "most",
                                "the first pass",
                                "operations/s beside",
                                "keys more or fewer than there are"));
        try (Subject subject = Subject.start(3, "");
                PaxosStore store = PaxosStore.connect(subject.addresses())) {
            subject.preload(plan);
            KeyValue<byte[], byte[]> keys =
                    store.keyValue(LoadTarget.KEYS_SPACE, Codec.bytes(), Codec.bytes());
            Passes alone = Passes.of(keys, laboratory);
            report.row(alone.row("nothing", 0));
            Duration longest = laboratory.warmup().plus(laboratory.duration()).multipliedBy(2);
            try (RunningLoad load =
                    RunningLoad.start(
                            subject.addresses(), List.of(plan.withTimes(Duration.ZERO, longest)))) {
                Seconds seconds = load.seconds();
                int from = seconds.at(System.nanoTime()) + 1;
                Passes busy = Passes.of(keys, laboratory);
                int to = Math.max(from + 1, seconds.at(System.nanoTime()));
                report.row(busy.row(beside.toString(), seconds.between(from, to).perSecond()));
                return alone.faults + busy.faults;
            }
        }
    }

    /** What a client saw that scanned for a time, and to the end of the pass that was under way. */
    private static final class Passes {
        private final List<Double> speeds = new ArrayList<>();
        private double first;
        private long faults;

        static Passes of(KeyValue<byte[], byte[]> keys, Laboratory laboratory) {
            Passes passes = new Passes();
            long begin = System.nanoTime();
            long measured = begin + laboratory.warmup().toNanos();
            long end = measured + laboratory.duration().toNanos();
            while (passes.speeds.isEmpty() || System.nanoTime() - end < 0) {
                long before = System.nanoTime();
                long seen = keys.scan().stream().count();
                double seconds =
                        (System.nanoTime() - before) / (double) TimeUnit.SECONDS.toNanos(1);
                double speed = seen / seconds;
                passes.faults += Math.abs(laboratory.keys() - seen);
                passes.first = passes.first == 0 ? speed : passes.first;
                if (before - measured >= 0) {
                    passes.speeds.add(speed);
                }
            }
            Collections.sort(passes.speeds);
            return passes;
        }

        List<String> row(String beside, double perSecond) {
            return List.of(
                    beside,
                    Integer.toString(speeds.size()),
                    Report.figure(speeds.get(speeds.size() / 2)),
                    Report.figure(speeds.getFirst()),
                    Report.figure(speeds.getLast()),
                    Report.figure(first),
                    Report.figure(perSecond),
                    Long.toString(faults));
        }
    }
}
