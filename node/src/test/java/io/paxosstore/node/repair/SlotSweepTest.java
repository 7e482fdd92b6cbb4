package io.paxosstore.node.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.Counters;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.node.slot.TestSlots;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;

/** Rule M6: the sweep rebuilds slots to which its node came anew, beside all else that it does. */
final class SlotSweepTest {
    private static final long SECOND = 1_000_000_000L;
    private static final SweepOptions OPTIONS =
            new SweepOptions(1000, 100, 4, 1024, 100 * SECOND, true, 100, SECOND);
    private static final int SLOT = 5;
    private static final int NEXT = 9;

    /** Node 1 comes for node 4. */
    private static final SlotConfiguration.Joint COMES =
            SlotConfiguration.first(List.of(2, 3, 4)).towards(List.of(1, 2, 3));

    private final SweepWorld world = new SweepWorld();
    private final Sweeper sweeper = new Sweeper(1, world, OPTIONS, new Counters());

    private static EntityKey key(int slot, int number) {
        return TestSlots.keyIn(slot, 7, number);
    }

    private void enter(int slot, SlotConfiguration later, SlotStanding how) {
        world.view = TestSlots.entered(world.view, new SlotRecord(slot, later, how));
    }

    private void come(int slot) {
        enter(slot, COMES, SlotStanding.REBUILDING);
    }

    private SlotEpochs epochs(Integer... slots) {
        return TestSlots.epochs(world.view, slots);
    }

    @Test
    void rebuildsSlotsAndCatchesUpWithTheRest() {
        for (int i = 0; i < 40; i++) {
            world.put(2, key(SLOT, i), 5, "v" + i);
            world.put(3, key(SLOT, i), 5, "v" + i);
        }
        world.put(3, key(SLOT, 100), 0, "");
        world.put(2, key(100, 1), 6, "chosen without this node");
        come(SLOT);
        run(10);
        assertEquals(epochs(SLOT), world.rebuild.whole());
        assertTrue(world.trusted.contains(key(SLOT, 100)), "of which only a promise is held");
        assertEquals(6, world.mine(key(100, 1)).version());
        assertEquals(42, world.recovered.size(), "and nothing else");
        assertEquals("done for now", sweeper.progress());
    }

    /** The rest of the node goes on, and wants to be caught up with. */
    @Test
    void catchesUpWhileASlotCannotBeRebuilt() {
        come(SLOT);
        world.notWhole.addAll(Set.of(2, 3));
        world.put(2, key(100, 1), 6, "chosen without this node");
        run(5);
        assertEquals(SlotEpochs.NONE, world.rebuild.whole());
        assertEquals(6, world.mine(key(100, 1)).version());
    }

    /** A node that is not in the epoch yet is asked again, though not without a rest. */
    @Test
    void refusedSlotsAreAskedForAgainAndTheRestCounts() {
        come(SLOT);
        come(NEXT);
        world.put(2, key(SLOT, 1), 5, "v");
        world.put(2, key(NEXT, 1), 5, "v");
        world.refusedSlots.add(NEXT);
        run(20);
        assertEquals(epochs(SLOT), world.rebuild.whole());
        world.asked.clear();
        run(2);
        int questions = world.asked.size();
        assertTrue(questions >= 10, "of both others, five times a second: " + world.asked);
        assertTrue(questions <= 24, "of both others, five times a second: " + world.asked);
        world.refusedSlots.clear();
        run(1);
        assertEquals(epochs(SLOT, NEXT), world.rebuild.whole());
        assertTrue(world.trusted.contains(key(NEXT, 1)));
    }

    /** Nobody else may know of it, and it must not pass for memory. */
    @Test
    void recoversWhatItHasLeftOver() {
        come(SLOT);
        world.put(1, key(SLOT, 1), 5, "left over");
        world.put(1, key(100, 1), 5, "of a slot that is whole");
        run(5);
        assertEquals(List.of(key(SLOT, 1)), world.recovered);
        assertEquals(0, world.wantedFrom.get(key(SLOT, 1)), "of nobody in particular");
        assertEquals(0L, world.wanted.get(key(SLOT, 1)), "nor is its version known to be chosen");
        assertTrue(world.walked.contains(1));
        assertEquals(epochs(SLOT), world.rebuild.whole());
    }

    @Test
    void isNotWholeBeforeWhatIsLeftOverIsRebuilt() {
        come(SLOT);
        world.put(1, key(SLOT, 1), 5, "left over");
        world.unreachable.add(key(SLOT, 1));
        run(20);
        assertEquals(SlotEpochs.NONE, world.rebuild.whole());
        world.unreachable.clear();
        run(5);
        assertEquals(epochs(SLOT), world.rebuild.whole());
    }

    @Test
    void aWalkWhoseSlotsAreNoMoreWantedEnds() {
        come(SLOT);
        world.put(2, key(SLOT, 1), 5, "v");
        world.unreachable.add(key(SLOT, 1));
        world.put(2, key(100, 1), 6, "chosen without this node");
        run(5);
        assertFalse(world.walked.contains(2));
        assertEquals(0, world.mine(key(100, 1)).version(), "the walk goes on");
        enter(SLOT, COMES.reversed(), SlotStanding.NONE);
        run(5);
        assertFalse(world.walked.contains(2));
        assertEquals(6, world.mine(key(100, 1)).version());
        assertEquals("done for now", sweeper.progress());
        assertEquals(0, sweeper.keysLeft());
    }

    /** The other slots of the walk are not begun anew for that. */
    @Test
    void aWalkGoesOnForTheSlotsThatAreStillWanted() {
        come(SLOT);
        come(NEXT);
        world.put(2, key(SLOT, 1), 5, "v");
        world.put(2, key(NEXT, 1), 5, "v");
        world.unreachable.add(key(SLOT, 1));
        world.unreachable.add(key(NEXT, 1));
        run(1);
        assertFalse(world.walked.contains(2));
        enter(SLOT, COMES.completed(), SlotStanding.REBUILDING);
        world.unreachable.clear();
        run(2);
        assertEquals(2, world.walked.getFirst());
        run(20);
        assertEquals(epochs(SLOT, NEXT), world.rebuild.whole(), "in the epochs of now");
        assertEquals(3, world.rebuild.whole().epochOf(SLOT));
        assertTrue(world.walked.stream().filter(node -> node == 2).count() >= 2);
    }

    /** What has no majority for now keeps no other slot waiting, nor the walks over other nodes. */
    @Test
    void aSlotIsRebuiltThoughAnEntityOfAnotherCannotBe() {
        come(SLOT);
        come(NEXT);
        for (int node = 2; node <= 3; node++) {
            world.put(node, key(SLOT, 1), 5, "v");
            world.put(node, key(NEXT, 1), 5, "v");
        }
        world.unreachable.add(key(NEXT, 1));
        for (int second = 0; second < 60; second++) {
            run(5);
            world.nowNanos += 1_000_000_000L;
        }
        assertEquals(epochs(SLOT), world.rebuild.whole());
        world.unreachable.clear();
        for (int second = 0; second < 60; second++) {
            run(5);
            world.nowNanos += 1_000_000_000L;
        }
        assertEquals(epochs(SLOT, NEXT), world.rebuild.whole());
    }

    /** Rule A4: what it listed counts no more; the walk over it begins anew. */
    @Test
    void aNodeThatBeginsAnewIsWalkedOverAgain() {
        come(SLOT);
        world.put(2, key(SLOT, 1), 5, "v");
        run(5);
        assertEquals(epochs(SLOT), world.rebuild.whole());
        world.begunAnew(sweeper, 2);
        assertEquals(SlotEpochs.NONE, world.rebuild.whole());
        world.walked.clear();
        run(5);
        assertEquals(List.of(2), world.walked);
        assertEquals(epochs(SLOT), world.rebuild.whole());
    }

    /** Rule A2: while everything is rebuilt there is nothing to be caught up with. */
    @Test
    void aLostStoreIsRebuiltBeforeAnythingIsCaughtUpWith() {
        world.standing = Standing.REBUILDING;
        world.notWhole.addAll(Set.of(2, 3));
        world.put(2, key(100, 1), 6, "v");
        run(20);
        assertEquals(List.of(), world.recovered);
        assertEquals("waits for nodes to rebuild from", sweeper.progress());
        world.notWhole.clear();
        run(10);
        assertEquals(Set.of(key(100, 1)), world.trusted);
        assertTrue(world.rebuild.isComplete());
    }

    /** It has left since: to try again would hold up the walk for ever. */
    @Test
    void whatTheNodeDoesNotVoteForIsNotTriedAgain() {
        come(SLOT);
        world.put(2, key(SLOT, 1), 5, "v");
        world.ofOthers.add(key(SLOT, 1));
        run(5);
        assertTrue(world.walked.contains(2));
    }

    /** Nobody waits for slots that move, and clients ask those that work at it as well. */
    @Test
    void slotsThatMoveGetAShareOfTheTime() {
        world.up.add(4);
        long whole = nanosUntilWhole(100);
        long quarter = nanosUntilWhole(25);
        assertTrue(quarter > 3 * whole && quarter < 5 * whole, quarter + " against " + whole);
    }

    /** Every second counts while a voter is missed. */
    @Test
    void slotsAreRebuiltWithoutRestsWhileAVoterIsMissed() {
        world.up.remove(4);
        assertEquals(nanosUntilWhole(100), nanosUntilWhole(25));
    }

    private long nanosUntilWhole(int sharePercent) {
        SweepWorld fresh = new SweepWorld();
        fresh.up.clear();
        fresh.up.addAll(world.up);
        fresh.lookNanos = SECOND / 100;
        for (int i = 0; i < 200; i++) {
            fresh.put(2, key(SLOT, i), 5, "v" + i);
            fresh.put(3, key(SLOT, i), 5, "v" + i);
        }
        fresh.view =
                TestSlots.entered(fresh.view, new SlotRecord(SLOT, COMES, SlotStanding.REBUILDING));
        SweepOptions options =
                new SweepOptions(1000, 100, 4, 1024, 100 * SECOND, true, sharePercent, SECOND);
        Sweeper paced = new Sweeper(1, fresh, options, new Counters());
        long begunNanos = fresh.nowNanos;
        while (fresh.rebuild.whole().isEmpty()) {
            assertTrue(fresh.nowNanos - begunNanos < 1000 * SECOND, "it ends");
            fresh.nowNanos += SECOND / 200;
            paced.tick();
            fresh.deliver(paced);
        }
        return fresh.nowNanos - begunNanos;
    }

    private void run(int seconds) {
        long until = world.nowNanos + seconds * SECOND;
        while (world.nowNanos < until) {
            world.nowNanos += SECOND / 200;
            sweeper.tick();
            world.deliver(sweeper);
        }
    }
}
