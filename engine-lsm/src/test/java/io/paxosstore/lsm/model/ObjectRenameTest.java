package io.paxosstore.lsm.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectChange.Kind;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.ValueOperation;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Objects that get another name. */
class ObjectRenameTest {
    private static final long NOW = 1_000_000;

    private final MemoryState state = new MemoryState();

    /** The last entry. */
    private EntityChanges changes = EntityChanges.NONE;

    /** The result of the last of the operations, executed in one entry. */
    private Result run(Operation... operations) {
        EntryBuilder entry = new EntryBuilder(state, NOW);
        Result last = new Result.Done();
        for (Operation operation : operations) {
            MultiOpResult result = entry.execute(MultiOp.of(operation));
            last = ((MultiOpResult.Executed) result).results().getFirst();
        }
        changes = entry.changes();
        if (entry.hasChanges()) {
            state.apply(changes, NOW);
            PhysicalCheck.check(state);
        }
        return last;
    }

    private List<ObjectChange> watched() {
        return ObjectChanges.of(changes.encode(), state.entry(), 100).objects();
    }

    private static List<byte[]> bytes(String... texts) {
        List<byte[]> all = new ArrayList<>();
        for (String text : texts) {
            all.add(Latin1.bytes(text));
        }
        return all;
    }

    @Test
    void anObjectMovesWithItsElementsAndItsDeadline() {
        run(new ListOperation.Append("a", bytes("x", "y")), new ObjectOperation.Expire("a", 500));
        assertEquals(new Result.Flag(true), run(new ObjectOperation.Rename("a", "b")));
        assertEquals(
                new Result.Info(ObjectType.LIST, 2, NOW + 500),
                run(new ObjectOperation.Describe("b")));
        assertEquals(new Result.Info(null, 0, 0), run(new ObjectOperation.Describe("a")));
        Result.Element second = (Result.Element) run(new ListOperation.Index("b", 1));
        assertArrayEquals(Latin1.bytes("y"), second.element());
    }

    @Test
    void whatHadTheNameIsReplaced() {
        run(
                new ListOperation.Append("a", bytes("x")),
                new SetOperation.Add("b", bytes("m", "n")),
                new ObjectOperation.Expire("b", 100));
        run(new ObjectOperation.Rename("a", "b"));
        assertEquals(
                new Result.Info(ObjectType.LIST, 1, 0), run(new ObjectOperation.Describe("b")));
    }

    @Test
    void whatIsNotThereOrKeepsItsNameChangesNothing() {
        run(new ListOperation.Append("b", bytes("x")));
        assertEquals(new Result.Flag(false), run(new ObjectOperation.Rename("a", "b")));
        assertTrue(changes.isEmpty());
        assertEquals(new Result.Flag(true), run(new ObjectOperation.Rename("b", "b")));
        assertTrue(changes.isEmpty());
    }

    @Test
    void aValueGetsANewVersion() {
        run(
                new ValueOperation.Put("a", Latin1.bytes("1"), 0),
                new ValueOperation.Put("b", Latin1.bytes("2"), 0));
        Result.Value before = (Result.Value) run(new ValueOperation.Get("b"));
        run(new ObjectOperation.Rename("a", "b"));
        Result.Value after = (Result.Value) run(new ValueOperation.Get("b"));
        assertTrue(after.version() > before.version());
        assertArrayEquals(Latin1.bytes("1"), after.value());
    }

    @Test
    void theFieldsOfAMapExpireUnderTheNewName() {
        List<MapOperation.Field> fields =
                List.of(new MapOperation.Field(Latin1.bytes("f"), Latin1.bytes("v")));
        run(new MapOperation.Put("a", fields, 50), new ObjectOperation.Rename("a", "b"));
        run(new ObjectOperation.Rename("b", "c")); // which checks the records, see PhysicalCheck
        Result.Fields found =
                (Result.Fields) run(new MapOperation.Scan("c", new byte[0], null, Page.of(10)));
        assertEquals(1, found.fields().size());
    }

    @Test
    void tooManyDeadlinesAreRefusedBeforeTheyAreRead() {
        ObjectHeader.Map huge = new ObjectHeader.Map(77, 0, 1 << 20, 1 << 20);
        EntityChanges header =
                new EntityChanges(
                        List.of(
                                new EntityChanges.Put(
                                        KeyLayout.header("a"), ObjectHeader.encode(huge))));
        state.apply(header, NOW);
        MultiOpResult result =
                new EntryBuilder(state, NOW)
                        .execute(MultiOp.of(new ObjectOperation.Rename("a", "b")));
        Failure failure = ((MultiOpResult.Rejected) result).failure();
        assertEquals(
                new Failure.LimitExceeded(
                        "CHANGES_BYTES_MAX", (1 << 20) * 27L, ModelLimits.CHANGES_BYTES_MAX),
                failure);
    }

    /** Their number alone would be allowed; a node must not gather what no entry can hold. */
    @Test
    void deadlinesOfLongFieldsAreRefusedBeforeAllOfThemAreRead() {
        int fields = 4_000;
        int bytes = 4_000;
        for (int i = 0; i < fields; i += 500) {
            List<EntityChanges.Change> puts = new ArrayList<>();
            for (int n = i; n < i + 500; n++) {
                byte[] field = ByteBuffer.allocate(bytes).putInt(n).array();
                byte[] key = KeyLayout.deadline(77, NOW + n, field);
                puts.add(new EntityChanges.Put(key, Latin1.bytes("a")));
            }
            state.apply(new EntityChanges(puts), NOW);
        }
        ObjectHeader.Map map = new ObjectHeader.Map(77, 0, fields, fields);
        state.apply(
                new EntityChanges(
                        List.of(
                                new EntityChanges.Put(
                                        KeyLayout.header("a"), ObjectHeader.encode(map)))),
                NOW);
        CountingState counting = new CountingState(state);
        MultiOpResult result =
                new EntryBuilder(counting, NOW)
                        .execute(MultiOp.of(new ObjectOperation.Rename("a", "b")));
        Failure.LimitExceeded failure =
                (Failure.LimitExceeded) ((MultiOpResult.Rejected) result).failure();
        assertEquals("CHANGES_BYTES_MAX", failure.limit());
        assertTrue(failure.actual() < ModelLimits.CHANGES_BYTES_MAX + 2L * bytes);
        assertTrue(counting.steps() < fields / 2, "it has read " + counting.steps());
    }

    @Test
    void watchersAreToldThatItCameIntoBeing() {
        run(new ListOperation.Append("a", bytes("x")), new SetOperation.Add("b", bytes("m")));
        run(new ObjectOperation.Rename("a", "b"), new ListOperation.Append("b", bytes("y")));
        assertEquals(
                List.of(
                        new ObjectChange("a", Kind.REMOVED, null),
                        new ObjectChange("b", Kind.CREATED, ObjectType.LIST)),
                watched());
        run(new ListOperation.Append("b", bytes("z")));
        assertEquals(List.of(new ObjectChange("b", Kind.CHANGED, ObjectType.LIST)), watched());
    }

    @Test
    void thereAndBackIsNoMoreThanAChange() {
        run(new ListOperation.Append("a", bytes("x")));
        run(new ObjectOperation.Rename("a", "b"), new ObjectOperation.Rename("b", "a"));
        assertEquals(
                List.of(
                        new ObjectChange("a", Kind.CHANGED, ObjectType.LIST),
                        new ObjectChange("b", Kind.REMOVED, null)),
                watched());
    }
}
