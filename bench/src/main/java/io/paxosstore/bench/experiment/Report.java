package io.paxosstore.bench.experiment;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A table in Markdown, printed row by row. Not thread-safe. */
final class Report {
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

    /** A figure with three digits that count, or more where it has more before the point. */
    static String figure(double value) {
        double size = Math.abs(value);
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.2f", value);
    }
}
