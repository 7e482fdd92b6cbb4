package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;

import net.sf.jsqlparser.statement.create.table.ColDataType;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the columns of a new table, and their types. */
final class TypeReader {
    /** A name of words, and one or two numbers in parentheses. */
    private static final Pattern TYPE =
            Pattern.compile(
                    "([a-z0-9_]+(?: [a-z_]+)*) ?(?:\\( ?([0-9]{1,9}) ?(?:, ?([0-9]{1,9}) ?)?\\))?");

    /**
     * A column as a statement defines it.
     *
     * @param nullable whether it says NULL; null if it does not say
     * @param key whether it says PRIMARY KEY
     */
    record Defined(Column column, @Nullable Boolean nullable, boolean key) {}

    private TypeReader() {}

    /**
     * Reads a column.
     *
     * @param specs the words after its type; null for none
     */
    static Defined column(String token, @Nullable ColDataType type, @Nullable List<String> specs) {
        String name = SqlName.of(token).text();
        if (type == null) {
            throw new SqlException(
                    "The column \"" + name + "\" has no type; " + Refusal.TYPES + ".");
        }
        Column column = typed(name, type);
        Boolean nullable = null;
        boolean key = false;
        List<String> words = new ArrayList<>();
        if (specs != null) {
            specs.forEach(spec -> words.add(spec.toLowerCase(Locale.ROOT)));
        }
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String next = i + 1 < words.size() ? words.get(i + 1) : "";
            if (word.equals("null") && nullable == null) {
                nullable = true;
            } else if (word.equals("not") && next.equals("null") && nullable == null) {
                nullable = false;
                i++;
            } else if (word.equals("primary") && next.equals("key") && !key) {
                key = true;
                i++;
            } else {
                throw Refusal.of(
                        name + " " + type + " " + String.join(" ", specs == null ? words : specs),
                        "after its type a column has NOT NULL, NULL or PRIMARY KEY");
            }
        }
        return new Defined(column, nullable, key);
    }

    private static Column typed(String name, ColDataType type) {
        String text = type.toString().strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
        Matcher matcher = TYPE.matcher(text);
        if (!matcher.matches()) {
            throw Refusal.of(name + " " + type, Refusal.TYPES);
        }
        String first = matcher.group(2);
        String second = matcher.group(3);
        ColumnType known = known(name, type, matcher.group(1));
        if (known == ColumnType.DECIMAL) {
            return decimal(name, type, first, second);
        } else if (first != null) {
            throw Refusal.of(
                    name + " " + type,
                    known == ColumnType.STRING
                            ? "lengths are not enforced, so write VARCHAR or TEXT"
                            : "only DECIMAL has numbers in parentheses");
        }
        return Column.nullable(name, known);
    }

    private static ColumnType known(String name, ColDataType type, String word) {
        return switch (word) {
            case "boolean", "bool" -> ColumnType.BOOL;
            case "bigint", "int", "integer", "smallint", "int64" -> ColumnType.INT64;
            case "double precision", "double", "float", "real", "float64" -> ColumnType.FLOAT64;
            case "decimal", "numeric" -> ColumnType.DECIMAL;
            case "varchar", "text", "string" -> ColumnType.STRING;
            case "varbinary", "bytea", "blob", "bytes" -> ColumnType.BYTES;
            case "timestamp", "timestamp with time zone" -> ColumnType.TIMESTAMP;
            default -> throw Refusal.of(name + " " + type, Refusal.TYPES);
        };
    }

    private static Column decimal(
            String name, ColDataType type, @Nullable String first, @Nullable String second) {
        if (first == null) {
            throw Refusal.of(
                    name + " " + type, "a decimal needs its digits, such as DECIMAL(10,2)");
        }
        try {
            int scale = second == null ? 0 : Integer.parseInt(second);
            return Column.decimal(name, Integer.parseInt(first), scale).orNull();
        } catch (IllegalArgumentException e) {
            throw new SqlException(String.valueOf(e.getMessage()));
        }
    }
}
