package io.paxosstore.table;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Random statements of the subset of SQL that mean the same to both databases: of strings only
 * ASCII, of decimals no more digits than they keep, of floats only what adds up exactly. Not
 * thread-safe.
 */
final class RandomSql {
    /** The table that all statements are about. */
    static final String CREATE =
            "CREATE TABLE t (ka BIGINT NOT NULL, kb VARCHAR NOT NULL, num BIGINT,"
                    + " flt DOUBLE PRECISION, amt DECIMAL(9,2), txt VARCHAR, flag BOOLEAN,"
                    + " raw VARBINARY, tim TIMESTAMP, req BIGINT NOT NULL,"
                    + " PRIMARY KEY (ka, kb))";

    private static final List<String> COLUMNS =
            List.of("ka", "kb", "num", "flt", "amt", "txt", "flag", "raw", "tim", "req");
    private static final List<String> COMPARISONS = List.of("=", "<>", "<", "<=", ">", ">=");
    private static final List<String> PIECES = List.of("a", "b", "B", "ab", "''", " ");

    private final Random random;

    RandomSql(Random random) {
        this.random = random;
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String value(String column) {
        return switch (column) {
            case "ka" -> "" + (random.nextInt(12) - 4);
            case "kb" -> text(2);
            case "num", "req" -> "" + (random.nextInt(9) - 4);
            case "flt" -> "" + (random.nextInt(13) - 6) * 0.25;
            case "amt" -> BigDecimal.valueOf(random.nextInt(601) - 300, 2).toPlainString();
            case "txt" -> text(3);
            case "flag" -> random.nextBoolean() ? "TRUE" : "FALSE";
            case "raw" -> any(List.of("X''", "X'00'", "X'7f'", "X'80'", "X'80ff'"));
            default -> "TIMESTAMP '2024-0%d-01 00:00:00'".formatted(1 + random.nextInt(5));
        };
    }

    private String text(int piecesMax) {
        StringBuilder text = new StringBuilder("'");
        for (int i = random.nextInt(piecesMax + 1); i > 0; i--) {
            text.append(any(PIECES));
        }
        return text.append("'").toString();
    }

    /** NULL where it may be, and rarely where it may not. */
    private String cell(String column) {
        boolean required = column.equals("req") || column.startsWith("k");
        return random.nextInt(required ? 150 : 5) == 0 ? "NULL" : value(column);
    }

    /** The rows of an INSERT, and their columns: all of them, if it is to replace rows. */
    String values(boolean all) {
        List<String> columns = new ArrayList<>(COLUMNS);
        if (!all) {
            columns.removeIf(column ->
                    random.nextInt(column.equals("req") ? 100 : 6) == 0 && !column.startsWith("k"));
            Collections.shuffle(columns, random);
        }
        List<String> rows = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            rows.add("(" + String.join(", ", columns.stream().map(this::cell).toList()) + ")");
        }
        return "(" + String.join(", ", columns) + ") VALUES " + String.join(", ", rows);
    }

    String update() {
        List<String> columns = new ArrayList<>(COLUMNS.subList(2, COLUMNS.size()));
        Collections.shuffle(columns, random);
        List<String> sets = new ArrayList<>();
        for (String column : columns.subList(0, 1 + random.nextInt(3))) {
            boolean number = List.of("num", "flt", "amt").contains(column);
            String sign = random.nextBoolean() ? " + " : " - ";
            sets.add(
                    column
                            + " = "
                            + (number && random.nextBoolean()
                                    ? column + sign + value(column).replace("-", "")
                                    : cell(column)));
        }
        return "UPDATE t SET " + String.join(", ", sets) + where();
    }

    String delete() {
        return "DELETE FROM t WHERE " + key() + (random.nextInt(3) > 0 ? "" : " AND " + part(1));
    }

    private String key() {
        return switch (random.nextInt(4)) {
            case 0 -> "ka = " + value("ka");
            case 1 -> "ka IN (" + value("ka") + ", " + value("ka") + ") AND kb = " + value("kb");
            default -> "ka = " + value("ka") + " AND kb = " + value("kb");
        };
    }

    private String where() {
        return switch (random.nextInt(6)) {
            case 0 -> "";
            case 1 -> " WHERE " + key();
            case 2 -> " WHERE num = " + value("num") + " AND " + part(2);
            default -> " WHERE " + part(3);
        };
    }

    private String part(int depth) {
        if (depth == 0 || random.nextInt(3) == 0) {
            return leaf(any(COLUMNS));
        }
        String first = part(depth - 1);
        return switch (random.nextInt(4)) {
            case 0 -> "(" + first + " OR " + part(depth - 1) + ")";
            case 1 -> "NOT (" + first + ")";
            default -> "(" + first + " AND " + part(depth - 1) + ")";
        };
    }

    private String leaf(String column) {
        String not = random.nextInt(3) == 0 ? "NOT " : "";
        return switch (random.nextInt(6)) {
            case 0 -> column + " IS " + not + "NULL";
            case 1 -> column + " " + not + "IN (" + value(column) + ", " + value(column) + ")";
            case 2 -> {
                String text = random.nextBoolean() ? "txt" : "kb";
                yield text + " " + not + "LIKE '" + pattern() + "'";
            }
            default -> column + " " + any(COMPARISONS) + " " + value(column);
        };
    }

    private String pattern() {
        StringBuilder pattern = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            pattern.append(any(List.of("a", "b", "%", "_", "B")));
        }
        return pattern.toString();
    }

    /** Rows, in an order that leaves nothing open. */
    String select() {
        List<String> shown = new ArrayList<>(COLUMNS);
        Collections.shuffle(shown, random);
        String columns =
                random.nextInt(3) == 0
                        ? "*"
                        : String.join(", ", shown.subList(0, 1 + random.nextInt(5)));
        List<String> order = new ArrayList<>();
        Collections.shuffle(shown, random);
        String all = random.nextBoolean() ? " DESC" : "";
        for (String column : shown.subList(0, random.nextInt(3))) {
            order.add(column + (random.nextBoolean() ? " DESC" : ""));
        }
        for (String column : List.of("ka", "kb")) {
            if (order.stream().noneMatch(each -> each.startsWith(column))) {
                order.add(column + all);
            }
        }
        String limit = random.nextInt(3) == 0 ? " LIMIT " + (1 + random.nextInt(12)) : "";
        return "SELECT "
                + columns
                + " FROM t"
                + where()
                + " ORDER BY "
                + String.join(", ", order)
                + limit;
    }

    String aggregates() {
        List<String> all = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            String function = any(List.of("count", "sum", "min", "max", "avg"));
            boolean adds = function.equals("sum") || function.equals("avg");
            String column =
                    any(
                            adds
                                    ? List.of("ka", "num", "flt", "amt")
                                    : List.of("ka", "kb", "num", "flt", "amt", "txt", "tim"));
            all.add(
                    function.equals("count") && random.nextBoolean()
                            ? "count(*)"
                            : function + "(" + column + ")");
        }
        return "SELECT " + String.join(", ", all).toLowerCase(Locale.ROOT) + " FROM t" + where();
    }

    /** An index, which only one of the databases needs to know. */
    String index(int number) {
        List<String> columns = new ArrayList<>(COLUMNS);
        Collections.shuffle(columns, random);
        return "CREATE INDEX i"
                + number
                + " ON t ("
                + String.join(", ", columns.subList(0, 1 + random.nextInt(3)))
                + ")";
    }
}
