package io.paxosstore.cli;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Locale;

/**
 * A line of the shell that is SQL. Its statement is taken as it stands, not cut into words, which
 * would take its quotes away.
 *
 * @param entity the entity that it is about
 * @param statement the SQL
 */
record SqlLine(String entity, String statement) {
    static final String HELP =
            """
              With an entity in use, a line may also begin with the statement itself:
                create table t (id bigint, name varchar not null, primary key (id))
                insert into t (id, name) values (1, 'Ada'), (2, 'Bob')
                upsert into t ... | replace into t ...    writes rows whatever is there
                select name, id from t where id < 5 and name like 'A%' order by name limit 10
                select count(*), min(id), max(id) from t
                update t set name = 'Eve' where id = 2 | delete from t where id = 2
                alter table t add column age bigint | alter table t rename column age to years
                create index i on t (name) | drop index i on t | drop table t\
            """;

    /** What a statement begins with; DELETE is a command of the shell too. */
    private static final List<String> STATEMENTS =
            List.of("select", "insert", "upsert", "replace", "update", "delete", "alter");

    private static final int CREATE_WORDS_MIN = 4;
    private static final int DROP_WORDS_MIN = 3;
    private static final int DELETE_WORDS_MIN = 3;

    /**
     * Reads a line.
     *
     * @param current the entity in use; empty for none
     * @return null if it is no SQL
     * @throws IllegalArgumentException with one sentence if it is, but names no entity
     */
    static @Nullable SqlLine of(String line, String current) {
        String text = line.strip();
        String[] words = text.toLowerCase(Locale.ROOT).split("\\s+", CREATE_WORDS_MIN);
        if (words[0].equals(ShellCommand.SQL.word())) {
            return called(text.substring(words[0].length()).strip(), current);
        } else if (STATEMENTS.contains(words[0]) && !isOfKeys(words)) {
            if (current.isEmpty()) {
                throw new IllegalArgumentException(
                        "SQL is about the tables of an entity; 'use entity SPACE:ID' first, or"
                                + " write 'sql SPACE:ID "
                                + words[0]
                                + " ...'.");
            }
            return new SqlLine(current, text);
        }
        // 'create' and 'drop' are short forms of the shell's too, which fewer words follow.
        boolean definition =
                (words[0].equals("create") && words.length >= CREATE_WORDS_MIN)
                        || (words[0].equals("drop")
                                && words.length >= DROP_WORDS_MIN
                                && !words[words.length - 1].equals(Shell.YES));
        return definition && !current.isEmpty() ? new SqlLine(current, text) : null;
    }

    /** Whether it is the shell's own 'delete', of a key: a statement's is followed by FROM. */
    private static boolean isOfKeys(String[] words) {
        return words[0].equals(ShellCommand.DELETE.word())
                && (words.length < DELETE_WORDS_MIN || !words[1].equals("from"));
    }

    private static SqlLine called(String rest, String current) {
        String entity = current;
        String statement = rest;
        if (current.isEmpty()) {
            String[] parts = rest.split("\\s+", 2);
            entity = parts[0];
            statement = parts.length > 1 ? parts[1] : "";
        }
        if (statement.startsWith("\"")) { // no statement begins so: it is quoted as a whole
            List<String> words = Words.of(statement);
            statement = words.size() == 1 ? words.getFirst() : "";
        }
        if (statement.isBlank()) {
            throw new IllegalArgumentException("Usage: " + ShellCommand.SQL.usage());
        }
        return new SqlLine(entity, statement);
    }

    /** The words that a line of SQL may begin with. */
    static List<String> words() {
        return STATEMENTS;
    }
}
