package io.paxosstore.log.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/** A shard forgets the entities of a dropped space slice by slice, and those of others never. */
final class ForgetTaskTest {
    private static final int GONE = 7;
    private static final int KEPT = 8;
    private static final int ENTITIES = ForgetTask.SLICE_ENTITIES * 3 / 2;

    private final List<EntityKey> forgotten = new ArrayList<>();
    private int ended;
    private TestJournal journal;

    @BeforeEach
    void open() throws IOException {
        journal = TestJournal.open(new CrashableFileSystem(1));
        for (int i = 0; i < ENTITIES; i++) {
            append(key(GONE, i), 1);
            append(key(KEPT, i), 1);
            journal.flush();
        }
        journal.settle();
    }

    private static EntityKey key(int space, int number) {
        return key(space, "e" + number);
    }

    private static EntityKey key(int space, String name) {
        return new EntityKey(space, name.getBytes(StandardCharsets.US_ASCII));
    }

    private void append(EntityKey key, long entry) {
        journal.append(new LogRecord(key, entry, 0, 0, TestJournal.value("v"), true, entry, false));
    }

    private void drop() {
        journal.dropped = GONE;
        journal.shardOf(0).forgetDroppedSpaces(forgotten::add, () -> ended++);
    }

    private Set<EntityKey> shown() {
        Set<EntityKey> shown = new LinkedHashSet<>();
        long cursor = 0;
        do {
            cursor = journal.shardOf(0).page(cursor, 100, true, (key, v, c) -> shown.add(key));
        } while (cursor != 0);
        return shown;
    }

    /** Slots are found without the others, by walks and when they are forgotten. */
    @Test
    void slotsAreShownAndForgottenByThemselves() {
        Set<EntityKey> all = shown();
        IntPredicate odd = slot -> slot % 2 == 1;
        Set<EntityKey> expected = new LinkedHashSet<>(all);
        expected.removeIf(key -> !odd.test(key.slot()));
        assertEquals(expected, shownOf(odd));
        journal.shardOf(0).forget(odd, forgotten::add, () -> ended++);
        while (ended == 0) {
            int before = forgotten.size();
            journal.drain();
            assertTrue(forgotten.size() - before <= ForgetTask.SLICE_ENTITIES);
        }
        assertEquals(expected, new LinkedHashSet<>(forgotten));
        assertEquals(Set.of(), shownOf(odd));
        all.removeAll(expected);
        assertEquals(all, shown());
        assertEquals(all, shownOf(slot -> true));
    }

    /**
     * Else a checkpoint could begin at a position, and be written without what became durable
     * before that after the shard had looked for it.
     */
    @Test
    void whatIsAskedForWhileAShardDrainsWaitsForTheNextDrain() {
        append(key(KEPT, "last"), 1);
        JournalShard shard = journal.shardOf(0);
        shard.commit();
        journal.runWriterOnce();
        int drained = shard.drain((_, _) -> shard.forget(_ -> true, forgotten::add, () -> ended++));
        assertEquals(1, drained);
        assertEquals(List.of(), forgotten);
        while (ended == 0) {
            journal.drain();
        }
        assertTrue(forgotten.size() > ENTITIES);
    }

    /** What takes the place of what was dropped is found in the slot twice, and goes once. */
    @Test
    void aSlotIsForgottenInWhichPlacesWereTakenAgain() {
        IntPredicate tagged = slot -> slot == key(KEPT, "{tag}").slot();
        for (int i = 0; i < 10; i++) {
            append(key(i < 4 ? GONE : KEPT, "{tag}" + i), 1);
        }
        journal.flush();
        drop();
        while (ended == 0) {
            journal.drain();
        }
        append(key(KEPT, "{tag}a"), 1);
        append(key(KEPT, "{tag}b"), 1);
        journal.flush();
        forgotten.clear();
        journal.shardOf(0).forget(tagged, forgotten::add, () -> ended++);
        while (ended == 1) {
            journal.drain();
        }
        assertEquals(8, forgotten.size());
        assertEquals(8, new LinkedHashSet<>(forgotten).size());
        assertEquals(Set.of(), shownOf(tagged));
        assertEquals(ENTITIES, shown().size());
    }

    private Set<EntityKey> shownOf(IntPredicate slots) {
        Set<EntityKey> shown = new LinkedHashSet<>();
        long cursor = 0;
        do {
            cursor =
                    journal.shardOf(0)
                            .slotPage(
                                    slots,
                                    cursor,
                                    100,
                                    (key, v, c) -> assertTrue(shown.add(key), "once"));
        } while (cursor != 0);
        return shown;
    }

    @Test
    void noTurnLooksAtMoreThanASlice() {
        drop();
        assertEquals(0, forgotten.size());
        int turns = 0;
        while (ended == 0) {
            int before = forgotten.size();
            journal.drain();
            turns++;
            int slice = forgotten.size() - before;
            assertTrue(slice <= ForgetTask.SLICE_ENTITIES, "in one turn: " + slice);
            assertEquals(ENTITIES, shown().size());
        }
        assertEquals(1 + 2 * ENTITIES / ForgetTask.SLICE_ENTITIES, turns);
        assertEquals(ENTITIES, new LinkedHashSet<>(forgotten).size());
        assertTrue(forgotten.stream().allMatch(key -> key.space() == GONE));
        assertEquals(ENTITIES, journal.journal.stats().entities());
        for (int i = 0; i < ENTITIES; i++) {
            assertEquals(Stored.NOTHING, journal.load(key(GONE, i)));
            assertEquals(1, journal.load(key(KEPT, i)).version());
        }
    }

    /** What is written in the meantime may take the place of what was forgotten. */
    @Test
    void entitiesThatAreWrittenMeanwhileStay() {
        drop();
        journal.drain();
        append(key(KEPT, 0), 2);
        append(key(KEPT, ENTITIES), 1);
        journal.flush();
        while (ended == 0) {
            journal.drain();
        }
        assertEquals(2, journal.load(key(KEPT, 0)).version());
        assertEquals(1, journal.load(key(KEPT, ENTITIES)).version());
        assertEquals(ENTITIES + 1, shown().size());
    }

    /** A record under way keeps the entity's place; when it is durable, it counts for nothing. */
    @Test
    void recordsUnderWayAreForgottenToo() {
        append(key(GONE, 0), 2);
        drop();
        journal.flush();
        while (ended == 0) {
            journal.drain();
        }
        assertEquals(ENTITIES, forgotten.size());
        assertEquals(ENTITIES, shown().size());
        assertEquals(List.of(), journal.damaged);
    }
}
