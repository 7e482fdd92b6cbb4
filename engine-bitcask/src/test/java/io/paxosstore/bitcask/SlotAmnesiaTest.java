package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;

/** Rules M4, M6: a slot that is entered anew is amnesiac, entity by entity, until it is whole. */
class SlotAmnesiaTest {
    /** Two keys and an absent one of one slot, and a key of another. */
    private static final String A = "{slot}a";

    private static final String B = "{slot}b";
    private static final String ABSENT = "{slot}c";
    private static final String OTHER = "other";
    private static final int SLOT = Slots.of(TestStore.key(A));

    private CrashableFileSystem fs = new CrashableFileSystem(1);
    private TestStore store;
    private long filled;
    private SlotConfiguration.Stable now = SlotConfiguration.first(List.of(1, 2, 3));

    @BeforeEach
    void begin() throws IOException {
        assertNotEquals(SLOT, Slots.of(TestStore.key(OTHER)));
        store = TestStore.open(fs);
        store.store(
                TestStore.chosen(A, 1, "a1"),
                TestStore.chosen(B, 1, "b1"),
                TestStore.accept(B, 2, 7, "b2", 1),
                TestStore.chosen(OTHER, 1, "o1"));
    }

    private void enter(SlotStanding standing) throws IOException {
        store.identity.enter(List.of(new SlotRecord(SLOT, now, standing)));
    }

    /** The slot leaves this node, which comes back to it two epochs later. */
    private void leaveAndComeBack() throws IOException {
        now = now.towards(List.of(2, 3, 4)).completed();
        enter(SlotStanding.NONE);
        forget();
        now = now.towards(List.of(1, 2, 3)).completed();
        enter(SlotStanding.REBUILDING);
    }

    private void forget() {
        boolean[] ended = new boolean[1];
        store.shard(TestStore.key(A)).forget(slot -> slot == SLOT, () -> ended[0] = true);
        while (!ended[0]) {
            store.drain();
        }
    }

    private void restart() throws IOException {
        fs = fs.crash();
        store = TestStore.open(fs);
    }

    private boolean amnesiac(String key) {
        return store.load(key).amnesiac();
    }

    private void checkOther() {
        Stored other = store.load(OTHER);
        assertFalse(other.amnesiac());
        assertEquals("o1", TestStore.text(other.chosenValue()));
        assertEquals(Stored.NOTHING, store.load("of another slot"));
    }

    @Test
    void allEntitiesOfASlotThatIsEnteredAnewAreAmnesiac() throws IOException {
        leaveAndComeBack();
        for (int start = 0; start < 2; start++) {
            assertTrue(amnesiac(A));
            Stored held = store.load(B);
            assertEquals(Stored.LOST, held, "nothing is known of the time before");
            assertEquals(Stored.LOST, store.load(ABSENT));
            checkOther();
            restart();
        }
    }

    /** Rule M10: whatever lies in the segments yet is never read again, also in a later tenure. */
    @Test
    void recordsOfAnEarlierTenureCountNoMoreWhenTheSlotIsWhole() throws IOException {
        now = now.towards(List.of(2, 3, 4)).completed();
        enter(SlotStanding.NONE);
        restart();
        assertEquals(1, store.engine.stats().keys(), "forgotten with the next start");
        now = now.towards(List.of(1, 2, 3)).completed();
        enter(SlotStanding.REBUILDING);
        store.store(TestStore.rebuilt(A, 7, "a7"), TestStore.accept(A, 8, 3, "a8", 7));
        enter(SlotStanding.WHOLE);
        for (int start = 0; start < 2; start++) {
            assertEquals("a7", TestStore.text(store.load(A).chosenValue()));
            assertEquals(8, store.load(A).pendingEntry());
            assertEquals(Stored.NOTHING, store.load(B), "nobody else had it");
            checkOther();
            restart();
        }
    }

    /** Merge copies what is old, hint files tell of it: neither makes it count. */
    @Test
    void copiesOfRecordsOfAnEarlierTenureDoNotCountEither() throws IOException {
        now = now.towards(List.of(2, 3, 4)).completed();
        enter(SlotStanding.NONE);
        fill(40);
        store.settle();
        forget();
        fill(40);
        store.settle();
        now = now.towards(List.of(1, 2, 3)).completed();
        enter(SlotStanding.REBUILDING);
        store.store(TestStore.rebuilt(A, 7, "a7"));
        enter(SlotStanding.WHOLE);
        fill(40);
        store.settle();
        assertTrue(store.engine.stats().mergedSegments() > 0, "nothing was merged");
        restart();
        assertEquals("a7", TestStore.text(store.load(A).chosenValue()));
        assertEquals(Stored.NOTHING, store.load(B));
        checkOther();
    }

    /** Writes so much of another slot, again and again, that segments are merged. */
    private void fill(int records) {
        for (int i = 0; i < records; i++) {
            long entry = ++filled;
            store.store(TestStore.chosen("filler", entry, "x".repeat(1500)));
        }
    }

    @Test
    void whoeverDoesNotVoteForgetsNothingAndMissesNothing() throws IOException {
        now = now.towards(List.of(2, 3, 4)).completed();
        enter(SlotStanding.NONE);
        assertFalse(amnesiac(A));
        assertEquals(Stored.NOTHING, store.load(ABSENT));
    }

    @Test
    void anEntityIsTrustedFromItsRebuiltRecordOn() throws IOException {
        leaveAndComeBack();
        assertTrue(amnesiac(A));
        store.store(TestStore.rebuilt(A, 1, "a1"));
        store.store(TestStore.nothing(ABSENT));
        assertFalse(amnesiac(A));
        assertFalse(amnesiac(ABSENT));
        assertTrue(amnesiac(B));
        checkOther();
        store.store(TestStore.accept(A, 2, 9, "a2", 1));
        assertEquals(9, store.load(A).accepted());
        assertFalse(amnesiac(A));

        enter(SlotStanding.REBUILDING);
        assertFalse(amnesiac(A), "the same epoch begins nothing anew");
        restart();
        assertTrue(amnesiac(A), "after a start all are rebuilt again");
        assertEquals(2, store.load(A).pendingEntry());
        assertTrue(amnesiac(B));
        store.store(TestStore.rebuilt(A, 2, "a2"), TestStore.rebuilt(B, 2, "b2"));
        assertFalse(amnesiac(A));
        assertFalse(amnesiac(B));
        enter(SlotStanding.WHOLE);
        for (int start = 0; start < 2; start++) {
            assertEquals("a2", TestStore.text(store.load(A).chosenValue()));
            assertEquals("b2", TestStore.text(store.load(B).chosenValue()));
            assertFalse(amnesiac(A));
            assertFalse(amnesiac(B));
            assertEquals(Stored.NOTHING, store.load("{slot}d"));
            checkOther();
            restart();
        }
    }

    /** The old accept must never come back: its entry is at or below the floor. */
    @Test
    void whatWasAcceptedBeforeIsSupersededByWhatIsLearnt() throws IOException {
        leaveAndComeBack();
        store.store(TestStore.rebuilt(B, 2, "another b2"));
        enter(SlotStanding.WHOLE);
        for (int start = 0; start < 2; start++) {
            Stored held = store.load(B);
            assertEquals(2, held.version());
            assertEquals("another b2", TestStore.text(held.chosenValue()));
            assertEquals(0, held.pendingEntry());
            store.settle();
            restart();
        }
    }

    @Test
    void aSecondEnteringMakesAllAmnesiacAgain() throws IOException {
        leaveAndComeBack();
        store.store(TestStore.rebuilt(A, 1, "a1"), TestStore.rebuilt(B, 2, "b2"));
        assertFalse(amnesiac(A));
        leaveAndComeBack();
        assertTrue(amnesiac(A));
        assertTrue(amnesiac(B));
        store.store(TestStore.rebuilt(A, 1, "a1"));
        assertFalse(amnesiac(A));
        // In a later epoch in which it is no newcomer it keeps what it has voted since.
        now = now.towards(List.of(1, 2, 5)).completed();
        enter(SlotStanding.REBUILDING);
        assertFalse(amnesiac(A));
        assertTrue(amnesiac(B));
        enter(SlotStanding.WHOLE);
        assertFalse(amnesiac(A));
        leaveAndComeBack();
        assertTrue(amnesiac(A));
        checkOther();
    }

    /** It was written under the epoch before, and says nothing in the later one. */
    @Test
    void aRebuiltRecordThatWasUnderWayEndsNoLaterAmnesia() throws IOException {
        leaveAndComeBack();
        store.append(TestStore.rebuilt(A, 1, "a1"));
        leaveAndComeBack();
        store.append(TestStore.rebuilt(B, 2, "b2"));
        store.flush();
        assertTrue(amnesiac(A));
        assertFalse(amnesiac(B));
    }

    @Test
    void aRebuiltRecordThatWasUnderWayEndsNoLaterAmnesiaOfTheStore() throws IOException {
        store.identity.standing(Standing.REBUILDING);
        store.append(TestStore.rebuilt(A, 1, "a1"));
        store.identity.standing(Standing.REBUILDING);
        assertTrue(amnesiac(OTHER));
        store.append(TestStore.rebuilt(B, 2, "b2"));
        store.flush();
        assertTrue(amnesiac(A));
        assertFalse(amnesiac(B));
    }

    @Test
    void storeAndSlotAreRebuiltEachForItself() throws IOException {
        leaveAndComeBack();
        store.store(TestStore.rebuilt(A, 1, "a1"));
        store.identity.standing(Standing.REBUILDING);
        assertTrue(amnesiac(A), "the store has lost more than the slot");
        assertTrue(amnesiac(OTHER));
        store.store(TestStore.rebuilt(A, 1, "a1"), TestStore.rebuilt(OTHER, 1, "o1"));
        assertFalse(amnesiac(A));
        assertFalse(amnesiac(OTHER));
        leaveAndComeBack();
        assertTrue(amnesiac(A));
        assertFalse(amnesiac(OTHER));
        store.store(TestStore.rebuilt(A, 1, "a1"));
        assertFalse(amnesiac(A));
        store.identity.standing(Standing.WHOLE);
        assertFalse(amnesiac(A));
        assertTrue(amnesiac(B), "the slot is not whole");
        assertEquals(Stored.LOST, store.load(ABSENT));
        enter(SlotStanding.WHOLE);
        assertFalse(amnesiac(B));
    }

    @Test
    void damageInASlotThatIsRebuiltIsRebuiltToo() throws IOException {
        leaveAndComeBack();
        store.store(TestStore.rebuilt(A, 1, "a1"));
        store.shard(A).quarantine(TestStore.key(A));
        assertTrue(amnesiac(A));
        store.store(TestStore.rebuilt(A, 1, "a1"));
        assertFalse(amnesiac(A));
        store.shard(A).quarantine(TestStore.key(A));
        enter(SlotStanding.WHOLE);
        assertTrue(amnesiac(A), "its damage is no matter of the slot");
        store.store(TestStore.rebuilt(A, 1, "a1"));
        assertFalse(amnesiac(A));
    }

    /** The place of a forgotten key goes to another one, which was not rebuilt. */
    @Test
    void aKeyOfADroppedSpaceLeavesNoTrustBehind() throws IOException {
        leaveAndComeBack();
        store.store(TestStore.rebuilt(A, 1, "a1"), TestStore.rebuilt(ABSENT, 1, "c1"));
        store.dropSpace(TestStore.key(A).space());
        store.settle();
        assertEquals(0, store.engine.stats().keys());
        for (String name : List.of("{slot}x", "{slot}y", "{slot}z")) {
            EntityKey key = new EntityKey(99, TestStore.key(name).key());
            store.append(new LogRecord(key, 1, 5, 5, TestStore.value("z"), false, 0));
            store.flush();
            assertTrue(store.load(key).amnesiac());
        }
    }
}
