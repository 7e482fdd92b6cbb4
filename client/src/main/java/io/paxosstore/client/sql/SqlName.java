package io.paxosstore.client.sql;

import io.paxosstore.protocol.model.TableSchema;

import java.util.List;

/**
 * A name as a statement has it. In quotes it means exactly what it says; without, upper and lower
 * case are told apart only where the table has names that differ in nothing else.
 *
 * @param text without quotes
 * @param quoted whether it had some
 */
record SqlName(String text, boolean quoted) {
    /** Most names that a sentence lists. */
    private static final int LISTED_MAX = 20;

    /**
     * The name that a token stands for.
     *
     * @throws SqlException if it is a text, which the parser takes in places for a name, too
     */
    static SqlName of(String token) {
        int last = token.length() - 1;
        char first = token.isEmpty() ? ' ' : token.charAt(0);
        boolean quoted = last > 0 && (first == '"' || first == '`') && token.charAt(last) == first;
        if (!quoted && token.indexOf('\'') >= 0) {
            throw Refusal.of(token, "a name is a word, or in double quotes");
        } else if (!quoted) {
            return new SqlName(token, false);
        }
        String quote = String.valueOf(first);
        return new SqlName(token.substring(1, last).replace(quote + quote, quote), true);
    }

    /**
     * The name of the column that is meant.
     *
     * @param table how sentences call the table
     */
    String column(TableSchema schema, String table) {
        return among(schema.columnNames(), "table \"" + table + "\"", "column");
    }

    /**
     * Which of several names is meant.
     *
     * @param owner how sentences call what has the names
     * @param kind how sentences call what is named
     */
    String among(List<String> names, String owner, String kind) {
        if (names.contains(text)) {
            return text;
        }
        List<String> alike =
                quoted ? List.of() : names.stream().filter(text::equalsIgnoreCase).toList();
        if (alike.size() == 1) {
            return alike.get(0);
        }
        String which =
                alike.isEmpty()
                        ? "The " + owner + " has no " + kind + " \"" + text + "\""
                        : "Several of the "
                                + kind
                                + "s of the "
                                + owner
                                + " may be meant by "
                                + text;
        throw new SqlException(which + "; it has " + list(names) + ".");
    }

    private static String list(List<String> names) {
        if (names.isEmpty()) {
            return "none";
        }
        String listed = String.join(", ", names.subList(0, Math.min(LISTED_MAX, names.size())));
        return names.size() > LISTED_MAX ? listed + " and others" : listed;
    }
}
