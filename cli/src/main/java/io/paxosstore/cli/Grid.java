package io.paxosstore.cli;

import io.paxosstore.client.sql.SqlResult;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** Rows of tables: aligned columns for people, values for programs. */
final class Grid {
    /** Longest cell that people get to see. */
    static final int CELL_MAX = 200;

    private Grid() {}

    /** What a SQL statement came to. */
    static ShellAnswer answer(SqlResult result) {
        return switch (result) {
            case SqlResult.Rows rows -> answer(rows.columns(), rows.rows());
            case SqlResult.Count count ->
                    ShellAnswer.ok(count(count.count())).with("count", count.count());
            case SqlResult.Done done ->
                    ShellAnswer.ok(done.changed() ? "OK" : "OK (nothing to do)")
                            .with("changed", done.changed());
        };
    }

    /** Rows, of which there are no more. */
    static ShellAnswer answer(List<String> columns, List<List<@Nullable Object>> rows) {
        return answer(columns, rows, false);
    }

    /**
     * Rows.
     *
     * @param more whether there are more of them
     */
    static ShellAnswer answer(
            List<String> columns, List<List<@Nullable Object>> rows, boolean more) {
        List<List<@Nullable Object>> values = new ArrayList<>(rows.size());
        for (List<@Nullable Object> row : rows) {
            List<@Nullable Object> shown = new ArrayList<>(row.size());
            row.forEach(value -> shown.add(plain(value)));
            values.add(shown);
        }
        return ShellAnswer.ok(text(columns, rows, more))
                .with("columns", columns)
                .with("rows", values)
                .with("count", (long) rows.size());
    }

    /** A number of rows, for people. */
    static String count(long rows) {
        return rows == 1 ? "(1 row)" : "(" + rows + " rows)";
    }

    private static String text(
            List<String> columns, List<List<@Nullable Object>> rows, boolean more) {
        List<List<String>> cells = new ArrayList<>(rows.size());
        int[] widths = new int[columns.size()];
        boolean[] numbers = new boolean[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = width(columns.get(i));
        }
        for (List<@Nullable Object> row : rows) {
            List<String> line = new ArrayList<>(row.size());
            for (int i = 0; i < widths.length; i++) {
                String cell = cell(row.get(i));
                widths[i] = Math.max(widths[i], width(cell));
                numbers[i] |= row.get(i) instanceof Number;
                line.add(cell);
            }
            cells.add(line);
        }
        List<String> lines = new ArrayList<>();
        lines.add(line(columns, widths, new boolean[widths.length]));
        List<String> rules = new ArrayList<>();
        for (int width : widths) {
            rules.add("-".repeat(width));
        }
        lines.add(String.join("-+-", rules));
        cells.forEach(line -> lines.add(line(line, widths, numbers)));
        lines.add(count(rows.size()) + (more ? " and more" : ""));
        return EntitySteps.text(lines, "");
    }

    private static String line(List<String> cells, int[] widths, boolean[] right) {
        List<String> padded = new ArrayList<>(cells.size());
        for (int i = 0; i < widths.length; i++) {
            String blanks = " ".repeat(widths[i] - width(cells.get(i)));
            padded.add(right[i] ? blanks + cells.get(i) : cells.get(i) + blanks);
        }
        return String.join(" | ", padded).stripTrailing();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }

    private static String cell(@Nullable Object value) {
        String text =
                switch (value) {
                    case null -> "NULL";
                    case byte[] bytes -> "0x" + HexFormat.of().formatHex(bytes);
                    case BigDecimal decimal -> decimal.toPlainString();
                    default -> value.toString();
                };
        String line =
                text.codePoints()
                        .limit(CELL_MAX)
                        .mapToObj(c ->
                                Character.isISOControl(c)
                                        ? String.format("\\u%04x", c)
                                        : Character.toString(c))
                        .collect(Collectors.joining());
        return width(text) > CELL_MAX ? line + "..." : line;
    }

    /** As JSON has it: bytes in hexadecimal digits, times as ISO 8601 has them, numbers exactly. */
    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case byte[] bytes -> HexFormat.of().formatHex(bytes);
            case Instant instant -> instant.toString();
            default -> value;
        };
    }
}
