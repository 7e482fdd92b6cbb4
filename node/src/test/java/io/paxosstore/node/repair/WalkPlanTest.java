package io.paxosstore.node.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.node.slot.TestSlots;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Objects;

/** When a node is walked over again. */
final class WalkPlanTest {
    private static final long SECOND = 1_000_000_000L;

    private static final int SLOT = 5;

    private final SweepWorld world = new SweepWorld();

    /** A million entities are not listed every half minute. */
    @Test
    void walksWhileANodeIsAwayTakeASmallShareOfTheTime() {
        WalkPlan plan = new WalkPlan(1, world, new Pace(100));
        world.up.remove(3);
        Walk walk = Objects.requireNonNull(plan.next(0));
        plan.ended(walk, 10 * SECOND);
        long share = 40 * 10 * SECOND;
        Walk own = Objects.requireNonNull(plan.next(10 * SECOND + share - 1));
        assertEquals(1, own.nodeId, "what is pending here is of no other's time");
        assertNull(plan.next(10 * SECOND + share - 1));
        Walk again = Objects.requireNonNull(plan.next(10 * SECOND + share));
        assertEquals(Walk.Purpose.CATCH_UP, again.purpose);
    }

    /** What is wanted of a walk is not forgotten over something else that is wanted too. */
    @Test
    void aWalkThatTellsIsNotReplacedByOneThatDoesLess() {
        WalkPlan plan = new WalkPlan(1, world, new Pace(100));
        plan.exchangeLater();
        plan.catchUpLater();
        Walk first = Objects.requireNonNull(plan.next(0));
        assertEquals(Walk.Purpose.EXCHANGE, first.purpose);
        plan.again(first, 0);
        assertEquals(Walk.Purpose.EXCHANGE, Objects.requireNonNull(plan.next(0)).purpose);
        plan.ended(first, 0);
        plan.check();
        plan.exchangeLater();
        assertEquals(Walk.Purpose.CHECK, Objects.requireNonNull(plan.next(SECOND)).purpose);
    }

    /** Losses may go on for long. */
    @Test
    void aNodeIsNotWalkedOverAtEveryLoss() {
        WalkPlan plan = new WalkPlan(1, world, new Pace(100));
        for (int walks = world.fellows().length; walks > 0; walks--) {
            plan.ended(Objects.requireNonNull(plan.next(0)), 0);
        }
        plan.exchangeLater();
        assertNull(plan.next(29 * SECOND));
        assertEquals(Walk.Purpose.EXCHANGE, Objects.requireNonNull(plan.next(30 * SECOND)).purpose);
    }

    /** Rule M6: whoever waits for a change to end waits for this. */
    @Test
    void slotsAreRebuiltBeforeTheRestIsCaughtUpWith() {
        WalkPlan plan = new WalkPlan(1, world, new Pace(100));
        come();
        Walk first = Objects.requireNonNull(plan.next(0));
        assertEquals(Walk.Purpose.REBUILD, first.purpose);
        assertEquals(TestSlots.epochs(world.view, SLOT), first.slots);
        plan.ended(first, 0);
        world.rebuilt(first.nodeId, first.slots);
        Walk second = Objects.requireNonNull(plan.next(0));
        assertEquals(Walk.Purpose.REBUILD, second.purpose);
        assertNotEquals(first.nodeId, second.nodeId);
        world.rebuilt(second.nodeId, second.slots);
        Walk own = Objects.requireNonNull(plan.next(0));
        assertEquals(1, own.nodeId);
        assertEquals(Walk.Purpose.REBUILD, own.purpose);
        world.rebuilt(1, own.slots);
        assertEquals(Walk.Purpose.CATCH_UP, Objects.requireNonNull(plan.next(0)).purpose);
    }

    /** Only those that are up, and not before the pause is over. */
    @Test
    void aNodeThatRefusedIsLeftInPeaceForAWhile() {
        WalkPlan plan = new WalkPlan(1, world, new Pace(100));
        come();
        world.rebuilt(1, TestSlots.epochs(world.view, SLOT));
        world.up.remove(3);
        plan.refused(2, 10);
        assertEquals(Walk.Purpose.CATCH_UP, Objects.requireNonNull(plan.next(9)).purpose);
        Walk again = Objects.requireNonNull(plan.next(10));
        assertEquals(Walk.Purpose.REBUILD, again.purpose);
        assertEquals(2, again.nodeId);
    }

    /** What is left to be rebuilt says by itself that it is. */
    @Test
    void aRebuildThatIsBrokenOffBeginsAnewOnlyIfItIsStillWanted() {
        WalkPlan plan = new WalkPlan(1, world, new Pace(100));
        come();
        Walk gone = Objects.requireNonNull(plan.next(0));
        plan.again(gone, 0);
        Walk other = Objects.requireNonNull(plan.next(0));
        assertTrue(other.nodeId != gone.nodeId, "who waits has its turn first");
        plan.again(other, 1);
        assertEquals(Walk.Purpose.REBUILD, Objects.requireNonNull(plan.next(1)).purpose);
        world.view = TestSlots.unchanged(1, 1, 2, 3);
        plan.again(gone, 0);
        for (Walk walk = plan.next(0); walk != null; walk = plan.next(0)) {
            assertEquals(Walk.Purpose.CATCH_UP, walk.purpose);
        }
    }

    private void come() {
        SlotConfiguration joint =
                SlotConfiguration.first(List.of(2, 3, 4)).towards(List.of(1, 2, 3));
        world.view =
                TestSlots.entered(world.view, new SlotRecord(SLOT, joint, SlotStanding.REBUILDING));
    }
}
