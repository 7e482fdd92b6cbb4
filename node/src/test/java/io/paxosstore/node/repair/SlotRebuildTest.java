package io.paxosstore.node.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.node.slot.TestSlots;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Rules A2, A4, M5 and M6: from whom a slot is rebuilt, and when that is enough. */
final class SlotRebuildTest {
    private static final int SLOT = 5;
    private static final int NEXT = 6;

    /** Node 1 comes for node 4: epoch 2. */
    private static final SlotConfiguration.Joint COMES =
            SlotConfiguration.first(List.of(2, 3, 4)).towards(List.of(1, 2, 3));

    /** So that what is needed is short. */
    private static boolean isOfShard(int slot) {
        return slot == SLOT || slot == NEXT;
    }

    private SlotView view = TestSlots.unchanged(1, 1, 2, 3);
    private Standing standing = Standing.WHOLE;

    private SlotRebuild rebuild() {
        return new SlotRebuild(1, SlotRebuildTest::isOfShard, () -> view, () -> standing);
    }

    private void enter(int slot, SlotConfiguration later, SlotStanding how) {
        view = TestSlots.entered(view, new SlotRecord(slot, later, how));
    }

    private SlotEpochs both() {
        return TestSlots.epochs(view, SLOT, NEXT);
    }

    private SlotEpochs one() {
        return TestSlots.epochs(view, SLOT);
    }

    @Test
    void whereNothingIsToBeRebuiltThatIsComplete() {
        SlotRebuild rebuild = rebuild();
        assertTrue(rebuild.isComplete());
        assertEquals(SlotEpochs.NONE, rebuild.whole());
        for (int node = 1; node <= 4; node++) {
            assertEquals(SlotEpochs.NONE, rebuild.toRebuild(node));
        }
    }

    @Test
    void ofThreeBothOthersAreNeeded() {
        standing = Standing.REBUILDING;
        SlotRebuild rebuild = rebuild();
        assertEquals(both(), rebuild.toRebuild(2));
        assertEquals(both(), rebuild.toRebuild(3));
        assertEquals(SlotEpochs.NONE, rebuild.toRebuild(4), "it does not vote");
        assertEquals(SlotEpochs.NONE, rebuild.toRebuild(1), "it did not come anew");
        assertFalse(rebuild.isComplete());
        rebuild.rebuilt(2, both());
        rebuild.rebuilt(2, both());
        assertFalse(rebuild.isComplete(), "the same node twice is one");
        assertEquals(SlotEpochs.NONE, rebuild.toRebuild(2));
        assertEquals(both(), rebuild.toRebuild(3));
        rebuild.rebuilt(3, one());
        assertFalse(rebuild.isComplete(), "one slot is not both");
        assertEquals(TestSlots.epochs(view, NEXT), rebuild.toRebuild(3));
        rebuild.rebuilt(3, both());
        assertTrue(rebuild.isComplete());
        assertEquals(SlotEpochs.NONE, rebuild.whole(), "that says the store, not the slot");
    }

    @Test
    void ofFiveThreeOfTheOthersAreEnough() {
        view = TestSlots.unchanged(1, 1, 2, 3, 4, 5);
        standing = Standing.REBUILDING;
        SlotRebuild rebuild = rebuild();
        rebuild.rebuilt(5, both());
        rebuild.rebuilt(2, both());
        assertFalse(rebuild.isComplete());
        assertEquals(both(), rebuild.toRebuild(4));
        rebuild.rebuilt(3, both());
        assertTrue(rebuild.isComplete());
        assertEquals(SlotEpochs.NONE, rebuild.toRebuild(4), "nobody is walked over in vain");
        rebuild.rebuilt(4, both());
        rebuild.begunAnew(2);
        assertTrue(rebuild.isComplete(), "three of the others are left");
        rebuild.begunAnew(3);
        assertFalse(rebuild.isComplete(), "two are not enough");
    }

    /** Only where this node votes is anything to be rebuilt. */
    @Test
    void slotsOfOthersAreNotRebuilt() {
        enter(
                NEXT,
                SlotConfiguration.first(List.of(1, 2, 3)).towards(List.of(2)).completed(),
                SlotStanding.NONE);
        standing = Standing.REBUILDING;
        SlotRebuild rebuild = rebuild();
        assertEquals(one(), rebuild.toRebuild(2));
        rebuild.rebuilt(2, one());
        rebuild.rebuilt(3, one());
        assertTrue(rebuild.isComplete());
    }

    /** Rule M5: who comes with this node knows nothing either. */
    @Test
    void inAChangeTheVotersBeforeAloneAreSources() {
        view = TestSlots.unchanged(1, 2, 3, 4);
        enter(
                SLOT,
                SlotConfiguration.first(List.of(2, 3, 4)).towards(List.of(1, 2, 5)),
                SlotStanding.REBUILDING);
        SlotRebuild rebuild = rebuild();
        for (int source : new int[] {2, 3, 4}) {
            assertEquals(one(), rebuild.toRebuild(source), "node " + source);
        }
        assertEquals(SlotEpochs.NONE, rebuild.toRebuild(5), "a newcomer like this one");
        rebuild.rebuilt(1, one());
        rebuild.rebuilt(5, one());
        rebuild.rebuilt(2, one());
        assertEquals(SlotEpochs.NONE, rebuild.whole(), "2 and 5 are not two of the old voters");
        rebuild.rebuilt(4, one());
        assertEquals(one(), rebuild.whole());
        assertTrue(rebuild.isComplete());
        assertEquals(SlotEpochs.NONE, rebuild.toRebuild(3));
    }

    /** What it has left over of an earlier life there must not pass for memory. */
    @Test
    void ownLeftoversAreRebuiltWhereItCameAnew() {
        view = TestSlots.unchanged(1, 2, 3, 4);
        enter(SLOT, COMES, SlotStanding.REBUILDING);
        SlotRebuild rebuild = rebuild();
        assertEquals(one(), rebuild.toRebuild(1), "and slot 6 is none of its slots");
        rebuild.rebuilt(2, one());
        rebuild.rebuilt(3, one());
        rebuild.rebuilt(4, one());
        assertFalse(rebuild.isComplete());
        assertEquals(SlotEpochs.NONE, rebuild.whole());
        rebuild.rebuilt(1, one());
        assertEquals(one(), rebuild.whole());
        assertTrue(rebuild.isComplete());
        enter(SLOT, COMES, SlotStanding.WHOLE);
        assertTrue(rebuild.isComplete(), "it is written down");
        assertEquals(SlotEpochs.NONE, rebuild.whole());
        assertEquals(SlotEpochs.NONE, rebuild.toRebuild(2));
    }

    /** Rule M6: before the next change the voters are others, and nobody else may be asked. */
    @Test
    void whatWasRebuiltInOneEpochCountsInNoOther() {
        view = TestSlots.unchanged(1, 2, 3, 4);
        enter(SLOT, COMES, SlotStanding.REBUILDING);
        enter(NEXT, COMES, SlotStanding.REBUILDING);
        SlotRebuild rebuild = rebuild();
        SlotEpochs inEpochTwo = both();
        for (int node = 1; node <= 3; node++) {
            rebuild.rebuilt(node, inEpochTwo);
        }
        assertEquals(inEpochTwo, rebuild.whole());
        int before = rebuild.version();
        enter(SLOT, COMES.completed(), SlotStanding.REBUILDING);
        assertEquals(TestSlots.epochs(view, NEXT), rebuild.whole());
        assertNotEquals(before, rebuild.version());
        assertEquals(3, rebuild.toRebuild(2).epochOf(SLOT), "it is asked for anew");
        rebuild.rebuilt(1, inEpochTwo);
        rebuild.rebuilt(2, inEpochTwo);
        rebuild.rebuilt(3, inEpochTwo);
        assertEquals(TestSlots.epochs(view, NEXT), rebuild.whole(), "a walk that began before");
        rebuild.rebuilt(1, both());
        rebuild.rebuilt(2, both());
        assertEquals(TestSlots.epochs(view, NEXT), rebuild.whole(), "of 1, 2, 3 both others");
        rebuild.rebuilt(3, both());
        assertEquals(both(), rebuild.whole());
    }

    /** Rule A4: it may have lost what it listed, or hold more than it knew. */
    @Test
    void whatANodeListedIsForgottenWhenItBeginsAnew() {
        standing = Standing.REBUILDING;
        SlotRebuild rebuild = rebuild();
        int before = rebuild.version();
        rebuild.begunAnew(2);
        assertEquals(before, rebuild.version(), "nothing was rebuilt from it");
        rebuild.rebuilt(2, both());
        rebuild.rebuilt(3, both());
        assertEquals(before, rebuild.version(), "more is rebuilt, not less");
        assertTrue(rebuild.isComplete());
        rebuild.begunAnew(2);
        assertNotEquals(before, rebuild.version());
        assertFalse(rebuild.isComplete());
        assertEquals(both(), rebuild.toRebuild(2));
        assertEquals(SlotEpochs.NONE, rebuild.toRebuild(3));
    }

    /** Nobody knows more than what is left of it. */
    @Test
    void aSingleVoterThatLostItsStoreGoesOnWithWhatIsLeft() {
        view = TestSlots.unchanged(1, 1);
        standing = Standing.REBUILDING;
        assertTrue(rebuild().isComplete());
    }

    /** A newcomer for a single voter has that one to learn from. */
    @Test
    void aSingleVoterBeforeIsEnoughAndNeeded() {
        view = TestSlots.unchanged(1, 2);
        enter(
                SLOT,
                SlotConfiguration.first(List.of(2)).towards(List.of(1)),
                SlotStanding.REBUILDING);
        SlotRebuild rebuild = rebuild();
        rebuild.rebuilt(1, one());
        assertFalse(rebuild.isComplete());
        rebuild.rebuilt(2, one());
        assertEquals(one(), rebuild.whole());
    }

    /** Rule A2: what was rebuilt of a slot went down with the store that is lost now. */
    @Test
    void aStoreThatIsLostForgetsWhatWasRebuilt() {
        standing = Standing.NEW;
        SlotRebuild rebuild = rebuild();
        assertTrue(rebuild.isComplete(), "nothing is known to be lost");
        rebuild.rebuilt(2, both());
        rebuild.rebuilt(3, both());
        int before = rebuild.version();
        standing = Standing.REBUILDING;
        assertFalse(rebuild.isComplete());
        assertNotEquals(before, rebuild.version());
        assertEquals(both(), rebuild.toRebuild(2));
        rebuild.rebuilt(2, both());
        rebuild.rebuilt(3, both());
        standing = Standing.WHOLE;
        assertTrue(rebuild.isComplete());
    }

    /** A lost store, and a slot to which the node had come anew before: both at once. */
    @Test
    void aLostStoreDoesNotMakeASlotWhole() {
        view = TestSlots.unchanged(1, 1, 2, 3);
        SlotConfiguration.Joint back =
                SlotConfiguration.first(List.of(1, 2, 3))
                        .towards(List.of(2, 3, 4))
                        .completed()
                        .towards(List.of(1, 2, 3));
        enter(SLOT, back, SlotStanding.REBUILDING);
        standing = Standing.REBUILDING;
        SlotRebuild rebuild = rebuild();
        assertEquals(both(), rebuild.toRebuild(3));
        assertEquals(one(), rebuild.toRebuild(4), "a voter of one slot");
        assertEquals(one(), rebuild.toRebuild(1));
        rebuild.rebuilt(2, both());
        rebuild.rebuilt(3, both());
        assertFalse(rebuild.isComplete(), "its own leftovers");
        rebuild.rebuilt(1, one());
        assertTrue(rebuild.isComplete());
        standing = Standing.WHOLE;
        assertEquals(one(), rebuild.whole(), "what was rebuilt is rebuilt");
    }
}
