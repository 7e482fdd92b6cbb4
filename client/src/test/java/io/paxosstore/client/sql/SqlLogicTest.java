package io.paxosstore.client.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/**
 * Random conditions mean the rows that SQL's three-valued logic says. The twin works out every part
 * as true, false or null for unknown, with numbers of any size and scale.
 */
final class SqlLogicTest {
    private static final TableSchema SCHEMA =
            TableSchema.builder()
                    .column("k", ColumnType.INT64)
                    .nullable("a", ColumnType.INT64)
                    .nullable("b", ColumnType.INT64)
                    .column(Column.decimal("d", 3, 1).orNull())
                    .key("k")
                    .build();
    private static final String[] COLUMNS = {"a", "b", "d"};
    private static final String[] VALUES = {
        "0", "1", "2", "-1", "1.5", "0.05", "-0.05", "99.9", "100", "-1000", "1e30", "NULL"
    };

    /** A condition as text, and its truth for a row. */
    private interface Twin {
        String text();

        @Nullable Boolean truth(Map<String, BigDecimal> row);
    }

    private record Made(String text, Function<Map<String, BigDecimal>, @Nullable Boolean> f)
            implements Twin {
        @Override
        public @Nullable Boolean truth(Map<String, BigDecimal> row) {
            return f.apply(row);
        }
    }

    private static @Nullable Boolean not(@Nullable Boolean truth) {
        return truth == null ? null : !truth;
    }

    private static @Nullable Boolean and(@Nullable Boolean left, @Nullable Boolean right) {
        if (Boolean.FALSE.equals(left) || Boolean.FALSE.equals(right)) {
            return false;
        }
        return (left == null || right == null) ? null : true;
    }

    private static @Nullable Boolean or(@Nullable Boolean left, @Nullable Boolean right) {
        return not(and(not(left), not(right)));
    }

    private static @Nullable Boolean compare(
            String operator, @Nullable BigDecimal left, @Nullable BigDecimal right) {
        if (left == null || right == null) {
            return null;
        }
        int order = left.compareTo(right);
        return switch (operator) {
            case "=" -> order == 0;
            case "<>" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }

    private static @Nullable BigDecimal value(String text) {
        return text.equals("NULL") ? null : new BigDecimal(text);
    }

    private static Twin random(Random random, int depth) {
        if (depth > 0 && random.nextInt(4) > 0) {
            Twin left = random(random, depth - 1);
            Twin right = random(random, depth - 1);
            return switch (random.nextInt(3)) {
                case 0 -> new Made("NOT (" + left.text() + ")", row -> not(left.truth(row)));
                case 1 ->
                        new Made(
                                "(" + left.text() + ") AND (" + right.text() + ")",
                                row -> and(left.truth(row), right.truth(row)));
                default ->
                        new Made(
                                "(" + left.text() + " OR " + right.text() + ")",
                                row -> or(left.truth(row), right.truth(row)));
            };
        }
        String column = COLUMNS[random.nextInt(COLUMNS.length)];
        String value = VALUES[random.nextInt(VALUES.length)];
        String other = VALUES[random.nextInt(VALUES.length)];
        switch (random.nextInt(5)) {
            case 0 -> {
                boolean is = random.nextBoolean();
                return new Made(
                        column + (is ? " IS NULL" : " IS NOT NULL"),
                        row -> (row.get(column) == null) == is);
            }
            case 1 -> {
                boolean is = random.nextBoolean();
                return new Made(
                        column + (is ? " IN (" : " NOT IN (") + value + ", " + other + ")",
                        row -> {
                            Boolean in =
                                    or(
                                            compare("=", row.get(column), value(value)),
                                            compare("=", row.get(column), value(other)));
                            return is ? in : not(in);
                        });
            }
            case 2 -> {
                boolean is = random.nextBoolean();
                return new Made(
                        column + (is ? " BETWEEN " : " NOT BETWEEN ") + value + " AND " + other,
                        row -> {
                            Boolean in =
                                    and(
                                            compare(">=", row.get(column), value(value)),
                                            compare("<=", row.get(column), value(other)));
                            return is ? in : not(in);
                        });
            }
            case 3 -> {
                String operator = operator(random);
                return new Made(
                        value + " " + operator + " " + column,
                        row -> compare(operator, value(value), row.get(column)));
            }
            default -> {
                String operator = operator(random);
                return new Made(
                        column + " " + operator + " " + value,
                        row -> compare(operator, row.get(column), value(value)));
            }
        }
    }

    private static String operator(Random random) {
        return List.of("=", "<>", "<", "<=", ">", ">=").get(random.nextInt(6));
    }

    /** What an operation's condition says of a row. */
    private static @Nullable Boolean truth(Condition condition, Map<String, BigDecimal> row) {
        if (condition instanceof Condition.And and) {
            Boolean truth = true;
            for (Condition part : and.conditions()) {
                truth = and(truth, truth(part, row));
            }
            return truth;
        } else if (condition instanceof Condition.Or or) {
            Boolean truth = false;
            for (Condition part : or.conditions()) {
                truth = or(truth, truth(part, row));
            }
            return truth;
        } else if (condition instanceof Condition.Not not) {
            return not(truth(not.condition(), row));
        } else if (condition instanceof Condition.IsNull isNull) {
            return row.get(isNull.column()) == null;
        } else if (condition instanceof Condition.In in) {
            Boolean truth = false;
            for (Object value : in.values()) {
                truth = or(truth, compare("=", row.get(in.column()), number(value)));
            }
            return truth;
        } else if (condition instanceof Condition.Compare compare) {
            String symbol = compare.comparison().symbol();
            return compare(
                    symbol.equals("!=") ? "<>" : symbol,
                    row.get(compare.column()),
                    number(compare.value()));
        }
        throw new AssertionError(condition);
    }

    private static BigDecimal number(Object value) {
        return value instanceof Long whole ? BigDecimal.valueOf(whole) : (BigDecimal) value;
    }

    @Test
    void conditionsMeanWhatSqlSays() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Map<String, BigDecimal>> rows = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Map<String, BigDecimal> row = new HashMap<>();
            row.put("a", random.nextInt(4) == 0 ? null : BigDecimal.valueOf(random.nextInt(4) - 1));
            row.put("b", random.nextInt(4) == 0 ? null : BigDecimal.valueOf(random.nextInt(200)));
            row.put("d", random.nextInt(4) == 0 ? null : BigDecimal.valueOf(random.nextInt(21), 1));
            rows.add(row);
        }
        for (int i = 0; i < 500; i++) {
            Twin twin = random(random, 4);
            SqlOperation operation = Sql.parse("DELETE FROM t WHERE " + twin.text()).bind(SCHEMA);
            Condition bound = ((TableOperation.Delete) operation.operation()).where();
            for (Map<String, BigDecimal> row : rows) {
                assertEquals(
                        Boolean.TRUE.equals(twin.truth(row)),
                        Boolean.TRUE.equals(truth(bound, row)),
                        () -> "seed " + seed + ": " + twin.text() + " of " + row + ": " + bound);
            }
        }
    }
}
