package io.paxosstore.client.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What is not supported, or does not fit, is refused by one sentence that names it. */
final class SqlRefusalTest {
    private static String refusal(String sql) {
        SqlException refusal =
                assertThrows(
                        SqlException.class,
                        () -> {
                            var unused = Sql.parse(sql).bind(SqlBindTest.SCHEMA);
                        });
        return String.valueOf(refusal.getMessage());
    }

    /** The file has a statement, then its sentence after four blanks, and so on. */
    @TestFactory
    List<DynamicTest> refusedStatements() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        try (InputStream file = SqlRefusalTest.class.getResourceAsStream("refused.txt")) {
            List<String> lines =
                    new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
            for (int i = 0; i + 1 < lines.size(); i += 2) {
                String sql = lines.get(i);
                String sentence = lines.get(i + 1).strip();
                tests.add(DynamicTest.dynamicTest(sql, () -> assertEquals(sentence, refusal(sql))));
            }
        }
        return tests;
    }

    /** To the parser they are comments; to whoever writes SQL for others, they may be none. */
    @Test
    void commentsOfOtherLanguages() {
        String comments = "; comments are -- to the end of the line, and /* ... */.";
        assertEquals(
                "Not supported: // at line 1, column 15" + comments,
                refusal("DELETE FROM t // x\n WHERE id = 1"));
        assertEquals(
                "Not supported: // at line 2, column 1" + comments,
                refusal("DELETE FROM t -- a\n// b\n\n\n\n/* c */ WHERE id = 1"));
        assertEquals(
                "Not supported: // at line 1, column 18" + comments,
                refusal("SELECT id FROM t // x"));
        assertEquals("Not supported: // at line 1, column 1" + comments, refusal("// x"));
    }

    @Test
    void blankLinesDoNotHideASecondStatement() {
        assertEquals(
                "Not supported: what follows the ; (line 1, column 14); one statement is read at a"
                        + " time.",
                refusal("DELETE FROM t;\n\n\nDELETE FROM u"));
        assertEquals(
                "The statement cannot be understood at line 4, column 8, near FROM; a name that"
                        + " is a word of SQL needs double quotes.",
                refusal("DELETE FROM t\n\n\nDELETE FROM u"));
        assertEquals("The statement is empty.", refusal(" \n\n\n\n -- x\n\n\n\n"));
    }

    @Test
    void nothingAndTooMuch() {
        assertEquals("The statement is empty.", refusal(""));
        assertEquals("The statement is empty.", refusal(" -- nothing\n"));
        assertEquals(
                "The statement has 4194305 characters; it may have at most 4194304.",
                refusal(" ".repeat(Sql.LENGTH_MAX + 1)));
        assertEquals(
                "Row 2: The column \"id\" of the table \"t\" takes int64 not null; given was TRUE,"
                        + " write a number.",
                refusal("INSERT INTO t (id, \"Case\") VALUES (1, 'a'), (TRUE, 'b')"));
        assertEquals(
                "Not supported: parentheses at line 1, column 88; they may nest 64 deep.",
                refusal("SELECT id FROM t WHERE " + "(".repeat(100) + "ok" + ")".repeat(100)));
        assertEquals(
                "Not supported: 100000 times AND and OR; a condition has at most 10000 parts, and"
                        + " IN (...) takes many values of one column.",
                refusal("SELECT id FROM t WHERE id = 1" + " OR id = 2".repeat(100_000)));
    }
}
