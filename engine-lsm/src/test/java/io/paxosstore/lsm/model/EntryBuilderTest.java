package io.paxosstore.lsm.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.ValueOperation;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Batching, versions, failures, limits and costs: what random operations do not show. */
class EntryBuilderTest {
    private final MemoryState state = new MemoryState();
    private long nowMillis = 1_000_000;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private MultiOpResult write(MultiOp multiOp) {
        EntryBuilder entry = new EntryBuilder(state, nowMillis);
        MultiOpResult result = entry.execute(multiOp);
        if (entry.hasChanges()) {
            state.apply(entry.changes(), entry.nowMillis());
        }
        return result;
    }

    private Result one(Operation operation) {
        return done(write(MultiOp.of(operation))).results().getFirst();
    }

    private static MultiOpResult.Executed done(MultiOpResult result) {
        return assertInstanceOf(MultiOpResult.Executed.class, result);
    }

    @Test
    void aVersionIsNeverSharedByTwoStatesOfOneEntry() {
        EntryBuilder entry = new EntryBuilder(state, nowMillis);
        MultiOp increment = MultiOp.of(new ValueOperation.Increment("n", 1, 0));
        long first = done(entry.execute(increment)).version();
        long second = done(entry.execute(increment)).version();
        assertTrue(second > first);
        assertEquals(1, EntityVersion.entryOf(first));
        assertEquals(1, EntityVersion.entryOf(second));
        state.apply(entry.changes(), entry.nowMillis());
        MultiOp ifFirst = new MultiOp(List.of(new Guard.Version(first)), List.of(), List.of());
        assertFalse(done(write(ifFirst)).guardsHeld());
        MultiOp ifSecond = new MultiOp(List.of(new Guard.Version(second)), List.of(), List.of());
        assertTrue(done(write(ifSecond)).guardsHeld());
        assertEquals(
                new Result.Conflict(second),
                one(new ValueOperation.CompareVersionAndSet("n", first, bytes("9"), 0)));
    }

    @Test
    void whatChangesNothingNeedsNoEntry() {
        one(new SetOperation.Add("s", List.of(bytes("m"))));
        EntryBuilder entry = new EntryBuilder(state, nowMillis);
        entry.execute(MultiOp.of(new SetOperation.Add("s", List.of(bytes("m")))));
        entry.execute(MultiOp.of(new ObjectOperation.Delete("absent")));
        entry.execute(MultiOp.of(new QueueOperation.Acknowledge("absent", 5)));
        assertFalse(entry.hasChanges());
        assertTrue(entry.changes().isEmpty());
    }

    @Test
    void aFailureNamesItsOperationAndLeavesNothing() {
        one(new SetOperation.Add("s", List.of(bytes("m"))));
        EntryBuilder entry = new EntryBuilder(state, nowMillis);
        MultiOpResult result =
                entry.execute(
                        MultiOp.of(
                                new ListOperation.Append("l", List.of(bytes("a"))),
                                new ListOperation.Append("s", List.of(bytes("b")))));
        assertEquals(
                new MultiOpResult.Rejected(
                        MultiOpResult.Part.THEN,
                        1,
                        new Failure.WrongType("s", ObjectType.LIST, ObjectType.SET)),
                result);
        assertFalse(entry.hasChanges());
    }

    @Test
    void aGuardThatCannotBeEvaluatedFailsTheMultiOp() {
        one(new ValueOperation.Put("v", bytes("text"), 0));
        MultiOp sized =
                new MultiOp(
                        List.of(new Guard.Version(0), new Guard.Size("v", Comparison.EQUAL, 4)),
                        List.of(),
                        List.of());
        assertEquals(
                new MultiOpResult.Rejected(MultiOpResult.Part.GUARD, 1, new Failure.NoSize("v")),
                write(sized));
    }

    @Test
    void resultsAreBoundedAsAWhole() {
        List<byte[]> fields = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            fields.add(bytes("f" + i));
            one(
                    new MapOperation.Put(
                            "m",
                            List.of(
                                    new MapOperation.Field(
                                            fields.get(i),
                                            new byte[ModelLimits.ELEMENT_BYTES_MAX])),
                            0));
        }
        MultiOpResult.Rejected refused =
                assertInstanceOf(
                        MultiOpResult.Rejected.class,
                        write(MultiOp.of(new MapOperation.Get("m", fields))));
        assertTrue(refused.failure().sentence().contains("RESULT_BYTES_MAX"));

        Operation scan = new MapOperation.Scan("m", new byte[0], null, Page.LARGEST);
        List<Result> pages = done(write(MultiOp.of(scan, scan))).results();
        assertEquals(1, assertInstanceOf(Result.Fields.class, pages.getFirst()).fields().size());
        assertEquals(1, assertInstanceOf(Result.Fields.class, pages.getLast()).fields().size());
        MultiOpResult.Rejected without =
                assertInstanceOf(MultiOpResult.Rejected.class, write(MultiOp.of(scan, scan, scan)));
        assertEquals(2, without.index(), "a page without its first element");
        assertTrue(without.failure().sentence().contains("RESULT_BYTES_MAX"));
    }

    @Test
    void changesAreBounded() {
        List<Operation> operations = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            List<byte[]> members = new ArrayList<>();
            for (int j = 0; j < 10_000; j++) {
                members.add(bytes(String.format("%02d-member-%011d", i, j)));
            }
            operations.add(new SetOperation.Add("s", members));
        }
        MultiOpResult.Rejected refused =
                assertInstanceOf(
                        MultiOpResult.Rejected.class,
                        write(new MultiOp(List.of(), operations, List.of())));
        assertTrue(refused.failure().sentence().contains("CHANGES_BYTES_MAX"));
        assertEquals(0, state.entry());
    }

    /** However long their names are: removing them must neither fail nor fail others. */
    @Test
    void manyExpiredFieldsGoInSeveralSteps() {
        String name = "f".repeat(250);
        for (int from = 0; from < 10_000; from += 1000) {
            List<MapOperation.Field> fields = new ArrayList<>();
            for (int i = from; i < from + 1000; i++) {
                fields.add(new MapOperation.Field(bytes(name + i), new byte[1]));
            }
            one(new MapOperation.Put("m", fields, 100));
        }
        nowMillis += 100;
        List<Operation> puts = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            MapOperation.Field field = new MapOperation.Field(bytes("g" + i), new byte[1]);
            puts.add(new MapOperation.Put("m", List.of(field), 0));
        }
        done(write(new MultiOp(List.of(), puts, List.of())));
        long removed = 1;
        int times = 0;
        while (removed > 0) {
            removed = ((Result.Count) one(new MapOperation.RemoveExpired("m", 10_000))).count();
            times++;
        }
        assertTrue(times > 2, "steps " + times);
        assertEquals(new Result.Size(1000), one(new MapOperation.Size("m")));
        assertEquals(
                2 + 1000, state.records().size(), "a header, the version, and fields that stay");
    }

    @Test
    void aFullEntryTakesNoMoreUpdatesButReads() {
        EntryBuilder entry = new EntryBuilder(state, nowMillis);
        MultiOp increment = MultiOp.of(new ValueOperation.Increment("n", 1, 0));
        for (int i = 0; i < EntryBuilder.MULTI_OPS_MAX; i++) {
            assertFalse(entry.isFull());
            entry.execute(increment);
        }
        assertTrue(entry.isFull());
        assertThrows(IllegalStateException.class, () -> entry.execute(increment));
        MultiOp read = MultiOp.of(new ValueOperation.Get("n"));
        Result.Value value =
                assertInstanceOf(
                        Result.Value.class, done(entry.execute(read)).results().getFirst());
        assertEquals("4096", new String(value.value(), StandardCharsets.US_ASCII));
        assertEquals(2, entry.changes().changes().size(), "one value and the entity's version");
    }

    @Test
    void theClockOfAnEntryNeverFalls() {
        one(new ValueOperation.Put("v", bytes("x"), 100));
        nowMillis += 100;
        one(new ValueOperation.Put("w", bytes("y"), 0));
        nowMillis -= 50;
        Result.Value value = assertInstanceOf(Result.Value.class, one(new ValueOperation.Get("v")));
        assertEquals(0, value.version(), "expired in an entry, expired for ever");
    }

    @Test
    void everyMemberCanBeDrawn() {
        List<byte[]> members = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            members.add(bytes("member-" + i));
        }
        members.add(new byte[0]);
        members.add(bytes("a"));
        one(new SetOperation.Add("s", members));
        Set<String> drawn = new HashSet<>();
        for (int seed = 0; seed < 10_000; seed++) {
            Result.Element element =
                    assertInstanceOf(Result.Element.class, one(new SetOperation.Random("s", seed)));
            drawn.add(new String(element.element(), StandardCharsets.US_ASCII));
        }
        assertEquals(members.size(), drawn.size());
    }

    @Test
    void deletingIsOneRangeHoweverLargeTheObject() {
        one(new ListOperation.Append("l", Collections.nCopies(5000, bytes("x"))));
        EntryBuilder entry = new EntryBuilder(state, nowMillis);
        entry.execute(MultiOp.of(new ObjectOperation.Delete("l")));
        assertEquals(3, entry.changes().changes().size(), "range, header, version");
    }

    /** Done-when 4: what lies before and behind does not matter. */
    @Test
    void readingAQueueTouchesOnlyWhatItReturns() {
        for (int i = 0; i < 20; i++) {
            one(new QueueOperation.Enqueue("q", Collections.nCopies(5000, bytes("old"))));
        }
        one(new QueueOperation.Enqueue("q", Collections.nCopies(10, bytes("new"))));
        one(new QueueOperation.Enqueue("q", Collections.nCopies(5000, bytes("newer"))));
        CountingState counting = new CountingState(state);
        Result.Entries read =
                assertInstanceOf(
                        Result.Entries.class,
                        done(new EntryBuilder(counting, nowMillis)
                                        .execute(
                                                MultiOp.of(
                                                        new QueueOperation.Read(
                                                                "q", 100_001, Page.of(10)))))
                                .results()
                                .getFirst());
        assertEquals(10, read.entries().size());
        assertEquals(100_011, read.next());
        assertTrue(counting.steps() <= 15, "records looked at: " + counting.steps());
    }
}
