package io.paxosstore.bench.load;

import org.HdrHistogram.Histogram;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The outcome of a run, for people and for programs.
 *
 * @param plan what was run
 * @param connections connected client libraries
 * @param seen what all clients saw inside the window
 */
public record LoadReport(LoadPlan plan, int connections, LoadRecorder seen) {
    private static final double NANOS_PER_MICRO = 1_000.0;

    /** One line of JSON; the field names are stable. */
    public String toJson() {
        return String.format(
                Locale.ROOT,
                "{\"clients\":%d,\"rate\":%d,\"connections\":%d,\"mode\":\"%s\",\"mix\":\"%s\","
                        + "\"valueBytes\":%d,\"keys\":%d,\"distribution\":\"%s\",\"seed\":%d,"
                        + "\"warmupMillis\":%d,\"durationMillis\":%d,\"opsPerSecond\":%.1f,"
                        + "\"writes\":%s,\"reads\":%s,%s"
                        + "\"errors\":{\"definite\":%d,\"unknown\":%d},\"longestGapMillis\":%d}",
                plan.clients(),
                plan.perSecond(),
                connections,
                plan.mode(),
                plan.mix(),
                plan.valueBytes(),
                plan.keyCount(),
                plan.distribution(),
                plan.seed(),
                plan.warmup().toMillis(),
                plan.duration().toMillis(),
                Arrays.stream(OperationKind.values()).mapToDouble(this::perSecond).sum(),
                json(OperationKind.WRITE),
                json(OperationKind.READ),
                entityJson(),
                seen.definiteErrors(),
                seen.unknownErrors(),
                seen.longestGapMillis());
    }

    private String entityJson() {
        return plan.mix().shares().keySet().stream()
                .filter(OperationKind::isOfEntity)
                .map(kind -> "\"%s\":%s,".formatted(kind.label(), json(kind)))
                .collect(Collectors.joining());
    }

    private String json(OperationKind kind) {
        Histogram latency = seen.histogram(kind);
        return String.format(
                Locale.ROOT,
                "{\"count\":%d,\"opsPerSecond\":%.1f,\"p50Micros\":%.1f,\"p95Micros\":%.1f,"
                        + "\"p99Micros\":%.1f,\"p999Micros\":%.1f,\"maxMicros\":%.1f}",
                latency.getTotalCount(),
                perSecond(kind),
                micros(latency, 50),
                micros(latency, 95),
                micros(latency, 99),
                micros(latency, 99.9),
                micros(latency, 100));
    }

    /** A small table, ending with a line about errors. */
    public String toTable() {
        StringBuilder table = new StringBuilder();
        table.append(
                String.format(
                        Locale.ROOT,
                        "%-12s %10s %10s %10s %10s %10s %10s%n",
                        "",
                        "ops/s",
                        "p50 us",
                        "p95 us",
                        "p99 us",
                        "p99.9 us",
                        "max us"));
        for (OperationKind kind : OperationKind.values()) {
            Histogram latency = seen.histogram(kind);
            if (latency.getTotalCount() > 0) {
                table.append(
                        String.format(
                                Locale.ROOT,
                                "%-12s %10.0f %10.0f %10.0f %10.0f %10.0f %10.0f%n",
                                kind.label(),
                                perSecond(kind),
                                micros(latency, 50),
                                micros(latency, 95),
                                micros(latency, 99),
                                micros(latency, 99.9),
                                micros(latency, 100)));
            }
        }
        table.append(
                String.format(
                        Locale.ROOT,
                        "errors: %d definite, %d unknown; longest time without a success: %d ms",
                        seen.definiteErrors(),
                        seen.unknownErrors(),
                        seen.longestGapMillis()));
        return table.toString();
    }

    /** Whether something succeeded and nothing failed. */
    public boolean isClean() {
        boolean someSucceeded =
                Arrays.stream(OperationKind.values())
                        .anyMatch(kind -> seen.histogram(kind).getTotalCount() > 0);
        return someSucceeded && seen.definiteErrors() == 0 && seen.unknownErrors() == 0;
    }

    /** How many operations of a kind succeeded in a second of the window. */
    public double perSecond(OperationKind kind) {
        double seconds = plan.duration().toNanos() / (double) TimeUnit.SECONDS.toNanos(1);
        return seen.histogram(kind).getTotalCount() / seconds;
    }

    private static double micros(Histogram latencyNanos, double percentile) {
        return latencyNanos.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
    }
}
