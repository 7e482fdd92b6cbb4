package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.ValueId;
import io.paxosstore.lsm.model.EntityState;
import io.paxosstore.lsm.model.EntryBuilder;
import io.paxosstore.lsm.model.ForwardingState;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A merge may change how a table is stored between any two reads of an evaluation. */
final class RecentTablesTest {
    private static final EntityKey ENTITY = Entities.key(0);
    private static final String TABLE = "t";
    private static final long NOW_MILLIS = 1_000_000;

    /** So many blocks of the main table that rows have to be found by its index. */
    private static final int ROWS = 400;

    private static final int ROUNDS = 20;
    private static final int THIRD = 3;
    private static final long SEED = 20261130;

    /** Past the last read of a row: the header, the schema, the delta, the index, the block. */
    private static final int READS = 6;

    private static final TableSchema SCHEMA =
            TableSchema.builder()
                    .column("id", ColumnType.INT64)
                    .column(Column.nullable("text", ColumnType.STRING))
                    .key("id")
                    .build();

    @TempDir Path directory;

    /** The same state, in which something happens right before one of the reads. */
    private static final class Interrupted extends ForwardingState {
        private final Runnable interruption;
        private int readsLeft;

        Interrupted(EntityState state, int before, Runnable interruption) {
            super(state);
            this.readsLeft = before;
            this.interruption = interruption;
        }

        @Override
        public byte @Nullable [] get(byte[] key) {
            if (readsLeft-- == 0) {
                interruption.run();
            }
            return super.get(key);
        }
    }

    /** Rows at the ends of blocks come and go, so that blocks get other keys with each merge. */
    @Test
    void aMergeBetweenTwoReadsHidesNoRow() {
        try (LsmStore store = LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES)) {
            apply(store, new TableOperation.Create(TABLE, SCHEMA, false));
            insert(store, ROWS);
            mergeAll(store);
            Random random = new Random(SEED);
            for (int round = 0; round < ROUNDS; round++) {
                for (int before = 0; before <= READS; before++) {
                    int gone = random.nextInt(THIRD);
                    for (int row = gone; row < ROWS; row += THIRD) {
                        delete(store, row);
                    }
                    int row = random.nextInt(ROWS - 1);
                    int kept = row % THIRD == gone ? row + 1 : row;
                    assertEquals(1, rows(store, kept, -1, () -> {}), "memory has the index now");
                    long hits = store.stats().recentHits();
                    assertEquals(
                            1,
                            rows(store, kept, before, () -> mergeAll(store)),
                            "row " + kept + ", merged before its read " + before);
                    assertTrue(store.stats().recentHits() > hits, "memory was asked");
                    assertEquals(1, rows(store, kept, -1, () -> {}));
                    assertEquals(0, rows(store, gone, -1, () -> {}));
                    insert(store, ROWS);
                    mergeAll(store);
                }
            }
        }
    }

    private static void mergeAll(LsmStore store) {
        store.merges().all();
        TableMerges.Outcome outcome = store.merges().step();
        while (outcome.done()) {
            assertNull(outcome.damaged());
            outcome = store.merges().step();
        }
    }

    private static void insert(LsmStore store, int count) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (long row = 0; row < count; row++) {
            rows.add(List.of(row, "a text that makes a row some sixty bytes long, no " + row));
        }
        apply(
                store,
                new TableOperation.Insert(
                        TABLE, SCHEMA.columnNames(), rows, TableOperation.Present.REPLACE, 0));
    }

    private static void delete(LsmStore store, long row) {
        apply(
                store,
                new TableOperation.Delete(
                        TABLE, new Condition.Compare("id", Comparison.EQUAL, row), 0));
    }

    private static void apply(LsmStore store, TableOperation operation) {
        byte[] changes;
        AppliedEntry applied;
        try (StoredState state = store.readRecent(ENTITY)) {
            EntryBuilder entry = new EntryBuilder(state, NOW_MILLIS);
            executed(entry, operation);
            changes = entry.changes().encode();
            long id = state.entry() + 1;
            applied = new AppliedEntry(id, new ValueId(1, 1, id), entry.nowMillis(), new byte[0]);
        }
        store.apply(ENTITY, applied, List.of(changes));
    }

    private static Result executed(EntryBuilder entry, TableOperation operation) {
        MultiOpResult result = entry.execute(MultiOp.of(operation));
        return assertInstanceOf(MultiOpResult.Executed.class, result).results().getFirst();
    }

    /** How many rows a get of one finds, with something done right before one of its reads. */
    private static int rows(LsmStore store, long row, int before, Runnable interruption) {
        try (StoredState state = store.readRecent(ENTITY)) {
            EntityState interrupted = new Interrupted(state, before, interruption);
            Result found =
                    executed(
                            new EntryBuilder(interrupted, NOW_MILLIS),
                            new TableOperation.Get(TABLE, List.of(List.of(row)), List.of()));
            return assertInstanceOf(Result.Rows.class, found).rows().size();
        }
    }
}
