package io.paxosstore.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.ExpiryClock;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;
import io.paxosstore.protocol.model.TableSchema;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

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
