package io.paxosstore.bench.measure;

import io.paxosstore.bench.load.LoadGenerator;
import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.LoadRecorder;
import io.paxosstore.bench.load.LoadTarget;
import io.paxosstore.bench.load.OperationKind;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Puts a load on a store and looks at its processes before and after. Not thread-safe: one load at
 * a time.
 *
 * @param disk on which the store keeps its data; nothing else should write to it
 * @param settle how long the store is left alone before the load
 */
public record Measurement(Disk disk, Duration settle) {
    /**
     * Warms up and measures.
     *
     * @param targets over which the clients are spread
     * @param pids of the store's processes
     * @throws IOException when one of the processes ends meanwhile
     * @throws TimeoutException when an operation never ends
     */
    public Outcome of(LoadPlan plan, List<? extends LoadTarget> targets, List<Long> pids)
            throws IOException, InterruptedException, TimeoutException {
        Thread.sleep(settle);
        ProcessFigures before = ProcessFigures.of(pids);
        long writtenBefore = disk.writtenBytes();
        ProcessFigures generatorBefore = ProcessFigures.of(self());
        LoadRecorder seen = new LoadGenerator(plan, targets).run();
        ProcessFigures generator = ProcessFigures.of(self()).since(generatorBefore);
        ProcessFigures servers = ProcessFigures.of(pids).since(before);
        long operations =
                Arrays.stream(OperationKind.values())
                        .mapToLong(kind -> seen.histogram(kind).getTotalCount())
                        .sum();
        double seconds = seconds(plan.duration());
        return new Outcome(
                seconds,
                seconds + seconds(plan.warmup()),
                operations,
                seen,
                servers,
                disk.writtenBytes() - writtenBefore,
                generator.cpuNanos());
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / (double) TimeUnit.SECONDS.toNanos(1);
    }

    private static List<Long> self() {
        return List.of(ProcessHandle.current().pid());
    }
}
