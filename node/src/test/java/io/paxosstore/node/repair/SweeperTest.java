package io.paxosstore.node.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The sweep against a cluster of plain maps: nothing but its own decisions is tested. */
final class SweeperTest {
    private static final long SECOND = 1_000_000_000L;
    private static final SweepOptions OPTIONS =
            new SweepOptions(1000, 100, 4, 1024, 100 * SECOND, true, 100, SECOND);

    private final SweepWorld world = new SweepWorld();
    private final Counters counters = new Counters();
    private final Sweeper sweeper = new Sweeper(1, world, OPTIONS, counters);

    private static EntityKey key(int number) {
        return new EntityKey(7, ("k" + number).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void bringsUpToDateWhatIsBehind() {
        for (int i = 0; i < 100; i++) {
            world.put(2, key(i), 5, "v" + i);
            world.put(1, key(i), i % 2 == 0 ? 5 : 3, "v" + i);
        }
        world.put(3, key(1000), 1, "only there");
        run(10);
        for (int i = 0; i < 100; i++) {
            assertEquals(5, world.mine(key(i)).version());
        }
        assertEquals(1, world.mine(key(1000)).version());
        assertEquals(51, world.recovered.size(), "and nothing else");
        assertEquals(2, counters.get(Count.SWEEP_WALKS));
        assertTrue(world.mostAtOnce <= OPTIONS.window(), "at once: " + world.mostAtOnce);
        assertEquals("done for now", sweeper.progress());
        assertEquals(0, sweeper.keysLeft());
        assertEquals(List.of(), world.walked, "nothing was to be rebuilt");
    }

    /** Rule D3: when its mark is lost everywhere, nobody is ahead of anybody. */
    @Test
    void settlesWhatIsAcceptedThoughNobodyIsAhead() {
        EntryValue accepted = SweepWorld.value("was it chosen?");
        world.put(2, key(1), 5, "v");
        world.put(2, key(2), 5, "v");
        world.put(2, key(3), 5, "v");
        world.store(1).put(key(1), new Stored(5, SweepWorld.value("v"), 6, 1, 1, accepted));
        world.store(1).put(key(2), new Stored(5, SweepWorld.value("v"), 6, 1, 0, null));
        world.put(1, key(3), 5, "v");
        run(10);
        assertEquals(Map.of(key(1), 6L), world.wanted, "a promise alone is nothing");
    }

    /** The node that is away was the only other one that has the entry, and knew it chosen. */
    @Test
    void settlesWhatOnlyANodeThatIsAwayHasToo() {
        EntryValue accepted = SweepWorld.value("was it chosen?");
        world.store(1).put(key(1), new Stored(5, SweepWorld.value("v"), 6, 1, 1, accepted));
        world.put(2, key(2), 5, "v");
        world.put(1, key(2), 5, "v");
        run(40);
        assertEquals(Map.of(), world.wanted, "walks over the others find what they have");
        world.up.remove(3);
        sweeper.peerDown(3);
        run(10);
        assertEquals(Map.of(key(1), 6L), world.wanted);
    }

    /** With a million keys a walk is seconds of a loop that clients wait for. */
    @Test
    void aWalkThatNobodyWaitsForLeavesMostOfTheTimeToOthers() {
        for (int i = 0; i < 160; i++) {
            world.put(1, key(i), 5, "v");
            world.put(2, key(i), 5, "v");
        }
        world.lookNanos = SECOND / 200;
        long begunNanos = world.nowNanos;
        while (counters.get(Count.SWEEP_COMPARED) < 160) {
            step();
        }
        long looking = 160 * world.lookNanos;
        long took = world.nowNanos - begunNanos;
        assertTrue(took >= Walk.REST * looking, took + " ns for " + looking);
    }

    /** Whoever is behind is to be up to date soon: there is redundancy to win back. */
    @Test
    void aWalkThatFindsWhatIsMissingDoesNotRest() {
        for (int i = 0; i < 160; i++) {
            world.put(2, key(i), 5, "v");
        }
        world.lookNanos = SECOND / 200;
        long begunNanos = world.nowNanos;
        while (world.recovered.size() < 160) {
            step();
        }
        long took = world.nowNanos - begunNanos;
        assertTrue(took < 3 * 160 * world.lookNanos, took + " ns");
    }

    /** That it rests must not make walks rarer while a node is away. */
    @Test
    void restsDoNotCountAsTimeThatAWalkTook() {
        for (int i = 0; i < 160; i++) {
            world.put(1, key(i), 5, "v");
            world.put(2, key(i), 5, "v");
        }
        world.up.remove(3);
        world.lookNanos = SECOND / 200;
        sweeper.peerDown(3);
        run(200);
        assertTrue(
                counters.get(Count.SWEEP_WALKS) >= 5, "walks: " + counters.get(Count.SWEEP_WALKS));
    }

    /** It goes on with the others, and nobody tells this node what they choose, should it die. */
    @Test
    void catchesUpAgainAndAgainWhileANodeIsAway() {
        world.up.remove(3);
        sweeper.peerDown(3);
        run(10);
        world.put(2, key(1), 6, "chosen by 2 and 3, told by nobody");
        run(40);
        assertEquals(6, world.mine(key(1)).version());
        world.up.add(3);
        sweeper.peerUp();
        run(60);
        long walks = counters.get(Count.SWEEP_WALKS);
        run(60);
        assertEquals(walks, counters.get(Count.SWEEP_WALKS), "nobody is away");
    }

    @Test
    void catchesUpWhenThereIsRoomOnTheDiskAgain() {
        world.put(2, key(1), 5, "v");
        run(10);
        world.room = Room.NONE;
        run(1);
        world.put(2, key(1), 6, "written without this node");
        run(60);
        assertEquals(5, world.mine(key(1)).version());
        world.room = Room.LOW;
        run(1);
        assertEquals(6, world.mine(key(1)).version());
    }

    @Test
    void catchesUpAfterItDroppedMessagesThoughTheConnectionStayed() {
        run(10);
        world.put(2, key(1), 6, "written while this node was behind");
        run(10);
        assertEquals(0, world.mine(key(1)).version());
        counters.increment(Count.MESSAGES_DROPPED_OVERLOADED);
        run(60);
        assertEquals(6, world.mine(key(1)).version());
    }

    /** It stood in the next epoch already when the others chose that without it. */
    @Test
    void catchesUpAfterAMessageOfAnotherEpochThoughTheConnectionStayed() {
        run(10);
        world.put(2, key(1), 6, "said in the epoch before");
        run(10);
        assertEquals(0, world.mine(key(1)).version());
        sweeper.missed();
        run(60);
        assertEquals(6, world.mine(key(1)).version());
    }

    /** The vote that was lost would have had this node tell it that its value is chosen. */
    @Test
    void tellsWhoIsBehindAfterALossAndInAComparison() {
        world.put(1, key(1), 6, "chosen");
        world.put(2, key(1), 5, "accepted the next, of which it knows no more");
        world.put(3, key(1), 6, "chosen");
        world.amnesiac.add(key(2));
        world.put(2, key(2), 0, "asks for itself");
        run(10);
        assertEquals(Map.of(), world.told, "it has come up, and looks for itself");
        counters.increment(Count.FRAMES_MISSED);
        run(60);
        Map<EntityKey, SweepWorld.Told> told = Map.of(key(1), new SweepWorld.Told(2, 5));
        assertEquals(told, world.told);
        world.told.clear();
        run(120);
        assertEquals(told, world.told, "by a check");
    }

    @Test
    void fetchesWhatTheCoreKnowsToBeBehind() {
        run(10);
        world.put(2, key(1), 6, "its mark came without its value");
        world.put(2, key(2), 6, "nobody said so");
        sweeper.lagging(new Effects.Lag(key(1), 2, 6));
        world.up.remove(3);
        sweeper.lagging(new Effects.Lag(key(3), 3, 6));
        run(1);
        assertEquals(6, world.mine(key(1)).version());
        assertEquals(List.of(key(1)), world.recovered, "no walk for it, nothing from who is down");
    }

    /** Who said so votes no more (Rule M1). */
    @Test
    void fetchesWhatNoVoterIsKnownToHold() {
        run(10);
        sweeper.lagging(new Effects.Lag(key(1), 1, 6));
        run(1);
        assertEquals(List.of(key(1)), world.recovered);
    }

    @Test
    void moreHintsThanFitAreAWalk() {
        run(40);
        world.put(2, key(1), 6, "v");
        for (int i = 0; i <= 1024; i++) {
            sweeper.lagging(new Effects.Lag(key(2), 2, 6));
        }
        run(40);
        assertEquals(6, world.mine(key(1)).version());
    }

    @Test
    void rebuildsEverythingFromEveryNode() {
        world.standing = Standing.REBUILDING;
        for (int i = 0; i < 50; i++) {
            world.put(2, key(i), 5, "v" + i);
            world.put(3, key(i), 5, "v" + i);
            world.put(3, key(100 + i), 0, "");
        }
        run(10);
        assertEquals(List.of(2, 3), world.walked);
        assertEquals(100, world.trusted.size(), "also those of which only a promise is held");
    }

    /** Rule M8: it might rebuild slots in which it votes no more. */
    @Test
    void rebuildsNothingBeforeItKnowsInWhichEpochs() {
        world.standing = Standing.REBUILDING;
        world.mayRebuild = false;
        world.put(2, key(1), 5, "v");
        run(10);
        assertEquals(List.of(), world.asked);
        assertEquals("waits for the topology", sweeper.progress());
        world.mayRebuild = true;
        run(10);
        assertEquals(List.of(2, 3), world.walked);
    }

    /** Rule A5: a floor at an open entry is one voter less, whatever the versions are. */
    @Test
    void hasAnOpenEntryAtAFloorFinished() {
        world.put(2, key(1), 0, "");
        world.store(1).put(key(1), new Stored(0, null, 1, LogRecord.FLOOR, 0, null));
        run(10);
        assertEquals(List.of(key(1)), world.recovered);
    }

    /** Rule A5: a node that is not whole may hold entities whose names it has lost. */
    @Test
    void takesNothingOverFromANodeThatIsNotWhole() {
        world.standing = Standing.REBUILDING;
        world.notWhole.add(2);
        world.put(2, key(1), 5, "v");
        world.put(3, key(2), 5, "v");
        run(10);
        assertEquals(List.of(3), world.walked);
        world.notWhole.clear();
        run(10);
        assertEquals(List.of(3, 2), world.walked);
    }

    /** Rule A4: it may have lost since what it listed, and that this node has begun anew. */
    @Test
    void walksAgainOverANodeThatHasBegunAnew() {
        world.standing = Standing.REBUILDING;
        world.put(2, key(1), 5, "v");
        run(10);
        assertEquals(List.of(2, 3), world.walked);
        world.begunAnew(sweeper, 2);
        run(10);
        assertEquals(List.of(2, 3, 2), world.walked);
    }

    @Test
    void rebuildingEndsOnlyWhenEveryEntityIsRebuilt() {
        world.standing = Standing.REBUILDING;
        for (int i = 0; i < 20; i++) {
            world.put(2, key(i), 5, "v" + i);
        }
        world.unreachable.add(key(7));
        run(60);
        assertFalse(world.walked.contains(2));
        world.unreachable.clear();
        run(5);
        assertTrue(world.walked.contains(2));
    }

    @Test
    void aNodeThatGoesAwayIsWalkedOverAgainFromTheBeginning() {
        world.standing = Standing.REBUILDING;
        world.up.remove(3);
        for (int i = 0; i < 200; i++) {
            world.put(2, key(i), 1, "v");
        }
        for (int i = 0; i < 5; i++) {
            step();
        }
        world.up.remove(2);
        sweeper.peerDown(2);
        world.answers.clear();
        run(10);
        assertEquals(List.of(), world.walked);
        assertEquals("waits for nodes to rebuild from", sweeper.progress());
        world.up.add(2);
        sweeper.peerUp();
        run(10);
        assertEquals(List.of(2), world.walked);
        assertEquals(200, world.trusted.size());
    }

    @Test
    void whenANodeIsBackTheOthersAreWalkedOverToo() {
        run(60);
        world.walked.clear();
        sweeper.peerDown(2);
        // Chosen while node 2 could not be reached; killed since, it no longer knows that it was.
        world.put(3, key(1), 5, "v");
        sweeper.peerUp();
        run(60);
        assertEquals(5, world.mine(key(1)).version());
    }

    @Test
    void aLostAnswerIsAskedForAgain() {
        world.put(2, key(1), 5, "v");
        world.loseAnswers = 1;
        run(20);
        assertEquals(5, world.mine(key(1)).version());
    }

    @Test
    void goesNoFasterThanItsRate() {
        world.up.remove(3);
        for (int i = 0; i < 5000; i++) {
            world.put(2, key(i), 5, "v");
        }
        run(2);
        int done = world.recovered.size();
        assertTrue(done >= 1500 && done <= 2100, "1000 a second, 2 seconds: " + done);
    }

    @Test
    void anEntityThatCannotBeBroughtUpToDateDoesNotHoldUpTheRest() {
        world.put(2, key(1), 5, "v");
        world.put(2, key(2), 5, "v");
        world.unreachable.add(key(1));
        run(30);
        assertEquals(5, world.mine(key(2)).version());
        assertEquals("done for now", sweeper.progress());
    }

    @Test
    void damagedRecordsAreRepairedAtOnce() {
        run(5);
        world.put(1, key(4), 5, "v");
        world.amnesiac.add(key(4));
        sweeper.damaged(key(4));
        run(1);
        assertTrue(world.trusted.contains(key(4)));
        assertEquals(1, counters.get(Count.DAMAGED));
    }

    @Test
    void moreDamageThanCanBeNotedIsFoundByTheSweep() {
        run(5);
        for (int i = 0; i < 3000; i++) {
            world.put(1, key(i), 5, "v");
            world.put(2, key(i), 5, "v");
            world.amnesiac.add(key(i));
            sweeper.damaged(key(i));
        }
        run(30);
        assertEquals(3000, world.trusted.size());
    }

    @Test
    void waitsForRoomAndForAStanding() {
        world.put(2, key(1), 5, "v");
        world.standing = Standing.NEW;
        run(5);
        world.standing = Standing.WHOLE;
        world.room = Room.NONE;
        run(5);
        assertEquals(List.of(), world.recovered);
        assertEquals("waits for room on the disk", sweeper.progress());
        world.room = Room.LOW;
        run(5);
        assertEquals(1, world.recovered.size());
    }

    @Test
    void theReplicaThatDiffersFromTheMajorityIsRebuilt() {
        for (int node = 1; node <= 3; node++) {
            world.put(node, key(1), 5, "good");
            world.put(node, key(2), 5, "good");
        }
        world.put(1, key(1), 5, "bad");
        world.put(2, key(2), 5, "bad");
        run(110);
        assertEquals(List.of(key(1)), world.quarantined, "the majority's copy is not touched");
        assertEquals(SweepWorld.value("good").crc(), world.crc(key(1)));
        assertEquals(1, counters.get(Count.SWEEP_QUARANTINED));
        assertTrue(counters.get(Count.SWEEP_DIFFERENCES) >= 2);
    }

    @Test
    void withoutAMajorityNothingIsTouched() {
        world.put(1, key(1), 5, "a");
        world.put(2, key(1), 5, "b");
        world.put(3, key(1), 6, "c");
        world.put(1, key(2), 5, "a");
        world.put(2, key(2), 5, "b");
        world.up.remove(3);
        run(110);
        assertEquals(List.of(), world.quarantined);
        assertTrue(counters.get(Count.SWEEP_DIFFERENCES) >= 1);
    }

    private void run(int seconds) {
        long until = world.nowNanos + seconds * SECOND;
        while (world.nowNanos < until) {
            step();
        }
    }

    private void step() {
        world.nowNanos += SECOND / 200;
        sweeper.tick();
        world.deliver(sweeper);
    }
}
