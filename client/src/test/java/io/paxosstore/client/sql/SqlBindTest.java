package io.paxosstore.client.sql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.Assignment;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Condition.And;
import io.paxosstore.protocol.model.Condition.Compare;
import io.paxosstore.protocol.model.Condition.In;
import io.paxosstore.protocol.model.Condition.IsNull;
import io.paxosstore.protocol.model.Condition.Like;
import io.paxosstore.protocol.model.Condition.Or;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Order;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.TableChange;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableOperation.Present;
import io.paxosstore.protocol.model.TableQuery;
import io.paxosstore.protocol.model.TableSchema;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Statements become the operations that they say. */
final class SqlBindTest {
    static final TableSchema SCHEMA =
            TableSchema.builder()
                    .column("id", ColumnType.INT64)
                    .nullable("name", ColumnType.STRING)
                    .nullable("age", ColumnType.INT64)
                    .column(Column.decimal("price", 5, 2).orNull())
                    .nullable("ok", ColumnType.BOOL)
                    .nullable("at", ColumnType.TIMESTAMP)
                    .nullable("raw", ColumnType.BYTES)
                    .nullable("f", ColumnType.FLOAT64)
                    .column("Case", ColumnType.STRING)
                    .key("id")
                    .index("byName", "name")
                    .build();

    private static final Condition NEVER = new Or(List.of());

    private static SqlOperation bind(String sql) {
        return Sql.parse(sql).bind(SCHEMA);
    }

    private static Operation scan(List<String> columns, Condition where, long limit, Order... by) {
        return new TableOperation.Scan(
                "t", new TableQuery(columns, where, List.of(by), limit, Page.LARGEST, null));
    }

    private static Compare compare(String column, Comparison comparison, Object value) {
        return new Compare(column, comparison, value);
    }

    private static BigDecimal decimal(String value) {
        return new BigDecimal(value);
    }

    static Stream<Arguments> conditions() {
        Condition hasPrice = new IsNull("price").not();
        return Stream.of(
                Arguments.of("id = 5", compare("id", Comparison.EQUAL, 5L)),
                Arguments.of("ID <> 5", compare("id", Comparison.NOT_EQUAL, 5L)),
                Arguments.of("id != -5", compare("id", Comparison.NOT_EQUAL, -5L)),
                Arguments.of("5 < age", compare("age", Comparison.GREATER, 5L)),
                Arguments.of("5 >= age", compare("age", Comparison.AT_MOST, 5L)),
                Arguments.of("age < 2.5", compare("age", Comparison.AT_MOST, 2L)),
                Arguments.of("age >= -2.5", compare("age", Comparison.GREATER, -3L)),
                Arguments.of("age < 99999999999999999999", new IsNull("age").not()),
                Arguments.of("age > 99999999999999999999", NEVER),
                Arguments.of("age <> -99999999999999999999", new IsNull("age").not()),
                Arguments.of("price = 1.5", compare("price", Comparison.EQUAL, decimal("1.50"))),
                Arguments.of("price = 1.234", NEVER),
                Arguments.of("price <> 1.234", hasPrice),
                Arguments.of(
                        "price > 1.234", compare("price", Comparison.GREATER, decimal("1.23"))),
                Arguments.of("price <= 1000", hasPrice),
                Arguments.of("f >= 1e3", compare("f", Comparison.AT_LEAST, 1000.0)),
                Arguments.of("f = -0.0", compare("f", Comparison.EQUAL, 0.0)),
                Arguments.of("name = 'it''s'", compare("name", Comparison.EQUAL, "it's")),
                Arguments.of("\"Case\" = ''", compare("Case", Comparison.EQUAL, "")),
                Arguments.of("`Case` = 'x'", compare("Case", Comparison.EQUAL, "x")),
                Arguments.of(
                        "at >= TIMESTAMP '2026-01-02 03:04:05.5'",
                        compare(
                                "at",
                                Comparison.AT_LEAST,
                                Instant.parse("2026-01-02T03:04:05.500Z"))),
                Arguments.of(
                        "at = '2026-01-02T03:04:05Z'",
                        compare("at", Comparison.EQUAL, Instant.parse("2026-01-02T03:04:05Z"))),
                Arguments.of(
                        "at = '2026-01-02'",
                        compare("at", Comparison.EQUAL, Instant.parse("2026-01-02T00:00:00Z"))),
                Arguments.of("ok", compare("ok", Comparison.EQUAL, true)),
                Arguments.of("NOT ok", compare("ok", Comparison.NOT_EQUAL, true)),
                Arguments.of("ok = FALSE", compare("ok", Comparison.EQUAL, false)),
                Arguments.of("ok IS TRUE", compare("ok", Comparison.EQUAL, true)),
                Arguments.of(
                        "ok IS NOT TRUE",
                        new Or(List.of(compare("ok", Comparison.EQUAL, false), new IsNull("ok")))),
                Arguments.of("age IS NULL", new IsNull("age")),
                Arguments.of("age IS NOT NULL", new IsNull("age").not()),
                Arguments.of("age = NULL", NEVER),
                Arguments.of("NOT age <> NULL", NEVER),
                Arguments.of("age IN (1, 2)", new In("age", List.of(1L, 2L))),
                Arguments.of("age IN (1, 2.5, NULL)", new In("age", List.of(1L))),
                Arguments.of("age NOT IN (1, 2.5)", new In("age", List.of(1L)).not()),
                Arguments.of("NOT age IN (1)", new In("age", List.of(1L)).not()),
                Arguments.of("age NOT IN (1, NULL)", NEVER),
                Arguments.of("age NOT IN (0.5)", new IsNull("age").not()),
                Arguments.of("name LIKE 'a%'", new Like("name", "a%")),
                Arguments.of("name NOT LIKE 'a\\_'", new Like("name", "a\\_").not()),
                Arguments.of("name LIKE '5!%!!\\' ESCAPE '!'", new Like("name", "5\\%!\\\\")),
                Arguments.of("TRUE", Condition.all()),
                Arguments.of("NOT TRUE", NEVER),
                Arguments.of("NULL", NEVER),
                Arguments.of("NOT NULL", NEVER),
                Arguments.of(
                        "age BETWEEN 1 AND 5",
                        new And(
                                List.of(
                                        compare("age", Comparison.AT_LEAST, 1L),
                                        compare("age", Comparison.AT_MOST, 5L)))),
                Arguments.of(
                        "age NOT BETWEEN 1 AND 5",
                        new Or(
                                List.of(
                                        compare("age", Comparison.LESS, 1L),
                                        compare("age", Comparison.GREATER, 5L)))),
                Arguments.of("age NOT BETWEEN NULL AND 5", compare("age", Comparison.GREATER, 5L)),
                Arguments.of(
                        "id = 1 OR age = 2 AND age = 3",
                        new Or(
                                List.of(
                                        compare("id", Comparison.EQUAL, 1L),
                                        new And(
                                                List.of(
                                                        compare("age", Comparison.EQUAL, 2L),
                                                        compare("age", Comparison.EQUAL, 3L)))))),
                Arguments.of(
                        "NOT (id = 1 OR (age < 2)) AND (NOT f > 3)",
                        new And(
                                List.of(
                                        compare("id", Comparison.NOT_EQUAL, 1L),
                                        compare("age", Comparison.AT_LEAST, 2L),
                                        compare("f", Comparison.AT_MOST, 3.0)))),
                Arguments.of(
                        "NOT id = 1 AND f = 2",
                        new And(
                                List.of(
                                        compare("id", Comparison.NOT_EQUAL, 1L),
                                        compare("f", Comparison.EQUAL, 2.0)))),
                Arguments.of("id = 1 AND age = NULL", NEVER),
                Arguments.of("id = 1 OR age = NULL", compare("id", Comparison.EQUAL, 1L)));
    }

    @ParameterizedTest
    @MethodSource("conditions")
    void conditions(String where, Condition expected) {
        assertEquals(
                scan(List.of("id"), expected, 0),
                bind("SELECT id FROM t WHERE " + where).operation());
        assertEquals(
                new TableOperation.Delete("t", expected, 3),
                bind("DELETE FROM t WHERE " + where + " LIMIT 3").operation());
    }

    private static Stream<Arguments> longChains() {
        List<Condition> equal = compares(Comparison.EQUAL);
        List<Condition> other = compares(Comparison.NOT_EQUAL);
        String or = chain("id = %d", " OR ");
        String and = chain("id <> %d", " && ");
        return Stream.of(
                Arguments.of(or, new Or(equal)),
                Arguments.of(and, new And(other)),
                Arguments.of(
                        "age = 7 AND (" + or + ")",
                        new And(List.of(compare("age", Comparison.EQUAL, 7L), new Or(equal)))));
    }

    private static List<Condition> compares(Comparison comparison) {
        return IntStream.range(0, 9000)
                .<Condition>mapToObj(number -> compare("id", comparison, (long) number))
                .toList();
    }

    private static String chain(String operand, String link) {
        return IntStream.range(0, 9000)
                .mapToObj(operand::formatted)
                .collect(Collectors.joining(link));
    }

    private static Condition where(Operation operation) {
        if (operation instanceof TableOperation.Scan scan) {
            return scan.query().where();
        } else if (operation instanceof TableOperation.Update update) {
            return update.where();
        }
        return assertInstanceOf(TableOperation.Delete.class, operation).where();
    }

    /** Whether a statement is understood is no question of the thread that reads it. */
    @ParameterizedTest
    @MethodSource("longChains")
    void longChainsAreReadWithLittleStack(String where, Condition expected) throws Exception {
        for (String start : List.of("SELECT id FROM t", "DELETE FROM t", "UPDATE t SET age = 1")) {
            FutureTask<SqlStatement> read =
                    new FutureTask<>(() -> Sql.parse(start + " WHERE " + where));
            new Thread(null, read, "little stack", 256 << 10).start();
            Condition understood = where(read.get(60, TimeUnit.SECONDS).bind(SCHEMA).operation());
            // Not assertEquals: the message would have 9,000 conditions.
            assertTrue(expected.equals(understood), start);
        }
    }

    @Test
    void selects() {
        SqlOperation all = bind("select * from t");
        assertEquals(scan(SCHEMA.columnNames(), Condition.all(), 0), all.operation());
        assertEquals(SCHEMA.columnNames(), all.labels());

        SqlOperation some =
                bind(
                        "SELECT NAME AS n, id, name, \"Case\" x FROM t"
                                + " ORDER BY N DESC, age ASC, id, name NULLS FIRST LIMIT 10;");
        assertEquals(
                scan(
                        List.of("name", "id", "Case"),
                        Condition.all(),
                        10,
                        Order.descending("name"),
                        Order.ascending("age"),
                        Order.ascending("id")),
                some.operation());
        assertEquals(List.of("n", "id", "name", "x"), some.labels());
        assertEquals(
                Arrays.asList("Ann", 1L, "Ann", null), some.show(Arrays.asList("Ann", 1L, null)));

        assertEquals(scan(List.of("id"), NEVER, 0), bind("SELECT id FROM t LIMIT 0").operation());
        assertEquals("Contacts", Sql.parse("SELECT * FROM Contacts").table());
        assertEquals("my t", Sql.parse("SELECT * FROM \"my t\"").table());
    }

    @Test
    void aggregates() {
        SqlOperation operation =
                bind(
                        "SELECT count(*), COUNT(name) c, sum(price) AS s, min(at), max(name),"
                                + " avg(f), count(*) FROM t WHERE ok LIMIT 1");
        assertEquals(
                new TableOperation.Compute(
                        "t",
                        List.of(
                                Aggregate.countRows(),
                                Aggregate.count("name"),
                                Aggregate.sum("price"),
                                Aggregate.min("at"),
                                Aggregate.max("name"),
                                Aggregate.avg("f")),
                        compare("ok", Comparison.EQUAL, true)),
                operation.operation());
        assertEquals(
                List.of("count(*)", "c", "s", "min(at)", "max(name)", "avg(f)", "count(*)"),
                operation.labels());
        assertEquals(0, operation.outputs().get(6).column());
    }

    @Test
    void inserts() {
        SqlOperation all =
                bind(
                        "INSERT INTO t VALUES (1, 'x', NULL, -1.5, TRUE, '2026-01-02 03:04:05',"
                                + " X'00fF', 1, '')");
        TableOperation.Insert insert =
                assertInstanceOf(TableOperation.Insert.class, all.operation());
        assertEquals(SCHEMA.columnNames(), insert.columns());
        List<Object> row = insert.rows().get(0);
        assertEquals(
                Arrays.asList(
                        1L,
                        "x",
                        null,
                        decimal("-1.50"),
                        true,
                        Instant.parse("2026-01-02T03:04:05Z")),
                row.subList(0, 6));
        assertArrayEquals(new byte[] {0, -1}, (byte[]) row.get(6));
        assertEquals(Present.FAIL, insert.present());
        assertTrue(all.labels().isEmpty());

        List<String> columns = List.of("id", "Case");
        assertEquals(
                new TableOperation.Insert(
                        "t", columns, List.of(List.of(1L, "a"), List.of(2L, "b")), Present.KEEP, 0),
                bind("INSERT INTO t (id, case) VALUES (1, 'a'), (+2, 'b') ON CONFLICT DO NOTHING"
                                .replace("case", "\"Case\""))
                        .operation());
        Operation replace =
                new TableOperation.Insert(
                        "t", columns, List.of(List.of(1L, "a")), Present.REPLACE, 0);
        assertEquals(replace, bind("REPLACE INTO t (id, \"Case\") VALUES (1, 'a')").operation());
        assertEquals(
                replace,
                bind("INSERT OR REPLACE INTO t (id, \"Case\") VALUES (1.0, 'a')").operation());
        TableSchema small =
                TableSchema.builder()
                        .column("a", ColumnType.INT64)
                        .nullable("b", ColumnType.INT64)
                        .key("a")
                        .build();
        assertEquals(
                new TableOperation.Insert(
                        "s",
                        List.of("b", "a"),
                        List.of(Arrays.asList(null, Long.MIN_VALUE)),
                        Present.REPLACE,
                        0),
                Sql.parse("UPSERT INTO s (B, A) VALUES (NULL, -9223372036854775808)")
                        .bind(small)
                        .operation());
    }

    @Test
    void updates() {
        assertEquals(
                new TableOperation.Update(
                        "t",
                        List.of(
                                new Assignment.Add("age", 1L),
                                new Assignment.Set("name", "x"),
                                new Assignment.Add("price", decimal("-0.50")),
                                new Assignment.Add("f", 2.0),
                                new Assignment.Set("at", null)),
                        compare("id", Comparison.EQUAL, 3L),
                        5),
                bind("UPDATE t SET age = AGE + 1, NAME = 'x', price = price - 0.5,"
                                + " f = 2 + f, at = NULL WHERE id = 3 LIMIT 5")
                        .operation());
        assertEquals(
                new TableOperation.Update(
                        "t", List.of(new Assignment.Set("age", 1L)), Condition.all(), 0),
                bind("UPDATE t SET age = 1").operation());
        assertEquals(
                new TableOperation.Delete("t", NEVER, 0),
                bind("DELETE FROM t LIMIT 0").operation());
    }

    @Test
    void definitions() {
        SqlStatement create =
                Sql.parse(
                        "CREATE TABLE IF NOT EXISTS t (id BIGINT NOT NULL, b int, \"x y\" double"
                            + " precision NULL, ts timestamp with time zone, y bytes, d DECIMAL(10,"
                            + " 2) NOT NULL, PRIMARY KEY (ID, b), INDEX ix (\"x y\", B))");
        assertFalse(create.needsSchema());
        assertEquals(
                new TableOperation.Create(
                        "t",
                        TableSchema.builder()
                                .column("id", ColumnType.INT64)
                                .column("b", ColumnType.INT64)
                                .nullable("x y", ColumnType.FLOAT64)
                                .nullable("ts", ColumnType.TIMESTAMP)
                                .nullable("y", ColumnType.BYTES)
                                .column(Column.decimal("d", 10, 2))
                                .key("id", "b")
                                .index("ix", "x y", "b")
                                .build(),
                        true),
                create.bind(null).operation());
        assertEquals(
                new TableOperation.Create(
                        "T",
                        TableSchema.builder()
                                .column("a", ColumnType.STRING)
                                .nullable("b", ColumnType.BOOL)
                                .key("a")
                                .build(),
                        false),
                Sql.parse("create table T (a TEXT PRIMARY KEY, b BOOLEAN)").bind(null).operation());
        assertEquals(
                new ObjectOperation.Delete("t"),
                Sql.parse("DROP TABLE IF EXISTS t").bind(null).operation());
        assertTrue(
                assertInstanceOf(DropTable.class, Sql.parse("DROP TABLE IF EXISTS t")).ifExists());
        assertAlters(
                "ALTER TABLE t ADD COLUMN c INT",
                new TableChange.AddColumn(Column.nullable("c", ColumnType.INT64)));
        assertAlters(
                "ALTER TABLE t ADD c DECIMAL(5,1) NULL",
                new TableChange.AddColumn(Column.decimal("c", 5, 1).orNull()));
        assertAlters(
                "ALTER TABLE t RENAME COLUMN NAME TO Nick",
                new TableChange.RenameColumn("name", "Nick"));
        assertAlters(
                "CREATE INDEX ix ON t (name, AGE)",
                new TableChange.AddIndex(TableIndex.on("ix", "name", "age")));
        assertAlters("DROP INDEX BYNAME ON t", new TableChange.DropIndex("byName"));
    }

    private static void assertAlters(String sql, TableChange change) {
        SqlStatement statement = Sql.parse(sql);
        assertEquals("t", statement.table());
        assertTrue(statement.needsSchema());
        assertEquals(new TableOperation.Alter("t", change), statement.bind(SCHEMA).operation());
    }

    @Test
    void namesThatDifferInCaseOnly() {
        TableSchema schema =
                TableSchema.builder()
                        .column("a", ColumnType.INT64)
                        .nullable("Aa", ColumnType.INT64)
                        .nullable("aA", ColumnType.INT64)
                        .key("a")
                        .build();
        assertEquals(
                List.of("Aa", "a", "aA"),
                Sql.parse("SELECT Aa, A, \"aA\" FROM t").bind(schema).labels());
        try {
            Sql.parse("SELECT AA FROM t").bind(schema);
            throw new AssertionError("ambiguous");
        } catch (SqlException e) {
            assertEquals(
                    "Several of the columns of the table \"t\" may be meant by AA; it has a, Aa,"
                            + " aA.",
                    e.getMessage());
        }
    }

    @Test
    void blankLinesAreNoPart() {
        Operation found = scan(List.of("id"), compare("name", Comparison.EQUAL, "a\n\n\n\nb"), 0);
        for (String blank : List.of("\n\n", "\n\n\n", "\n\n\n\n\n\n\n", " \n\n\n\t\n\n\n ")) {
            String sql =
                    blank
                            + "SELECT"
                            + blank
                            + "id -- it"
                            + blank
                            + "FROM t /*"
                            + blank
                            + "*/"
                            + blank
                            + "WHERE name = 'a\n\n\n\nb'"
                            + blank;
            assertEquals(found, bind(sql).operation(), sql);
            assertEquals(found, bind(sql + ";" + blank).operation(), sql);
            assertEquals(found, bind(sql + ";" + blank + "-- it").operation(), sql);
        }
    }

    @Test
    void commentsAreNoPart() {
        assertEquals(
                scan(List.of("id"), Condition.all(), 0),
                bind("SELECT /* the key */ id -- only\nFROM t;").operation());
    }
}
