package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What the shell's commands for tables, and SQL, answer to people and programs. */
@Timeout(60)
final class TableShellTest extends ShellFixture {
    TableShellTest() {
        super("users");
    }

    @Test
    void tablesHaveTheirVerbs() {
        answers("Using entity 'users:ann'.", "use entity users:ann");
        answers(
                "Table 'c' is created.",
                "table c create \"id bigint, name varchar not null, born timestamp, pay"
                    + " decimal(7,2), photo bytes, ok bool, primary key (id), index n (name)\"");
        answers(
                "1",
                "table c insert id=1 name=\"Ada L.\" born=2026-01-02T03:04:05Z pay=12.5"
                        + " photo=00ff OK=true");
        answers("1", "table c insert id=20 name=Bob");
        answers("OK", "table c upsert id=20 name=Bo");
        answers("OK (new)", "table c upsert id=3 \"name=it's Eve\" --ttl 1h");
        answers("3", "table c size");
        ShellAnswer one =
                answers(
                        """
                        id | name   | born                 | pay   | photo  | ok
                        ---+--------+----------------------+-------+--------+-----
                         1 | Ada L. | 2026-01-02T03:04:05Z | 12.50 | 0x00ff | true
                        (1 row)\
                        """,
                        "table c get 1");
        assertEquals(
                List.of(
                        List.of(
                                1L,
                                "Ada L.",
                                "2026-01-02T03:04:05Z",
                                new BigDecimal("12.50"),
                                "00ff",
                                true)),
                one.fields().get("rows"));
        fails(ShellAnswer.Kind.FAILED, "(not found)", "table c get 2");
        answers(
                """
                id | name     | born | pay  | photo | ok
                ---+----------+------+------+-------+-----
                20 | Bo       | NULL | NULL | NULL  | NULL
                 3 | it's Eve | NULL | NULL | NULL  | NULL
                (2 rows)\
                """,
                "table c query \"where pay is null order by name\"");
        answers(
                """
                id     int64 not null
                name   string not null
                born   timestamp
                pay    decimal(7,2)
                photo  bytes
                ok     bool
                primary key (id)
                index n (name)
                (3 rows)\
                """,
                "table c describeTable");
        answers("removed", "table c remove 20");
        fails(ShellAnswer.Kind.FAILED, "(not found)", "table c remove 20");
        answers("2", "table c size");
    }

    @Test
    void mistakesAreTold() {
        answers("Using entity 'users:ann'.", "use entity users:ann");
        fails(
                ShellAnswer.Kind.USAGE,
                "There is no table 'c'; 'table NAME create COLUMNS' makes one.",
                "table c insert id=1");
        answers("Table 'c' is created.", "table c create \"id bigint primary key, a text\"");
        fails(
                ShellAnswer.Kind.USAGE,
                "The column \"id\" of the table \"c\" takes int64 not null; given was 'one', write"
                        + " a number.",
                "table c insert id=one");
        fails(
                ShellAnswer.Kind.USAGE,
                "The table \"c\" has no column \"b\"; it has id, a.",
                "table c insert id=1 b=2");
        fails(
                ShellAnswer.Kind.USAGE,
                "'id' is no COLUMN=VALUE, such as name=Ada.",
                "table c insert id");
        fails(
                ShellAnswer.Kind.USAGE,
                "The primary key of the table 'c' is (id); give each of them a value.",
                "table c get 1 2");
        answers("1", "table c insert id=1");
        fails(
                ShellAnswer.Kind.FAILED,
                "The insert on entity \"ann\" of space \"users\" was not done:"
                        + " The table \"c\" has a row of the key (1) already.",
                "table c insert id=1");
    }

    @Test
    void sqlIsALine() {
        fails(
                ShellAnswer.Kind.USAGE,
                "SQL is about the tables of an entity; 'use entity SPACE:ID' first, or write 'sql"
                        + " SPACE:ID select ...'.",
                "SELECT * FROM t");
        fails(ShellAnswer.Kind.USAGE, "Usage: sql ENTITY STATEMENT", "sql users:ann");
        answers(
                "OK",
                "sql users:ann \"CREATE TABLE t (id INT PRIMARY KEY, name TEXT, pay"
                        + " DECIMAL(5,1))\"");
        answers("(2 rows)", "sql users:ann INSERT INTO t VALUES (1, 'it''s', 2.5), (2, NULL, 0)");
        answers("Using entity 'users:ann'.", "use entity users:ann");
        answers("OK (nothing to do)", "create table if not exists t (id int primary key);");
        answers("OK", "create index n on t (name)");
        ShellAnswer rows =
                answers(
                        """
                        id | n
                        ---+-----
                         2 | NULL
                         1 | it's
                        (2 rows)\
                        """,
                        "select id, name as n from t order by id desc");
        assertEquals(List.of("id", "n"), rows.fields().get("columns"));
        assertEquals(
                List.of(Arrays.asList(2L, null), List.of(1L, "it's")), rows.fields().get("rows"));
        assertEquals(2L, rows.fields().get("count"));
        answers(
                """
                count(*) | sum(pay)
                ---------+---------
                       2 |      2.5
                (1 row)\
                """,
                "sql select count(*), sum(pay) from t");
        ShellAnswer updated = answers("(1 row)", "update t set pay = pay + 1.5 where id = 1");
        assertEquals(Map.of("count", 1L), updated.fields());
        answers("pay\n---\n4.0\n(1 row)", "select pay from t where name like 'it''_' or id = 1");
        answers("OK", "alter table t rename column pay to wage");
        answers("wage\n----\n(0 rows)", "select wage from t where id > 5");
        answers("(2 rows)", "delete from t");
        answers("OK", "drop index n on t");
        answers("OK", "drop table t");
        answers("OK (nothing to do)", "drop table if exists t");
        fails(
                ShellAnswer.Kind.FAILED,
                "The SQL statement on entity \"ann\" of space \"users\" was not done:"
                        + " There is no table \"t\"; create it first.",
                "drop table t");
        fails(
                ShellAnswer.Kind.FAILED,
                "The SQL statement on entity \"ann\" of space \"users\" was not done:"
                        + " There is no table \"t\"; create it first.",
                "select * from t");
        answers("1", "list t append a");
        fails(
                ShellAnswer.Kind.FAILED,
                "The SQL statement on entity \"ann\" of space \"users\" was not done:"
                        + " The object \"t\" is a list, not a table.",
                "drop table t");
        answers("1", "list t length");
    }

    @Test
    void sqlDoesNotStandInTheWayOfSpaces() {
        shell.watched();
        answers("Using entity 'users:ann'.", "use entity users:ann");
        answers("Space 'table' is created.", "create table kv");
        answers("Space 'table' is there.", "createSpaceIfAbsent table kv");
        fails(ShellAnswer.Kind.USAGE, "Usage: delete SPACE KEY", "delete k");
        ShellAnswer ofKey = shell.execute("delete table k");
        assertTrue(ofKey.text().startsWith("The delete in space \"table\""), ofKey.text());
        answers("Space 'table' is dropped.", "drop table --yes");
        answers("Operations on 'users:ann' wait for 'execute'; 'when' adds guards.", "multiOp");
        fails(
                ShellAnswer.Kind.USAGE,
                "SQL is executed at once, and a MultiOp is being written; use the verbs of 'table'"
                        + " in it.",
                "select * from t");
        answers(
                "(guards: 0, operations: 1, otherwise: 0)",
                "table t create \"id int primary key\"");
        assertTrue(shell.execute("execute").text().startsWith("Done"), "exec");
        assertTrue(shell.execute("help sql").text().contains("select count(*)"), "help");
        assertTrue(shell.execute("help table").text().contains("insert COLUMN=VALUE"), "help");
    }
}
