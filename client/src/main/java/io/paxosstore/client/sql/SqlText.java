package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.TableSchema;

import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

/** Names and values as people type them outside of statements, in a shell's words. */
public final class SqlText {
    private SqlText() {}

    /**
     * The column that is meant: of this name, or else the only one that differs from it in upper
     * and lower case only.
     *
     * @throws SqlException if there is none
     */
    public static Column column(String table, TableSchema schema, String name) {
        String meant = new SqlName(name, false).column(schema, table);
        return schema.columns().get(schema.indexOf(meant));
    }

    /**
     * The value that a column has for a word: text as it is, numbers, true or false, bytes in
     * hexadecimal digits, times as 2026-01-02T03:04:05Z.
     *
     * @throws SqlException if the column cannot hold it
     */
    public static Object value(String table, Column column, String word) {
        return Objects.requireNonNull(Coercion.value(table, column, literal(column, word)));
    }

    private static SqlLiteral literal(Column column, String word) {
        SqlLiteral.Text text = new SqlLiteral.Text(word);
        return switch (column.type()) {
            case STRING, TIMESTAMP -> text;
            case BOOL ->
                    switch (word.toLowerCase(Locale.ROOT)) {
                        case "true" -> new SqlLiteral.Bool(true);
                        case "false" -> new SqlLiteral.Bool(false);
                        default -> text;
                    };
            case INT64, FLOAT64, DECIMAL -> {
                try {
                    yield LiteralReader.checked(new BigDecimal(word), word);
                } catch (NumberFormatException e) {
                    yield text; // which no number column takes
                }
            }
            case BYTES -> {
                String digits = word.startsWith("0x") ? word.substring(2) : word;
                try {
                    yield new SqlLiteral.Bytes(HexFormat.of().parseHex(digits));
                } catch (IllegalArgumentException e) {
                    yield text; // which no bytes column takes
                }
            }
        };
    }
}
