package io.paxosstore.lsm.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.StreamOperation;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** What the twin of streams does not see: costs, and how much a change takes. */
class StreamModelTest {
    private static final String NAME = "s";
    private static final int ROWS = 1000;

    private final MemoryState state = new MemoryState();

    @BeforeEach
    void fill() {
        List<MapOperation.Field> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(new MapOperation.Field(row(i), row(i)));
        }
        write(new StreamOperation.Put(NAME, rows));
    }

    private static byte[] row(int i) {
        return Latin1.bytes("r%04d".formatted(i));
    }

    private EntityChanges write(StreamOperation operation) {
        EntryBuilder entry = new EntryBuilder(state, 1000);
        entry.execute(MultiOp.of(operation));
        EntityChanges changes = entry.changes();
        state.apply(changes, 1000);
        return changes;
    }

    private static Result.Fields read(EntityState from, StreamOperation operation) {
        MultiOpResult result = new EntryBuilder(from, 1000).execute(MultiOp.of(operation));
        return assertInstanceOf(
                Result.Fields.class,
                assertInstanceOf(MultiOpResult.Executed.class, result).results().getFirst());
    }

    private static List<String> names(Result.Fields page) {
        return page.fields().stream().map(row -> Latin1.text(row.name())).toList();
    }

    @Test
    void manyRowsAreRemovedAsARange() {
        EntityChanges changes =
                write(new StreamOperation.RemoveFirst(NAME, row(100), row(900), 500));
        assertTrue(changes.changes().size() < 5, "a change for all rows together");
        assertEquals(List.of(), EntityAudit.of(state).problems());
        Result.Fields left =
                read(state, new StreamOperation.Scan(NAME, row(99), null, false, Page.of(2)));
        assertEquals(List.of("r0099", "r0600"), names(left));
    }

    @Test
    void fewRowsAreRemovedOneByOneSoThatMemoryKeepsTheOthers() {
        EntityChanges changes = write(new StreamOperation.RemoveFirst(NAME, row(0), null, 3));
        assertTrue(
                changes.changes().stream().noneMatch(EntityChanges.DeleteRange.class::isInstance));
        assertEquals(List.of(), EntityAudit.of(state).problems());
    }

    @Test
    void aPageFromEitherEndCostsItsRows() {
        CountingState counting = new CountingState(state);
        Result.Fields last =
                read(counting, new StreamOperation.Scan(NAME, new byte[0], null, true, Page.of(3)));
        assertEquals(List.of("r0999", "r0998", "r0997"), names(last));
        Result.Fields goesOn =
                read(
                        counting,
                        new StreamOperation.Scan(NAME, new byte[0], last.next(), true, Page.of(1)));
        assertEquals(List.of("r0996"), names(goesOn));
        assertTrue(counting.steps() < 12, counting.steps() + " records were read");
    }

    @Test
    void aRowIsAddedAtTheCostOfARow() {
        CountingState counting = new CountingState(state);
        new EntryBuilder(counting, 1000)
                .execute(
                        MultiOp.of(
                                new StreamOperation.Put(
                                        NAME, List.of(new MapOperation.Field(row(ROWS), row(0))))));
        assertTrue(counting.steps() < 6, counting.steps() + " records were read");
    }
}
