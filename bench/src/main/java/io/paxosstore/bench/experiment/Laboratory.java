package io.paxosstore.bench.experiment;

import io.paxosstore.bench.load.KeyChooser;
import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.measure.Disk;
import io.paxosstore.bench.measure.Measurement;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What all experiments have in common, unless one is about it.
 *
 * @param clients each with one outstanding operation
 * @param keys chosen uniformly, each written once before
 * @param valueBytes length of the values
 * @param warmup not measured, before each load
 * @param duration measured, of each load
 * @param minutes how long an endurance run takes
 * @param rate operations that begin in a second; {@link LoadPlan#UNPACED} for a closed loop
 * @param plot where a plot goes, if there is one
 * @param out where tables go
 */
public record Laboratory(
        int clients,
        long keys,
        int valueBytes,
        Duration warmup,
        Duration duration,
        int minutes,
        int rate,
        @Nullable Path plot,
        PrintWriter out) {
    private static final Duration SETTLE = Duration.ofSeconds(1);

    LoadPlan plan(OperationMix mix) {
        return new LoadPlan(
                clients,
                rate,
                LoadPlan.Mode.ASYNC,
                mix,
                valueBytes,
                keys,
                KeyChooser.Distribution.UNIFORM,
                warmup,
                duration,
                1);
    }

    Laboratory withClients(int count) {
        return new Laboratory(count, keys, valueBytes, warmup, duration, minutes, rate, plot, out);
    }

    Laboratory withData(long keyCount, int bytes) {
        return new Laboratory(clients, keyCount, bytes, warmup, duration, minutes, rate, plot, out);
    }

    Laboratory withRate(int perSecond) {
        return new Laboratory(
                clients, keys, valueBytes, warmup, duration, minutes, perSecond, plot, out);
    }

    /** Looks at the processes and at the disk of the place for temporary files. */
    Measurement measurement() throws IOException {
        return new Measurement(Disk.of(temporary()), SETTLE);
    }

    /** The place for temporary files, where the clusters have theirs. */
    Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }
}
