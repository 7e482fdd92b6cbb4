package io.paxosstore.lsm.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.StreamOperation;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the removal of an object leaves to RocksDB: ranges slow down whoever reads after them. */
final class ObjectRemovalTest {
    private static final int SMALL = ObjectRemoval.RECORDS_MAX;

    private final MemoryState state = new MemoryState();
    private long nowMillis = 1_000_000;

    /** What an entry of these operations changes. */
    private List<EntityChanges.Change> run(Operation... operations) {
        EntryBuilder entry = new EntryBuilder(state, nowMillis);
        assertTrue(entry.execute(MultiOp.of(operations)) instanceof MultiOpResult.Executed);
        EntityChanges changes = entry.changes();
        state.apply(changes, nowMillis);
        PhysicalCheck.check(state);
        return changes.changes();
    }

    private long ranges(List<EntityChanges.Change> changes) {
        return changes.stream().filter(EntityChanges.DeleteRange.class::isInstance).count();
    }

    private static List<byte[]> members(int count, int bytes) {
        List<byte[]> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] member = new byte[bytes];
            Arrays.fill(member, (byte) 'm');
            member[0] = (byte) i;
            members.add(member);
        }
        return members;
    }

    private static List<MapOperation.Field> fields(int count) {
        return members(count, 20).stream().map(m -> new MapOperation.Field(m, m)).toList();
    }

    private static SortedSetOperation.Add scored(String name, int count) {
        List<SortedSetOperation.Scored> scored =
                members(count, 20).stream()
                        .map(member -> new SortedSetOperation.Scored(member, member[0]))
                        .toList();
        return new SortedSetOperation.Add(name, scored, ScoreConditions.NONE);
    }

    @Test
    void smallObjectsGoRecordByRecord() {
        List<Operation> objects =
                List.of(
                        new SetOperation.Add("o", members(SMALL, 20)),
                        new MapOperation.Put("o", fields(SMALL), 0),
                        scored("o", SMALL / 2),
                        new ListOperation.Append("o", members(SMALL, 20)),
                        new ListOperation.Prepend("o", members(3, 20)),
                        new QueueOperation.Enqueue("o", members(SMALL, 20)),
                        new StreamOperation.Put("o", fields(SMALL)));
        for (Operation object : objects) {
            run(object);
            List<EntityChanges.Change> removal = run(new ObjectOperation.Delete("o"));
            assertEquals(0, ranges(removal), object::toString);
            assertEquals(0, state.records().size() - 1, "nothing but the version is left");
        }
    }

    @Test
    void largeObjectsGoAsARange() {
        List<Operation> objects =
                List.of(
                        new SetOperation.Add("o", members(SMALL + 1, 20)),
                        new SetOperation.Add("o", members(SMALL, 1000)),
                        new MapOperation.Put("o", fields(SMALL + 1), 0),
                        scored("o", SMALL / 2 + 1),
                        new ListOperation.Append("o", members(SMALL + 1, 20)));
        for (Operation object : objects) {
            run(object);
            List<EntityChanges.Change> removal = run(new ObjectOperation.Delete("o"));
            assertEquals(1, ranges(removal), object::toString);
            assertTrue(removal.size() <= 3, "an entry does not carry what a range says");
        }
    }

    /** A replica that has purged them is asked what there is; others still have all of it. */
    @Test
    void whatMayBePurgedGoesAsARange() {
        run(new MapOperation.Put("o", fields(2), 0), new ObjectOperation.Expire("o", 100));
        nowMillis += 100;
        assertEquals(1, ranges(run(new MapOperation.Put("o", fields(1), 0))));
        run(new MapOperation.Put("o", fields(2), 50));
        nowMillis += 50;
        assertEquals(1, ranges(run(new ObjectOperation.Delete("o"))));
    }

    @Test
    void oneMultiOpRemovesOnlySoManyRecordByRecord() {
        int count = 100;
        Operation[] removals = new Operation[count];
        for (int i = 0; i < count; i++) {
            run(new SetOperation.Add("o" + i, members(SMALL, 100)));
            removals[i] = new ObjectOperation.Delete("o" + i);
        }
        List<EntityChanges.Change> removal = run(removals);
        assertTrue(ranges(removal) > count / 2, "most go as ranges");
        assertTrue(removal.size() < 4 * SMALL + 2 * count);
    }
}
