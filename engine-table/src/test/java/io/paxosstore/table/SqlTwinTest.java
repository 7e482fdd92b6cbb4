package io.paxosstore.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.sql.Sql;
import io.paxosstore.client.sql.SqlException;
import io.paxosstore.client.sql.SqlOperation;
import io.paxosstore.log.ExpiryClock;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The subset of SQL says the same here as in an embedded SQL database, with merges in between.
 * {@code -Dtable.sql.seeds=100} runs more seeds, {@code -Dtable.seed=N} one.
 */
class SqlTwinTest {
    private static final int SEEDS = Integer.getInteger("table.sql.seeds", 2);
    private static final Long SEED = Long.getLong("table.seed");
    private static final int STATEMENTS = 600;

    /** Digits in which means are to agree: the databases divide to another scale. */
    private static final MathContext MEAN = new MathContext(8);

    @Test
    void statementsAgreeWithAnotherDatabase() throws SQLException {
        long first = SEED == null ? 1 : SEED;
        long last = SEED == null ? SEEDS : SEED;
        for (long seed = first; seed <= last; seed++) {
            try (Connection other = DriverManager.getConnection("jdbc:h2:mem:seed" + seed)) {
                new Run(seed, other).run();
            }
        }
    }

    /** What a statement came to: rows, or a count, or that it is refused. */
    private record Outcome(@Nullable List<List<Object>> rows, long count, boolean refused) {
        static final Outcome REFUSED = new Outcome(null, 0, true);
    }

    private static final class Run {
        private final long seed;
        private final Connection other;
        private final Random random;
        private final RandomSql sql;
        private final MemoryTable store = new MemoryTable(MemoryTable.Plant.NONE);
        private final TableReplica replica;
        private TableCounts counts = TableCounts.NONE;
        private int refused;

        Run(long seed, Connection other) {
            this.seed = seed;
            this.other = other;
            this.random = new Random(seed);
            this.sql = new RandomSql(random);
            this.replica = new TableReplica(store, random);
        }

        void run() throws SQLException {
            SqlOperation created = Sql.parse(RandomSql.CREATE).bind(null);
            Table.create(store, ((TableOperation.Create) created.operation()).schema());
            execute(RandomSql.CREATE);
            for (int i = 0; i < STATEMENTS; i++) {
                step(i);
                replica.mergeSometimes();
            }
            check("SELECT * FROM t ORDER BY ka, kb");
            assertEquals(List.of(), TableAudit.of(store, counts));
            assertTrue(refused > 3, "both must refuse something");
        }

        private void step(int number) throws SQLException {
            switch (random.nextInt(20)) {
                case 0, 1, 2, 3, 4 -> check("INSERT INTO t " + sql.values(false));
                case 5 -> {
                    String values = sql.values(true);
                    boolean done = ours("UPSERT INTO t " + values).refused();
                    String merge = values.replace("VALUES", "KEY (ka, kb) VALUES");
                    assertEquals(execute("MERGE INTO t " + merge).refused(), done, values);
                }
                case 6, 7, 8 -> check(sql.update());
                case 9 -> check(sql.delete());
                case 10 -> {
                    if (random.nextInt(8) == 0) {
                        ours(sql.index(number));
                    }
                }
                case 11, 12, 13 -> check(sql.aggregates());
                default -> check(sql.select());
            }
        }

        private void check(String statement) throws SQLException {
            Outcome expected = execute(statement);
            Outcome ours = ours(statement);
            refused += ours.refused() ? 1 : 0;
            // A NULL that no row could take is refused here even if no row is meant.
            boolean early =
                    ours.refused()
                            && statement.startsWith("UPDATE t SET ")
                            && statement.contains("req = NULL")
                            && expected.rows() == null
                            && expected.count() == 0;
            assertEquals(early ? ours : expected, ours, "seed " + seed + ": " + statement);
        }

        /** What the other database says. */
        private Outcome execute(String text) throws SQLException {
            try (Statement statement = other.createStatement()) {
                if (!statement.execute(text)) {
                    return new Outcome(null, statement.getUpdateCount(), false);
                }
                List<List<Object>> rows = new ArrayList<>();
                ResultSet found = statement.getResultSet();
                int columns = found.getMetaData().getColumnCount();
                while (found.next()) {
                    List<Object> row = new ArrayList<>();
                    for (int i = 1; i <= columns; i++) {
                        row.add(shown(theirs(found, i), text));
                    }
                    rows.add(row);
                }
                return new Outcome(rows, 0, false);
            } catch (SQLException e) {
                String state = e.getSQLState();
                // Duplicate keys, and NULL where it may not be: all else is a mistake of this test.
                if ("23505".equals(state) || "23502".equals(state)) {
                    return Outcome.REFUSED;
                }
                throw e;
            }
        }

        private static @Nullable Object theirs(ResultSet found, int column) throws SQLException {
            Object value = found.getObject(column);
            return value instanceof java.sql.Timestamp
                    ? found.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC)
                    : value;
        }

        /** Numbers whatever their scale, bytes as text. */
        private static Object shown(@Nullable Object value, String statement) {
            if (value instanceof BigDecimal || value instanceof Long || value instanceof Double) {
                BigDecimal number = new BigDecimal(value.toString());
                BigDecimal rounded = statement.contains("avg(") ? number.round(MEAN) : number;
                return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
            }
            return value instanceof String ? value : ColumnType.show(value);
        }

        private Outcome ours(String statement) {
            SqlOperation bound;
            try {
                bound = Sql.parse(statement).bind(Table.definition(store).schema());
            } catch (SqlException e) {
                String why = String.valueOf(e.getMessage());
                if (why.contains("not null; given was NULL")
                        || why.contains("not null; no value was given")) {
                    return Outcome.REFUSED;
                }
                throw e;
            }
            TableOperation operation = (TableOperation) bound.operation();
            if (operation instanceof TableOperation.Scan scan) {
                operation = paged(scan);
            }
            try {
                Result result = execute(operation);
                if (!(result instanceof Result.Rows page)) {
                    return new Outcome(
                            null, result instanceof Result.Count count ? count.count() : 0, false);
                }
                List<List<Object>> rows = new ArrayList<>();
                while (true) {
                    for (List<@Nullable Object> row : page.rows()) {
                        List<Object> shown = new ArrayList<>();
                        bound.show(row).forEach(value -> shown.add(shown(value, statement)));
                        rows.add(shown);
                    }
                    if (page.next() == null) {
                        return new Outcome(rows, 0, false);
                    }
                    replica.mergeSometimes();
                    operation = RandomTableOperations.next((TableOperation.Scan) operation, page);
                    page = (Result.Rows) execute(operation);
                }
            } catch (TableFailureException e) {
                store.rollBack();
                return Outcome.REFUSED;
            }
        }

        private Result execute(TableOperation operation) {
            store.begin(operation);
            Table table =
                    Table.open("t", store, counts, ExpiryClock.ofEntry(1_000_000), PagesOnly.ROOM);
            Result result = table.execute(operation);
            counts = table.counts();
            return result;
        }

        private TableOperation paged(TableOperation.Scan scan) {
            TableQuery query = scan.query();
            return new TableOperation.Scan(
                    scan.object(),
                    new TableQuery(
                            query.columns(),
                            query.where(),
                            query.order(),
                            query.limit(),
                            Page.of(1 + random.nextInt(30)),
                            null));
        }
    }
}
