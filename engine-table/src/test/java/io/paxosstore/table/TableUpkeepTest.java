package io.paxosstore.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.ExpiryClock;
import io.paxosstore.protocol.model.Assignment;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableChange;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Expired rows and unfinished indexes, where rows are long or many. */
class TableUpkeepTest {
    private static final long TTL_MILLIS = 1000;
    private static final int INDEXES = 4;

    private final MemoryTable store = new MemoryTable(MemoryTable.Plant.NONE);
    private TableCounts counts = TableCounts.NONE;
    private long nowMillis = 1_000_000;

    private Result execute(TableOperation operation) {
        store.begin(operation);
        Table table =
                Table.open("t", store, counts, ExpiryClock.ofEntry(nowMillis), PagesOnly.ROOM);
        try {
            Result result = table.execute(operation);
            counts = table.counts();
            return result;
        } catch (TableFailureException e) {
            store.rollBack();
            throw e;
        }
    }

    private void create(boolean indexed) {
        TableSchema.Builder schema =
                TableSchema.builder()
                        .column("k", ColumnType.INT64)
                        .nullable("s", ColumnType.STRING)
                        .nullable("note", ColumnType.STRING)
                        .key("k");
        for (int i = 0; indexed && i < INDEXES; i++) {
            schema.index("i" + i, "s");
        }
        Table.create(store, schema.build());
    }

    private static TableOperation insert(long from, int rows, String text, long ttlMillis) {
        List<List<@Nullable Object>> values = new ArrayList<>();
        for (long k = from; k < from + rows; k++) {
            values.add(List.of(k, text));
        }
        return new TableOperation.Insert(
                "t", List.of("k", "s"), values, TableOperation.Present.FAIL, ttlMillis);
    }

    private static Condition is(long k) {
        return new Condition.Compare("k", Comparison.EQUAL, k);
    }

    private static TableOperation delete(long k) {
        return new TableOperation.Delete("t", is(k), 0);
    }

    private static TableOperation addIndex(String index) {
        return new TableOperation.Alter("t", new TableChange.AddIndex(TableIndex.on(index, "s")));
    }

    private String limitOf(TableOperation operation) {
        TableFailureException refused =
                assertThrows(TableFailureException.class, () -> execute(operation));
        return assertInstanceOf(Failure.LimitExceeded.class, refused.failure()).limit();
    }

    private Result.Table described() {
        return (Result.Table) execute(new TableOperation.Describe("t"));
    }

    private long tend() {
        Result.Count done =
                (Result.Count)
                        execute(new TableOperation.Tend("t", ModelLimits.OPERATION_ELEMENTS_MAX));
        assertTrue(store.changedBytes() <= ModelLimits.CHANGES_BYTES_MAX);
        return done.count();
    }

    /** Tends the table until that changes nothing; returns how often it did. */
    private int tendToTheEnd() {
        int times = 0;
        while (tend() > 0) {
            times++;
        }
        return times;
    }

    private void assertSound() {
        assertEquals(List.of(), TableAudit.of(store, counts));
    }

    /** A row as a release wrote it that knew no limit for entries of an index. */
    private void writeLongRow(long k, String text) {
        execute(insert(k, 1, "", TTL_MILLIS));
        TableDefinition table = Table.definition(store);
        @Nullable Object[] values = {k, text, null};
        byte[] key = RowKeys.of(table, values);
        StoredRow before = new TableReader(table, store).row(key);
        DeltaRecord row = DeltaRecord.of(table, key, nowMillis + TTL_MILLIS, values);
        for (TableDefinition.Index index : table.indexes()) {
            if (before != null) {
                store.delete(Region.INDEX, RowKeys.indexed(table, index, before, key));
            }
            store.put(Region.INDEX, RowKeys.indexed(table, index, row, key), new byte[0]);
        }
        store.put(Region.DELTA, key, row.encode());
    }

    @Test
    void manyExpiredRowsGoInSeveralSteps() {
        create(true);
        for (int from = 0; from < 10_000; from += 1000) {
            execute(insert(from, 1000, "somebody with a name of some length", TTL_MILLIS));
        }
        nowMillis += TTL_MILLIS;
        int times = tendToTheEnd();
        assertTrue(times > 1, "steps " + times);
        assertEquals(0, counts.rows());
        assertSound();
    }

    @Test
    void longExpiredRowsDoNotGetInTheWayOfOthers() {
        create(true);
        for (long k = 0; k < 16; k++) {
            writeLongRow(k, "x".repeat(300 * 1024));
        }
        nowMillis += TTL_MILLIS;
        execute(insert(100, 1, "new", 0));
        assertTrue(store.changedBytes() < 100 * 1024, "changed " + store.changedBytes());
        execute(delete(100));
        execute(new TableOperation.Alter("t", new TableChange.DropIndex("i3")));
        assertEquals(8, tendToTheEnd(), "two rows at a time");
        assertEquals(0, counts.rows());
        assertSound();
    }

    /** Not even alone: whoever wants it gone drops an index. */
    @Test
    void aRowThatIsTooLongToBeRemovedDoesNotKeepOthers() {
        create(true);
        writeLongRow(1, "x".repeat(1000 * 1024));
        execute(insert(2, 1, "short", TTL_MILLIS));
        writeLongRow(3, "x".repeat(1000 * 1024));
        execute(insert(4, 1, "short", TTL_MILLIS));
        nowMillis += TTL_MILLIS;
        assertEquals(1, tendToTheEnd());
        assertEquals(2, counts.rows());
        execute(new TableOperation.Alter("t", new TableChange.DropIndex("i0")));
        execute(new TableOperation.Alter("t", new TableChange.DropIndex("i1")));
        tendToTheEnd();
        assertEquals(0, counts.rows());
        assertSound();
    }

    @Test
    void anIndexTakesNoEntryThatIsTooLong() {
        create(true);
        String tooLong = "x".repeat(ModelLimits.INDEX_ENTRY_BYTES_MAX);
        assertEquals("INDEX_ENTRY_BYTES_MAX", limitOf(insert(1, 1, tooLong, 0)));
        execute(insert(1, 1, "x".repeat(ModelLimits.INDEX_ENTRY_BYTES_MAX - 100), 0));
        TableOperation update =
                new TableOperation.Update(
                        "t", List.of(new Assignment.Set("s", tooLong)), Condition.all(), 0);
        assertEquals("INDEX_ENTRY_BYTES_MAX", limitOf(update));
        assertSound();
    }

    @Test
    void aRowThatWasTooLongBeforeThereWasALimitCanBeChanged() {
        create(true);
        writeLongRow(1, "x".repeat(200 * 1024));
        execute(
                new TableOperation.Update(
                        "t", List.of(new Assignment.Set("note", "y")), Condition.all(), 0));
        assertSound();
        execute(
                new TableOperation.Update(
                        "t", List.of(new Assignment.Set("s", "short")), Condition.all(), 0));
        assertSound();
    }

    @Test
    void anIndexIsNotAddedWhereItsFirstRowsAreTooLong() {
        create(false);
        execute(insert(1, 1, "x".repeat(ModelLimits.INDEX_ENTRY_BYTES_MAX), 0));
        assertEquals("INDEX_ENTRY_BYTES_MAX", limitOf(addIndex("a")));
        assertEquals(List.of(), Objects.requireNonNull(described().schema()).indexes());
        assertSound();
    }

    @Test
    void anIndexWaitsForARowThatIsTooLong() {
        create(false);
        long last = 10_000;
        execute(insert(0, (int) last, "short", 0));
        execute(insert(last, 1, "x".repeat(1_000_000), 0));
        for (int i = 0; i < INDEXES; i++) {
            execute(addIndex("a" + i));
        }
        execute(
                new TableOperation.Alter(
                        "t", new TableChange.AddIndex(TableIndex.on("byNote", "note"))));
        tendToTheEnd();
        assertEquals(List.of("a0", "a1", "a2", "a3"), described().incompleteIndexes());
        assertFalse(described().incompleteIndexes().contains("byNote"));
        assertEquals(0, tend());
        assertEquals(0, store.changedBytes(), "nothing is written for nothing");
        assertSound();

        execute(delete(last));
        assertTrue(store.changedBytes() < 1000, "changed " + store.changedBytes());
        tendToTheEnd();
        assertEquals(List.of(), described().incompleteIndexes());
        assertSound();
    }

    /** However much more it would be: what is too much is not put together first. */
    @Test
    void anOperationOfManyRowsEndsWhenItIsTooMuch() {
        create(true);
        String text = "x".repeat(60_000);
        for (long k = 0; k < 200; k++) {
            execute(insert(k, 1, text, 0));
        }
        store.begin(null);
        Table table =
                Table.open("t", store, counts, ExpiryClock.ofEntry(nowMillis), PagesOnly.ROOM);
        TableOperation all = new TableOperation.Delete("t", Condition.all(), 0);
        assertThrows(TableFailureException.class, () -> table.execute(all));
        assertTrue(store.changedBytes() < ModelLimits.CHANGES_BYTES_MAX + 300_000);
    }
}
