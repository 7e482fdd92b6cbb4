package io.paxosstore.bench.experiment;

import org.HdrHistogram.Histogram;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** A table in Markdown, printed row by row. Not thread-safe. */
final class Report {
    static final double P50 = 50;
    private static final double P99 = 99;
    private static final double P999 = 99.9;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;

    private final PrintWriter out;
    private final int columns;

    /** Prints the header. */
    Report(PrintWriter out, List<String> header) {
        this.out = out;
        this.columns = header.size();
        line(header);
        line(header.stream().map(column -> "---").toList());
    }

    /**
     * Prints a row.
     *
     * @throws IllegalArgumentException when it has more or fewer cells than the header
     */
    void row(List<String> cells) {
        if (cells.size() != columns) {
            throw new IllegalArgumentException(
                    cells.size() + " cells in a table of " + columns + " columns");
        }
        line(cells);
    }

    private void line(List<String> cells) {
        out.println(cells.stream().collect(Collectors.joining(" | ", "| ", " |")));
        out.flush();
    }

    /** Milliseconds: {@code p50 / p99 / p99.9}, or a dash where nothing was counted. */
    static String percentiles(Histogram nanos) {
        return nanos.getTotalCount() == 0
                ? "-"
                : DoubleStream.of(P50, P99, P999)
                        .mapToObj(percentile -> millis(nanos, percentile))
                        .collect(Collectors.joining(" / "));
    }

    /** Milliseconds below which a percentage stayed. */
    static String millis(Histogram nanos, double percentile) {
        return figure(nanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI);
    }

    /** Bytes in MiB. */
    static String mebibytes(long bytes) {
        return figure(bytes / BYTES_PER_MEBIBYTE);
    }

    /** A figure with three digits that count, or more where it has more before the point. */
    static String figure(double value) {
        double size = Math.abs(value);
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.2f", value);
    }
}
