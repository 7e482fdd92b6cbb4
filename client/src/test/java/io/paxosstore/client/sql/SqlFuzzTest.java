package io.paxosstore.client.sql;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Whatever is given as SQL is understood or refused; nothing else happens. */
final class SqlFuzzTest {
    private static final List<String> SEEDS =
            List.of(
                    "SELECT id, name AS n FROM t WHERE id = 5 AND NOT (age < 3 OR ok) ORDER BY id"
                            + " DESC LIMIT 10",
                    "SELECT count(*), sum(price) s FROM t WHERE name LIKE 'a\\%' ESCAPE '\\'",
                    "SELECT * FROM t WHERE at >= TIMESTAMP '2026-01-02 03:04:05' AND raw = X'00ff'",
                    "INSERT INTO t (id, \"Case\") VALUES (1, 'it''s'), (-2.5, NULL) ON CONFLICT DO"
                            + " NOTHING",
                    "UPSERT INTO t VALUES (1, 'x', NULL, -1.5, TRUE, '2026-01-02', X'', 1e3, '')",
                    "UPDATE t SET age = age + 1, name = 'x' WHERE id IN (1, 2, NULL) LIMIT 5",
                    "DELETE FROM t WHERE age NOT BETWEEN 1 AND 5 OR name IS NOT NULL LIMIT 1",
                    "CREATE TABLE IF NOT EXISTS t (id BIGINT NOT NULL, d DECIMAL(10,2), PRIMARY KEY"
                            + " (id), INDEX ix (d))",
                    "CREATE INDEX ix ON t (name, age)",
                    "DROP INDEX ix ON t",
                    "DROP TABLE IF EXISTS t",
                    "ALTER TABLE t ADD COLUMN c TIMESTAMP WITH TIME ZONE NULL",
                    "ALTER TABLE t RENAME COLUMN name TO nick");
    private static final List<String> WORDS =
            List.of(
                    "SELECT",
                    "FROM",
                    "WHERE",
                    "AND",
                    "OR",
                    "NOT",
                    "(",
                    ")",
                    ",",
                    ";",
                    "'",
                    "\"",
                    "`",
                    "*",
                    "=",
                    "<",
                    ">",
                    "!",
                    "-",
                    "--",
                    "/*",
                    "*/",
                    "+",
                    "NULL",
                    "IS",
                    "IN",
                    "BETWEEN",
                    "LIKE",
                    "LIMIT",
                    "ORDER BY",
                    "GROUP BY",
                    "id",
                    "t",
                    "x.y",
                    "1",
                    "1e999999999",
                    "0x1",
                    "99999999999999999999",
                    "'x'",
                    "X'0'",
                    "?",
                    ":p",
                    "@v",
                    "{ts '2026-01-01'}",
                    "CASE WHEN",
                    "END",
                    "OVER ()",
                    "FILTER",
                    "JOIN u ON",
                    "UNION",
                    "WITH",
                    "VALUES",
                    "SET",
                    "DEFAULT",
                    "PRIMARY KEY",
                    "\\",
                    "\u0000",
                    "\ud800",
                    "é",
                    "$$",
                    "#",
                    "::",
                    "[1]",
                    "|>",
                    "TRUE",
                    "INTERVAL '1' DAY",
                    "(+)");

    private static void tryOut(String sql, long seed) {
        try {
            SqlStatement statement = Sql.parse(sql);
            var unused = statement.bind(SqlBindTest.SCHEMA);
        } catch (SqlException e) {
            String message = e.getMessage();
            if (message == null || !message.endsWith(".") || message.length() > 1000) {
                throw new AssertionError("seed " + seed + ": " + sql + ": " + message, e);
            }
        } catch (RuntimeException | Error e) {
            throw new AssertionError("seed " + seed + ": " + sql, e);
        }
    }

    @Test
    @Timeout(120)
    void mutationsAreUnderstoodOrRefused() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 4000; i++) {
            List<String> words =
                    new ArrayList<>(
                            List.of(
                                    SEEDS.get(random.nextInt(SEEDS.size()))
                                            .split("(?<=\\W)|(?=\\W)", -1)));
            for (int change = random.nextInt(4); change >= 0 && !words.isEmpty(); change--) {
                int at = random.nextInt(words.size());
                String word = WORDS.get(random.nextInt(WORDS.size()));
                switch (random.nextInt(5)) {
                    case 0 -> words.remove(at);
                    case 1 -> words.set(at, word);
                    case 2 -> words.add(at, " " + word + " ");
                    case 3 -> words.add(at, words.get(random.nextInt(words.size())));
                    default -> words.subList(at, words.size()).clear();
                }
            }
            tryOut(String.join("", words), seed);
        }
    }

    @Test
    void anyCharactersAreUnderstoodOrRefused() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 1000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(40); length > 0; length--) {
                text.append(
                        (char)
                                (random.nextInt(20) == 0
                                        ? random.nextInt(65536)
                                        : 32 + random.nextInt(95)));
            }
            tryOut(text.toString(), seed);
        }
    }

    @Test
    @Timeout(120)
    void depthAndLengthAreNoTrouble() {
        for (String open :
                List.of("(", "NOT ", "NOT (", "- ", "-(", "f(", "CASE WHEN ", "(SELECT ")) {
            for (int depth : new int[] {10, 100, 3000}) {
                tryOut("SELECT id FROM t WHERE " + open.repeat(depth) + "id = 1", 0);
                tryOut(
                        "SELECT id FROM t WHERE "
                                + open.repeat(depth)
                                + "id = 1"
                                + ")".repeat(open.contains("(") ? depth : 0),
                        0);
            }
        }
        for (String link : List.of(" OR id = ", " AND age <> ", " + ", " = ", " UNION SELECT ")) {
            tryOut("SELECT id FROM t WHERE id = 1" + (link + "1").repeat(10_000), 0);
        }
        tryOut("INSERT INTO t VALUES (1" + ", 1".repeat(20_000) + ")", 0);
        tryOut("SELECT id FROM t WHERE id = " + "9".repeat(100_000), 0);
    }
}
