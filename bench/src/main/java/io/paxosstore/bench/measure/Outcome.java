package io.paxosstore.bench.measure;

import io.paxosstore.bench.load.LoadRecorder;
import io.paxosstore.bench.load.OperationKind;

import java.util.Arrays;
import java.util.Comparator;

/**
 * What a store did under a load, once.
 *
 * @param operations that succeeded inside the window
 * @param seen by the clients
 * @param servers what the servers used, warm-up included
 * @param writtenBytes that the disk was sent, warm-up included
 * @param generatorCpuNanos what the load generator used, warm-up included
 * @param allSeconds warm-up and window
 */
public record Outcome(
        double seconds,
        double allSeconds,
        long operations,
        LoadRecorder seen,
        ProcessFigures servers,
        long writtenBytes,
        long generatorCpuNanos) {
    private static final double NANOS_PER_MICRO = 1000;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Operations of all kinds that succeeded in a second. */
    public double perSecond() {
        return operations / seconds;
    }

    /** Milliseconds below which a percentage of the operations of a kind stayed. */
    public double millis(OperationKind kind, double percentile) {
        return seen.histogram(kind).getValueAtPercentile(percentile) / NANOS_PER_MILLI;
    }

    /** The kind of which there were more; of a mix in equal parts, writes. */
    public OperationKind mainKind() {
        long writes = seen.histogram(OperationKind.WRITE).getTotalCount();
        long reads = seen.histogram(OperationKind.READ).getTotalCount();
        if (reads + writes > 0) {
            return reads > 2 * writes ? OperationKind.READ : OperationKind.WRITE;
        }
        return Arrays.stream(OperationKind.values())
                .max(Comparator.comparingLong(kind -> seen.histogram(kind).getTotalCount()))
                .orElseThrow();
    }

    /** Of all servers, for an operation. */
    public double serverCpuMicros() {
        return servers.cpuNanos() / NANOS_PER_MICRO / allOperations();
    }

    /** Of the generator, for an operation. */
    public double generatorCpuMicros() {
        return generatorCpuNanos / NANOS_PER_MICRO / allOperations();
    }

    /** Bytes that the disk was sent for one of the user's, by all servers together. */
    public double amplification(int userBytes) {
        long writes = seen.histogram(OperationKind.WRITE).getTotalCount();
        double all = Math.max(1, writes) * allSeconds / seconds;
        return writes == 0 ? 0 : writtenBytes / (all * userBytes);
    }

    /** The warm-up is taken to have had the window's rate. */
    private double allOperations() {
        return Math.max(1, operations) * allSeconds / seconds;
    }

    /** How many failed inside the window. */
    public long errors() {
        return seen.definiteErrors() + seen.unknownErrors();
    }
}
