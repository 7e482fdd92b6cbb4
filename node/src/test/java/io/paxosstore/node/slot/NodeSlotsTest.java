package io.paxosstore.node.slot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Configuration;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Rules M2, M4, M6 and M8: how a node enters epochs of slots, step by step. */
final class NodeSlotsTest {
    private static final int SLOT = 5;
    private static final SlotConfiguration.Stable HERE = SlotConfiguration.first(List.of(1, 2, 3));
    private static final SlotConfiguration.Stable ELSEWHERE =
            SlotConfiguration.first(List.of(2, 3, 4));

    /** Node 1 comes for node 4: epoch 2. */
    private static final SlotConfiguration.Joint COMES = ELSEWHERE.towards(List.of(2, 3, 1));

    /** Node 1 goes: epoch 2. */
    private static final SlotConfiguration.Joint GOES = HERE.towards(List.of(2, 3, 4));

    /** Node 1 is away: epoch 3. */
    private static final SlotConfiguration.Stable GONE = GOES.completed();

    /** Node 1 comes back: epoch 4. */
    private static final SlotConfiguration.Joint BACK = GONE.towards(List.of(1, 3, 4));

    /** A node that votes where nothing has changed yet. */
    private final SlotWorld voter = new SlotWorld(TestSlots.unchanged(1, 1, 2, 3));

    /** A node that does not. */
    private final SlotWorld stranger = new SlotWorld(TestSlots.unchanged(1, 2, 3, 4));

    private static int epoch(SlotView view) {
        return view.configurationOf(SLOT).epoch();
    }

    private static List<SlotEpoch> at(int epoch) {
        return List.of(new SlotEpoch(SLOT, epoch));
    }

    /** Rule M2. */
    @Test
    void anEpochIsDurableBeforeAnyShardStandsInIt() {
        voter.learn(SLOT, GOES);
        voter.runShards();
        assertEquals(List.of(), voter.taken());
        assertEquals(1, epoch(voter.slots.view()), "not durable yet");
        voter.runBackground();
        assertEquals(List.of("writes 5@2 WHOLE"), voter.taken());
        assertEquals(2, epoch(voter.slots.view()));
        voter.runShards();
        assertEquals(List.of("shard 0 enters in 0", "shard 1 enters in 0"), voter.taken());
        for (SlotWorld.Shard shard : voter.shards) {
            assertEquals(2, epoch(shard.views.getLast()));
        }
    }

    @Test
    void nobodyStandsInWhatCouldNotBeWritten() {
        voter.failingWrites = 3;
        voter.learn(SLOT, GOES);
        voter.tryBackground();
        assertEquals(1, epoch(voter.slots.view()), "it is told to nobody, and not routed by");
        voter.run();
        assertEquals(
                List.of(
                        "no room",
                        "no room",
                        "no room",
                        "writes 5@2 WHOLE",
                        "shard 0 enters in 0",
                        "shard 1 enters in 0"),
                voter.taken());
    }

    /** Rule M4: what is written after the record belongs to the new life there. */
    @Test
    void aNewcomersShardsLetGoFirstAndTheirRecordsLand() {
        stranger.learn(SLOT, COMES);
        assertTrue(stranger.isBackgroundIdle());
        stranger.runShards();
        assertEquals(List.of("shard 0 leaves [5]", "shard 1 leaves [5]"), stranger.taken());
        assertTrue(stranger.isBackgroundIdle());
        stranger.shards.getFirst().land();
        assertTrue(stranger.isBackgroundIdle(), "shard 1 still writes");
        stranger.shards.getLast().land();
        stranger.runBackground();
        assertEquals(List.of("writes 5@2 REBUILDING"), stranger.taken());
        assertTrue(stranger.slots.view().isRebuilding(SLOT));
        stranger.runShards();
        assertEquals(
                List.of("shard 0 enters in 0", "shard 1 enters in 0"),
                stranger.taken(),
                "it has never voted there: no later incarnation");
    }

    /** Rule M4: only the slots to which it comes anew are let go. */
    @Test
    void whatItOnlyGoesOnInIsNotLetGo() {
        SlotView view =
                TestSlots.entered(
                        TestSlots.unchanged(1, 1, 2, 3),
                        new SlotRecord(6, GONE, SlotStanding.NONE));
        SlotWorld world = new SlotWorld(view);
        world.slots.learn(List.of(new SlotChange(SLOT, GOES), new SlotChange(6, BACK)));
        world.run();
        assertEquals(
                List.of(
                        "shard 0 leaves [6]",
                        "shard 1 leaves [6]",
                        "writes 5@2 WHOLE, 6@4 REBUILDING",
                        "shard 0 enters in 0",
                        "shard 1 enters in 0"),
                world.taken());
    }

    /** Rule M4: what it said there in this incarnation is of a life that has ended. */
    @Test
    void aNodeThatComesBackBeginsALaterIncarnation() {
        voter.learn(SLOT, GOES);
        voter.run();
        voter.learn(SLOT, GONE);
        voter.run();
        assertEquals(10, voter.incarnation, "to leave takes none");
        voter.taken();
        voter.learn(SLOT, BACK);
        voter.run();
        assertEquals(
                List.of(
                        "shard 0 leaves [5]",
                        "shard 1 leaves [5]",
                        "lives in 11",
                        "writes 5@4 REBUILDING",
                        "shard 0 enters in 11",
                        "shard 1 enters in 11"),
                voter.taken());
    }

    /** The same, where the epochs between were slept through. */
    @Test
    void aNodeThatHasSleptThroughItsAbsenceBeginsALaterIncarnation() {
        voter.learn(SLOT, BACK);
        voter.run();
        assertEquals(
                List.of(
                        "shard 0 leaves [5]",
                        "shard 1 leaves [5]",
                        "lives in 11",
                        "writes 5@4 REBUILDING",
                        "shard 0 enters in 11",
                        "shard 1 enters in 11"),
                voter.taken());
    }

    /** It came only after its start; it has voted in this incarnation all the same. */
    @Test
    void aNodeThatCameSinceItsStartAndComesBackBeginsALaterIncarnation() {
        stranger.learn(SLOT, COMES);
        stranger.run();
        SlotConfiguration.Stable away = COMES.reversed();
        stranger.learn(SLOT, away);
        stranger.run();
        assertEquals(10, stranger.incarnation);
        stranger.learn(SLOT, away.towards(List.of(1, 2, 3)));
        stranger.run();
        assertEquals(11, stranger.incarnation);
    }

    /** Since the start of the node another incarnation has begun already. */
    @Test
    void aNodeThatVotedBeforeItsStartOnlyBeginsNone() {
        SlotWorld restarted =
                new SlotWorld(
                        TestSlots.entered(
                                TestSlots.unchanged(1, 1, 2, 3),
                                new SlotRecord(SLOT, GONE, SlotStanding.NONE)));
        restarted.learn(SLOT, BACK);
        restarted.run();
        assertEquals(10, restarted.incarnation);
        assertTrue(restarted.taken().contains("writes 5@4 REBUILDING"));
    }

    /** Each incarnation costs the whole cluster a greeting. */
    @Test
    void anIncarnationIsBegunOnceThoughTheWriteIsTriedAgain() {
        voter.failingWrites = 2;
        voter.learn(SLOT, BACK);
        voter.run();
        assertEquals(
                List.of(
                        "shard 0 leaves [5]",
                        "shard 1 leaves [5]",
                        "lives in 11",
                        "no room",
                        "no room",
                        "writes 5@4 REBUILDING",
                        "shard 0 enters in 11",
                        "shard 1 enters in 11"),
                voter.taken());
    }

    /** Rule M2: epochs of a slot never fall. */
    @Test
    void nothingFallsBackToAnEarlierEpoch() {
        voter.learn(SLOT, GONE);
        voter.run();
        voter.taken();
        voter.learn(SLOT, GOES);
        voter.learn(SLOT, GONE);
        voter.learn(SLOT, HERE);
        voter.run();
        assertEquals(List.of(), voter.taken());
        assertEquals(3, epoch(voter.slots.view()));
    }

    @Test
    void newsOfSeveralEpochsAtOnceEnterTheLatest() {
        voter.slots.learn(
                List.of(
                        new SlotChange(SLOT, GOES),
                        new SlotChange(SLOT, GONE),
                        new SlotChange(SLOT, GOES)));
        voter.run();
        assertEquals("writes 5@3 NONE", voter.taken().getFirst());
        assertEquals(1, voter.records.size());
        assertFalse(voter.slots.view().votesIn(SLOT));
    }

    @Test
    void newsThatComeWhileEnteringAreEnteredAfter() {
        voter.learn(SLOT, GOES);
        voter.learn(SLOT, GONE);
        voter.learn(6, GOES);
        voter.runBackground();
        assertEquals(List.of("writes 5@2 WHOLE"), voter.taken());
        voter.shards.getFirst().runTasks();
        assertTrue(voter.isBackgroundIdle(), "shard 1 is a batch behind");
        voter.learn(7, GOES);
        voter.shards.getLast().runTasks();
        voter.taken();
        voter.run();
        assertEquals(
                List.of(
                        "writes 5@3 NONE, 6@2 WHOLE, 7@2 WHOLE",
                        "shard 0 enters in 0",
                        "shard 0 has left [5]",
                        "shard 1 enters in 0",
                        "shard 1 has left [5]"),
                voter.taken());
    }

    /** What came in vain while its epoch was entered is not entered a second time. */
    @Test
    void whatIsHeardAgainWhileItIsEnteredIsEnteredOnce() {
        voter.learn(SLOT, GOES);
        voter.learn(SLOT, GOES);
        voter.run();
        assertEquals(1, voter.records.size());
    }

    /** Rule M6: what it has not rebuilt it lacks in the next epoch, too. */
    @Test
    void aNewcomerThatStaysIsNotWholeForThat() {
        stranger.learn(SLOT, COMES);
        stranger.run();
        stranger.taken();
        stranger.learn(SLOT, COMES.completed());
        stranger.run();
        assertEquals(
                List.of("writes 5@3 REBUILDING", "shard 0 enters in 0", "shard 1 enters in 0"),
                stranger.taken(),
                "nor does it come anew");
        assertTrue(stranger.slots.view().isRebuilding(SLOT));
    }

    @Test
    void aNewcomerThatGoesAgainHasNothingToRebuild() {
        stranger.learn(SLOT, COMES);
        stranger.run();
        stranger.taken();
        stranger.learn(SLOT, COMES.reversed());
        stranger.run();
        assertEquals("writes 5@3 NONE", stranger.taken().getFirst());
        assertFalse(stranger.slots.view().isRebuilding(SLOT));
        assertFalse(stranger.slots.view().isRebuilding());
        assertFalse(stranger.slots.view().votesIn(SLOT));
    }

    /** Rule M6: a record that it is whole must not outlive what it was made of. */
    @Test
    void isWholeOnceWhatWasRebuiltIsDurable() throws Exception {
        stranger.learn(SLOT, COMES);
        stranger.run();
        stranger.taken();
        stranger.slots.whole(
                at(2),
                () -> {
                    stranger.trace.add("still?");
                    return true;
                });
        stranger.run();
        assertEquals(
                List.of(
                        "data",
                        "still?",
                        "writes 5@2 WHOLE",
                        "shard 0 enters in 0",
                        "shard 1 enters in 0"),
                stranger.taken());
        assertFalse(stranger.slots.view().isRebuilding(SLOT));
        assertFalse(stranger.shards.getFirst().views.getLast().isRebuilding(SLOT));
        assertEquals(COMES, stranger.slots.view().configurationOf(SLOT).slot());
        stranger.slots.whole(at(2), () -> true);
        assertEquals(List.of("data"), stranger.taken(), "said twice it is written once");
    }

    /** Rule A4: whoever it was rebuilt from has begun anew meanwhile. */
    @Test
    void isNotWholeWhenWhatItWasRebuiltFromCountsNoMore() throws Exception {
        stranger.learn(SLOT, COMES);
        stranger.run();
        stranger.taken();
        stranger.slots.whole(at(2), () -> false);
        stranger.run();
        assertEquals(List.of("data"), stranger.taken());
        assertTrue(stranger.slots.view().isRebuilding(SLOT));
    }

    /** Rule M6: it is whole in an epoch, not in those after it. */
    @Test
    void isNotWholeInAnotherEpoch() throws Exception {
        stranger.learn(SLOT, COMES);
        stranger.run();
        stranger.beforeWhole =
                () -> {
                    stranger.beforeWhole = () -> {};
                    stranger.learn(SLOT, COMES.completed());
                    stranger.run();
                };
        stranger.taken();
        stranger.slots.whole(at(2), () -> true);
        assertEquals(3, epoch(stranger.slots.view()));
        assertTrue(stranger.slots.view().isRebuilding(SLOT));
        assertEquals(SlotStanding.REBUILDING, stranger.records.getLast().standing());
        stranger.slots.whole(List.of(new SlotEpoch(SLOT, 3), new SlotEpoch(6, 1)), () -> true);
        assertEquals(3, stranger.records.size(), "slot 6 was never to be rebuilt");
        assertEquals(SlotStanding.WHOLE, stranger.records.getLast().standing());
        stranger.learn(SLOT, COMES.completed().towards(List.of(1, 2, 4)));
        stranger.run();
        assertEquals(SlotStanding.WHOLE, stranger.records.getLast().standing(), "and it stays so");
    }

    /** Rule M8: what it is after a restart is what its store says. */
    @Test
    void goesOnAfterARestartWhereItsRecordsSay() {
        SlotView view =
                SlotView.of(
                        1,
                        slot -> Configuration.of(ELSEWHERE),
                        List.of(
                                new SlotRecord(SLOT, COMES, SlotStanding.REBUILDING),
                                new SlotRecord(6, COMES, SlotStanding.WHOLE)));
        assertTrue(view.votesIn(SLOT) && view.isRebuilding(SLOT));
        assertTrue(view.votesIn(6) && !view.isRebuilding(6));
        assertFalse(view.votesIn(7) || view.isRebuilding(7));
        assertTrue(view.isRebuilding());
        SlotWorld world = new SlotWorld(view);
        world.learn(SLOT, COMES);
        world.run();
        assertEquals(List.of(), world.taken(), "known already");
    }

    /** The node stops: nobody waits for loops that have ended, and nobody dies of them. */
    @Test
    void loopsThatHaveEndedEnterNothing() throws Exception {
        stranger.shards.getLast().hasEnded = true;
        stranger.learn(SLOT, COMES);
        stranger.run();
        assertEquals(List.of("shard 0 leaves [5]"), stranger.taken());
        assertEquals(1, epoch(stranger.slots.view()), "its shard 1 may still write");

        voter.learn(SLOT, GOES);
        voter.shards.forEach(shard -> shard.hasEnded = true);
        voter.run();
        assertEquals(List.of("writes 5@2 WHOLE"), voter.taken());
        voter.slots.whole(at(2), () -> true);
        assertEquals(List.of("data"), voter.taken());
    }

    /**
     * Rule M4: what is entered while the shards have let go of a slot, and wait for its records,
     * belongs to other slots.
     */
    @Test
    void aSlotMayBecomeWholeWhileAnotherIsAboutToBeEntered() throws Exception {
        stranger.learn(SLOT, COMES);
        stranger.run();
        stranger.taken();
        stranger.learn(6, COMES);
        stranger.runShards();
        stranger.slots.whole(at(2), () -> true);
        stranger.run();
        assertEquals(
                List.of(
                        "shard 0 leaves [6]",
                        "shard 1 leaves [6]",
                        "data",
                        "writes 5@2 WHOLE",
                        "shard 0 enters in 0",
                        "shard 1 enters in 0",
                        "writes 6@2 REBUILDING",
                        "shard 0 enters in 0",
                        "shard 1 enters in 0"),
                stranger.taken());
        assertFalse(stranger.slots.view().isRebuilding(SLOT));
        assertTrue(stranger.slots.view().isRebuilding(6));
    }
}
