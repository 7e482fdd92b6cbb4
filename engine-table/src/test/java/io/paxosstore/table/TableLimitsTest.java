package io.paxosstore.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.ExpiryClock;
import io.paxosstore.log.WorkMeter;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Order;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableChange;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What happens at the limits that random operations do not reach. */
class TableLimitsTest {
    private final MemoryTable store = new MemoryTable(MemoryTable.Plant.NONE);
    private TableCounts counts = TableCounts.NONE;

    private Result execute(TableOperation operation) {
        store.begin(operation);
        Table table =
                Table.open("t", store, counts, ExpiryClock.ofEntry(1_000_000), PagesOnly.ROOM);
        Result result = table.execute(operation);
        counts = table.counts();
        return result;
    }

    private void fill(int rows) {
        Table.create(
                store,
                TableSchema.builder()
                        .column("k", ColumnType.INT64)
                        .column("n", ColumnType.INT64)
                        .key("k")
                        .build());
        for (long from = 0; from < rows; from += 10_000) {
            List<List<Object>> values = new ArrayList<>();
            for (long k = from; k < Math.min(rows, from + 10_000); k++) {
                values.add(List.of(k, k % 2));
            }
            execute(
                    new TableOperation.Insert(
                            "t",
                            List.of("k", "n"),
                            List.copyOf(values),
                            TableOperation.Present.FAIL,
                            0));
        }
    }

    private static TableQuery query(long limit) {
        return new TableQuery(
                List.of(),
                new Condition.Compare("n", Comparison.EQUAL, 1L),
                List.of(),
                limit,
                Page.LARGEST,
                null);
    }

    /** The row that fulfils the limit is also the last one that a page looks at. */
    @Test
    void aLimitEndsAScanWhereAPageHasLookedAtEnough() {
        fill(TableQueries.PAGE_STEPS_MAX + 100);
        long limit = TableQueries.PAGE_STEPS_MAX / 2;
        Result.Rows page = (Result.Rows) execute(new TableOperation.Scan("t", query(limit)));
        assertEquals(limit, page.rows().size());
        assertNull(page.next());
        Result.Rows all = (Result.Rows) execute(new TableOperation.Scan("t", query(0)));
        assertNotNull(all.next());
    }

    /** Rows to sort, with texts that are not asked for. */
    private Result.Rows sorted(List<Order> order, WorkMeter meter, long pageBytes) {
        Table.create(
                store,
                TableSchema.builder()
                        .column("k", ColumnType.INT64)
                        .column("s", ColumnType.STRING)
                        .key("k")
                        .build());
        for (long k = 0; k < 100; k++) {
            List<@Nullable Object> row = List.of(k, k % 10 + "x".repeat(2000));
            execute(
                    new TableOperation.Insert(
                            "t", List.of("k", "s"), List.of(row), TableOperation.Present.FAIL, 0));
        }
        TableDefinition table = Table.definition(store);
        Columns columns = new Columns("t", table);
        SortedRows sorted = new SortedRows(order, columns, null, 10_000, pageBytes, meter);
        try (RowCursor rows = new TableReader(table, store).rows(KeyRange.ALL, false)) {
            for (StoredRow row = rows.next(); row != null; row = rows.next()) {
                sorted.add(row, new int[] {0});
            }
        }
        long bytes = 0;
        for (SortedRows.Sorted row : sorted.rows()) {
            bytes += row.place().length;
        }
        assertTrue(bytes <= pageBytes, "places of " + bytes);
        assertTrue(sorted.hasMore());
        return (Result.Rows) execute(scan(order, (int) pageBytes));
    }

    private static TableOperation scan(List<Order> order, int pageBytes) {
        return new TableOperation.Scan(
                "t",
                new TableQuery(
                        List.of("k"),
                        Condition.all(),
                        order,
                        0,
                        new Page(Page.LARGEST.elements(), pageBytes),
                        null));
    }

    /** What a page holds to sort rows by has a bound too, and is work. */
    @Test
    void placesInASortOrderCount() {
        long[] steps = {0};
        Result.Rows page = sorted(List.of(new Order("s", true)), more -> steps[0] += more, 20_000);
        assertEquals(
                List.of(9L, 19L, 29L, 39L, 49L, 59L, 69L, 79L, 89L),
                page.rows().stream().map(List::getFirst).toList());
        assertTrue(steps[0] >= 100 * (2000 / WorkMeter.BYTES_PER_STEP), "steps " + steps[0]);
    }

    @Test
    void aColumnThatIsNamedAgainSortsNothing() {
        List<Order> once = List.of(new Order("s", true));
        List<Order> often = new ArrayList<>(once);
        for (int i = 0; i < 200; i++) {
            often.add(new Order("s", i % 2 == 0));
        }
        Result.Rows page = sorted(once, WorkMeter.FREE, 20_000);
        Result.Rows same = (Result.Rows) execute(scan(often, 20_000));
        assertEquals(page.rows(), same.rows());
        assertArrayEquals(page.next(), same.next());
    }

    /** The last number is taken: that of the next index is one that no index can have. */
    @Test
    void aTableThatHasHadAllItsIndexesIsStillOne() {
        TableSchema schema = TableSchema.builder().column("k", ColumnType.INT64).key("k").build();
        TableDefinition last =
                TableDefinition.of(schema, List.of(), TableDefinition.INDEX_NUMBER_MAX);
        store.put(Region.SCHEMA, new byte[0], last.encode());
        execute(new TableOperation.Alter("t", new TableChange.AddIndex(TableIndex.on("i", "k"))));
        Result.Table described = (Result.Table) execute(new TableOperation.Describe("t"));
        assertEquals(
                List.of(TableIndex.on("i", "k")),
                Objects.requireNonNull(described.schema()).indexes());
        TableFailureException refused =
                assertThrows(
                        TableFailureException.class,
                        () ->
                                execute(
                                        new TableOperation.Alter(
                                                "t",
                                                new TableChange.AddIndex(
                                                        TableIndex.on("j", "k")))));
        assertTrue(refused.failure().sentence().contains("it has had too many indexes"));
        execute(new TableOperation.Alter("t", new TableChange.DropIndex("i")));
        assertEquals(new Result.Count(0), execute(new TableOperation.Tend("t", 1)));
    }

    /** A column of few bits looks larger than it is: the last block may fill a small step. */
    @Test
    void everyStepOfAMergeMergesSomething() {
        fill(3000);
        byte[] from = {};
        int steps = 0;
        while (from != null) {
            MergeStep.Result step = store.step(from, 1);
            assertTrue(!step.isEmpty(), "step " + steps);
            store.merge(step);
            from = step.next();
            steps++;
        }
        assertTrue(store.records(Region.DELTA).isEmpty());
    }
}
