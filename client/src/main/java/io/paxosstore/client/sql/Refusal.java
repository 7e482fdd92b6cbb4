package io.paxosstore.client.sql;

import java.util.ArrayList;
import java.util.List;

/** Refuses what is not supported, by name. */
final class Refusal {
    static final String STATEMENTS =
            "there are CREATE TABLE, DROP TABLE, ALTER TABLE, CREATE INDEX, DROP INDEX, INSERT,"
                    + " UPSERT, REPLACE, UPDATE, DELETE and SELECT";
    static final String SELECT =
            "a SELECT has columns or aggregates, FROM one table, WHERE, ORDER BY and LIMIT";
    static final String UPDATE = "an UPDATE has one table, SET, WHERE and LIMIT";
    static final String DELETE = "a DELETE has FROM one table, WHERE and LIMIT";
    static final String INSERT =
            "an INSERT has INTO one table, columns, VALUES and ON CONFLICT DO NOTHING";
    static final String UPSERT = "UPSERT and REPLACE have INTO one table, columns and VALUES";
    static final String CREATE_TABLE =
            "a CREATE TABLE has IF NOT EXISTS, columns with their types, NOT NULL, PRIMARY KEY and"
                    + " INDEX name (columns)";
    static final String TYPES =
            "types are BOOLEAN, BIGINT, DOUBLE, DECIMAL(p,s), VARCHAR, VARBINARY and TIMESTAMP";
    static final String CREATE_INDEX = "an index is CREATE INDEX name ON table (columns)";
    static final String DROP = "there are DROP TABLE [IF EXISTS] name and DROP INDEX name ON table";
    static final String ALTER =
            "there are ALTER TABLE name ADD COLUMN name type, and RENAME COLUMN name TO name";
    static final String TABLE = "a table is one name, without schema or alias";
    static final String COLUMN = "a column is one name, without its table";
    static final String VALUE =
            "values are numbers, 'text', X'hex', TRUE, FALSE, NULL and TIMESTAMP '2026-01-02"
                    + " 03:04:05'";
    static final String CONDITION =
            "conditions compare a column with a value by = <> < <= > >=, BETWEEN, IN, LIKE and IS"
                    + " NULL, joined by AND, OR, NOT and parentheses";
    static final String SET = "SET takes column = value, column = column + number, or - number";
    static final String OUTPUT =
            "a SELECT shows *, columns, count(*), count, sum, min, max and avg of a column";

    /** Longest part that a sentence shows. */
    private static final int PART_MAX = 120;

    private Refusal() {}

    /**
     * The refusal of a part.
     *
     * @param part as the statement has it
     * @param supported what is supported in its place
     */
    static SqlException of(String part, String supported) {
        return new SqlException("Not supported: " + shortened(part) + "; " + supported + ".");
    }

    /** A part of a statement, cut if it is long. */
    static String shortened(String part) {
        String line = String.join(" ", words(part));
        return line.length() <= PART_MAX ? line : line.substring(0, PART_MAX) + "...";
    }

    /**
     * Refuses a tree of which not all is used: puts together what is used, and compares. So it does
     * not matter what else the parser may find in a statement, today or in a later version. Upper
     * and lower case do not count: the trees keep that of some keywords, and that of others not.
     *
     * @param whole the tree as text
     * @param used what is used of it, in the same form
     * @param supported what is supported
     */
    static void unlessAll(Object whole, String used, String supported) {
        String text = whole.toString();
        if (text.equals(used)) {
            return;
        }
        List<String> given = words(text);
        List<String> taken = words(used);
        int shorter = Math.min(given.size(), taken.size());
        int start = 0;
        while (start < shorter && given.get(start).equalsIgnoreCase(taken.get(start))) {
            start++;
        }
        int tail = 0;
        while (tail < shorter - start
                && given.get(given.size() - 1 - tail)
                        .equalsIgnoreCase(taken.get(taken.size() - 1 - tail))) {
            tail++;
        }
        if (start == given.size() && start == taken.size()) {
            return;
        }
        List<String> rest = given.subList(start, given.size() - tail);
        throw of(rest.isEmpty() ? text : String.join(" ", rest), supported);
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>(List.of(text.strip().split("\\s+", -1)));
        words.remove("");
        return words;
    }
}
