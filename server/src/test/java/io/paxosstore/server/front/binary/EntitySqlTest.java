package io.paxosstore.server.front.binary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.RejectedException;
import io.paxosstore.client.sql.SqlException;
import io.paxosstore.client.sql.SqlResult;
import io.paxosstore.client.table.Row;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.codec.PartOwner;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.wire.Request;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;

/** SQL through the real client, session and evaluation. */
@Timeout(120)
final class EntitySqlTest extends EntityFixture {
    EntitySqlTest() {
        super("users", "ann");
    }

    private static SqlResult rows(List<String> columns, List<?>... rows) {
        List<List<@Nullable Object>> all = new ArrayList<>();
        for (List<?> row : rows) {
            all.add(new ArrayList<>(row));
        }
        return new SqlResult.Rows(columns, all);
    }

    @Test
    void statementsDoWhatTheySay() {
        assertEquals(
                new SqlResult.Done(true),
                entity.sql(
                        "CREATE TABLE t (id BIGINT PRIMARY KEY, name VARCHAR, pay DECIMAL(7,2))"));
        assertEquals(
                new SqlResult.Done(false),
                entity.sql("CREATE TABLE IF NOT EXISTS t (id BIGINT PRIMARY KEY)"));
        assertEquals(
                new SqlResult.Count(3),
                entity.sql("INSERT INTO t VALUES (1, 'Ada', 1.5), (2, 'Bob', 2), (3, NULL, NULL)"));
        assertEquals(
                new SqlResult.Count(1),
                entity.sql("INSERT INTO t (id) VALUES (3), (4) ON CONFLICT DO NOTHING"));
        assertEquals(new SqlResult.Count(0), entity.sql("REPLACE INTO t (id) VALUES (4)"));
        assertEquals(
                rows(List.of("name", "n"), List.of("Bob", 2L), List.of("Ada", 1L)),
                entity.sql("SELECT name, id AS n FROM t WHERE name IS NOT NULL ORDER BY n DESC"));
        assertEquals(
                rows(List.of("id"), List.of(1L)), entity.sql("SELECT id FROM t WHERE pay < 1.999"));
        assertEquals(
                new SqlResult.Count(2),
                entity.sqlAsync("UPDATE t SET pay = pay + 0.25 WHERE NOT pay > 2.009").join());
        assertEquals(
                rows(
                        List.of("count(*)", "count(pay)", "total", "max(name)"),
                        List.of(4L, 2L, new BigDecimal("4.00"), "Bob")),
                entity.sqlAsync("SELECT count(*), count(pay), sum(pay) AS total, max(name) FROM t")
                        .join());
        assertEquals(
                rows(List.of("pay", "pay"), Arrays.asList(null, null)),
                entity.sqlAsync("SELECT pay, PAY FROM t WHERE id = 4").join());
        assertEquals(new SqlResult.Done(true), entity.sql("ALTER TABLE t ADD COLUMN note TEXT"));
        assertEquals(new SqlResult.Done(true), entity.sql("CREATE INDEX byName ON t (name)"));
        assertEquals(new SqlResult.Count(1), entity.sql("DELETE FROM t WHERE id > 1 LIMIT 1"));
        assertEquals(rows(List.of("id")), entity.sql("SELECT id FROM t LIMIT 0"));
        assertEquals(new SqlResult.Done(true), entity.sqlAsync("DROP TABLE t").join());
        assertEquals(new SqlResult.Done(false), entity.sqlAsync("DROP TABLE IF EXISTS t").join());
    }

    @Test
    void failuresAreTold() {
        Failure noTable = new Failure.NoTable("t");
        for (String sql :
                List.of("SELECT * FROM t", "DROP TABLE t", "INSERT INTO t (id) VALUES (1)")) {
            assertEquals(
                    noTable,
                    assertThrows(RejectedException.class, () -> entity.sql(sql)).failure());
            CompletionException failed =
                    assertThrows(CompletionException.class, () -> entity.sqlAsync(sql).join());
            assertEquals(
                    noTable,
                    assertInstanceOf(RejectedException.class, failed.getCause()).failure());
        }
        entity.sql("CREATE TABLE t (id BIGINT PRIMARY KEY)");
        entity.sql("INSERT INTO t VALUES (1)");
        assertInstanceOf(
                Failure.RowExists.class,
                assertThrows(RejectedException.class, () -> entity.sql("INSERT INTO t VALUES (1)"))
                        .failure());
        assertThrows(SqlException.class, () -> entity.sqlAsync("SELECT DISTINCT id FROM t").join());
        CompletionException failed =
                assertThrows(
                        CompletionException.class,
                        () -> entity.sqlAsync("SELECT nope FROM t").join());
        assertInstanceOf(SqlException.class, failed.getCause());
    }

    @Test
    void aTimeToLiveHoldsForRows() throws Exception {
        entity.sql("CREATE TABLE t (id BIGINT PRIMARY KEY)");
        entity.with(CallOptions.DEFAULT.ttl(Duration.ofMinutes(1))).sql("INSERT INTO t VALUES (1)");
        while (true) {
            if (server.seen.take() instanceof Request.EntityWrite write
                    && ModelCodec.decode(
                                            ByteBuffer.wrap(write.multiOp()),
                                            new PartOwner(0, new byte[0]))
                                    .thenOperations()
                                    .getFirst()
                            instanceof TableOperation.Insert insert) {
                assertEquals(60_000, insert.ttlMillis());
                return;
            }
        }
    }

    @Test
    void selectsGoOnPageByPage() {
        entity.sql("CREATE TABLE t (id BIGINT PRIMARY KEY)");
        EntityTable<Row> table = entity.table("t");
        for (long from = 0; from <= 100_000; from += 10_000) {
            List<Row> rows = new ArrayList<>();
            for (long id = from; id < Math.min(from + 10_000, 100_001); id++) {
                rows.add(Row.of("id", id));
            }
            table.insertAll(rows);
        }
        assertEquals(
                "The SELECT finds more than 100000 rows; narrow it by WHERE, or say by LIMIT how"
                        + " many are wanted.",
                assertThrows(SqlException.class, () -> entity.sql("SELECT * FROM t")).getMessage());
        SqlResult.Rows all = (SqlResult.Rows) entity.sql("SELECT * FROM t WHERE id > 0");
        assertEquals(100_000, all.rows().size());
        assertEquals(List.of(100_000L), all.rows().get(99_999));
        SqlResult.Rows most =
                (SqlResult.Rows) entity.sqlAsync("SELECT * FROM t LIMIT 25000").join();
        assertEquals(25_000, most.rows().size());
        assertEquals(List.of(24_999L), most.rows().get(24_999));
    }
}
