package io.paxosstore.table;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

/** Evaluates conditions in three-valued logic: true, false, and null for unknown. */
final class NaiveConditions {
    private static final Character ESCAPE = '\\';

    private final String table;
    private final TableSchema schema;

    NaiveConditions(String table, TableSchema schema) {
        this.table = table;
        this.schema = schema;
    }

    int place(String column) {
        int place = schema.indexOf(column);
        if (place < 0) {
            throw new NaiveTable.Failed(new Failure.NoColumn(table, column));
        }
        return place;
    }

    private Column column(String name) {
        return schema.columns().get(place(name));
    }

    /** Fails if a condition does not fit the schema. */
    void check(Condition condition) {
        switch (condition) {
            case Condition.Compare compare -> {
                var _ = NaiveCells.compared(table, column(compare.column()), compare.value());
            }
            case Condition.In in -> {
                Column column = column(in.column());
                in.values().forEach(value -> NaiveCells.compared(table, column, value));
            }
            case Condition.Like like -> {
                if (column(like.column()).type() != ColumnType.STRING) {
                    throw NaiveCells.wrong(table, column(like.column()));
                }
            }
            case Condition.IsNull isNull -> {
                var _ = column(isNull.column());
            }
            case Condition.And and -> and.conditions().forEach(this::check);
            case Condition.Or or -> or.conditions().forEach(this::check);
            case Condition.Not not -> check(not.condition());
        }
    }

    boolean isTrue(Condition condition, NaiveTable.Row row) {
        return Boolean.TRUE.equals(truth(condition, row));
    }

    @SuppressWarnings("NullableBoolean") // three values are what it is about
    private @Nullable Boolean truth(Condition condition, NaiveTable.Row row) {
        return switch (condition) {
            case Condition.Compare compare -> {
                Object value = row.value(place(compare.column()));
                Object operand =
                        NaiveCells.compared(table, column(compare.column()), compare.value());
                yield value == null
                        ? null
                        : (Boolean)
                                compare.comparison().holds(NaiveCells.compare(value, operand), 0);
            }
            case Condition.In in -> {
                Condition any =
                        new Condition.Or(
                                in.values().stream()
                                        .map(value -> equal(in.column(), value))
                                        .toList());
                yield truth(any, row);
            }
            case Condition.Like like -> {
                Object value = row.value(place(like.column()));
                yield value == null ? null : (Boolean) like((String) value, like.pattern());
            }
            case Condition.IsNull isNull -> row.value(place(isNull.column())) == null;
            case Condition.And and -> {
                Boolean all = true;
                for (Condition part : and.conditions()) {
                    all = and(all, truth(part, row));
                }
                yield all;
            }
            case Condition.Or or -> {
                Boolean none = true;
                for (Condition part : or.conditions()) {
                    none = and(none, not(truth(part, row)));
                }
                yield not(none);
            }
            case Condition.Not not -> not(truth(not.condition(), row));
        };
    }

    private static Condition equal(String column, Object value) {
        return new Condition.Compare(column, io.paxosstore.protocol.model.Comparison.EQUAL, value);
    }

    @SuppressWarnings("NullableBoolean")
    private static @Nullable Boolean not(@Nullable Boolean truth) {
        return truth == null ? null : (Boolean) !truth;
    }

    @SuppressWarnings("NullableBoolean")
    private static @Nullable Boolean and(@Nullable Boolean a, @Nullable Boolean b) {
        if (Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)) {
            return false;
        }
        return (a == null || b == null) ? null : (Boolean) true;
    }

    /** Tries everything, character by character. */
    static boolean like(String text, String pattern) {
        if (pattern.isEmpty()) {
            return text.isEmpty();
        }
        int part = pattern.codePointAt(0);
        String restOfPattern = pattern.substring(Character.charCount(part));
        if (part == '%') {
            return like(text, restOfPattern) || (!text.isEmpty() && like(rest(text), pattern));
        }
        if (part == '_') {
            return !text.isEmpty() && like(rest(text), restOfPattern);
        }
        boolean escapes =
                part == ESCAPE
                        && !restOfPattern.isEmpty()
                        && "%_\\".indexOf(restOfPattern.charAt(0)) >= 0;
        if (escapes) {
            part = restOfPattern.charAt(0);
            restOfPattern = restOfPattern.substring(1);
        }
        return !text.isEmpty() && text.codePointAt(0) == part && like(rest(text), restOfPattern);
    }

    private static String rest(String text) {
        return text.substring(Character.charCount(text.codePointAt(0)));
    }
}
