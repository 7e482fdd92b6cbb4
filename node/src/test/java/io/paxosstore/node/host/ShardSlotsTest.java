package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.log.NoEntities;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.memory.MemoryBudget;
import io.paxosstore.node.repair.FakeStore;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.node.slot.TestSlots;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Rules M2 and M4 in a shard: it lets go, waits for its records, and goes on in the later epoch.
 */
final class ShardSlotsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int SLOT = 77;
    private static final EntityKey KEY = TestSlots.keyIn(SLOT, 1, 0);
    private static final EntityKey OTHER = TestSlots.keyIn(SLOT + 1, 1, 0);

    /** This node has left and comes back: epoch 4. */
    private static final SlotConfiguration.Joint BACK =
            SlotConfiguration.first(List.of(1, 2, 3))
                    .towards(List.of(2, 3, 4))
                    .completed()
                    .towards(List.of(1, 2, 3));

    private final FakeStore store = new FakeStore();
    private final ManualScheduler scheduler = new ManualScheduler();
    private final Disk disk = new Disk();
    private final List<Outcome> outcomes = new ArrayList<>();
    private final List<Effects.Send> sends = new ArrayList<>();
    private final List<String> landed = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final SlotView before = TestSlots.unchanged(1, 1, 2, 3);
    private final SlotView after =
            TestSlots.entered(before, new SlotRecord(SLOT, BACK, SlotStanding.REBUILDING));
    private final ShardLoop shard = shard();

    private ShardLoop shard() {
        store.standing(Standing.WHOLE);
        ClusterRoom rooms = new ClusterRoom(1, store::room, () -> 1000);
        for (int node = 1; node <= 3; node++) {
            rooms.told(node, new ClusterRoom.Told(Room.ENOUGH, 1000));
        }
        Replica replica =
                new Replica(
                        ReplicaConfig.defaults(),
                        1,
                        1,
                        before,
                        OwnershipPolicy.prePreparing(),
                        new KvMachine(),
                        new RandomSource(1));
        ShardLoop made =
                new ShardLoop(
                        0,
                        replica,
                        before,
                        new ShardStorage(disk, new NoEntities()),
                        scheduler,
                        new Peers(),
                        new Counters(),
                        new Admission(
                                new ShardLimits(
                                        100, SECOND, 1000, 1 << 20, 1 << 20, 1 << 20, SECOND),
                                store,
                                rooms,
                                () -> true),
                        new MemoryBudget(1 << 30).loop(),
                        failures::add);
        ShardLoop.connect(List.of(made));
        return made;
    }

    private void write(EntityKey key, long stamp) {
        shard.write(
                new Client(),
                stamp,
                key,
                new RequestId(7, stamp),
                stamp - 1,
                new KvOperation.Put(new byte[] {1}, 0),
                scheduler.nanoTime() + SECOND);
        scheduler.endTurn();
    }

    private void hasLeft() {
        BitSet slots = new BitSet();
        slots.set(SLOT);
        shard.slots().left(slots);
    }

    private void leave() {
        shard.slots().forget(slot -> slot == SLOT, () -> landed.add("landed"));
        scheduler.endTurn();
    }

    private void chosen(long entry) {
        EntryValue value = EntryValue.of(new ValueId(2, 1, entry), new byte[] {7});
        shard.received(2, 1, 1, KEY, new Message.Chosen(entry, value.id(), value));
    }

    /** So many records become durable. */
    private void drain(int records) {
        disk.drainMax = records;
        shard.wake();
        scheduler.runTasks();
        scheduler.endTurn();
        assertEquals(List.of(), failures);
    }

    @Test
    void waitsForTheRecordsThatAreOnTheirWay() {
        write(KEY, 1);
        assertEquals(1, disk.underWay(), "its accept is on its way to the disk");
        leave();
        assertEquals(List.of(), landed);
        assertEquals(1, outcomes.size(), "whoever waits is told at once");
        drain(1);
        assertEquals(List.of("landed"), landed);
        assertTrue(sends.isEmpty(), "the vote that was on its way is not told any more");
    }

    /** What the replica wanted written in the same turn is on its way, too. */
    @Test
    void waitsForTheRecordsOfItsTurn() {
        chosen(1);
        scheduler.endTurn();
        assertEquals(1, disk.underWay());
        chosen(2);
        assertEquals(1, disk.underWay(), "the turn goes on");
        leave();
        assertEquals(2, disk.underWay());
        drain(1);
        assertEquals(List.of(), landed, "the other one is on its way");
        drain(1);
        assertEquals(List.of("landed"), landed);
    }

    @Test
    void waitsForNothingWhereNothingIsUnderWay() {
        leave();
        assertEquals(List.of("landed"), landed);
    }

    @Test
    void whatItHasLetGoOfIsServedToNobody() {
        leave();
        write(KEY, 1);
        Outcome.NotDone refused = (Outcome.NotDone) outcomes.getFirst();
        assertEquals(Outcome.Reason.NOT_A_VOTER, refused.reason());
        assertEquals(List.of(), disk.loaded);
        write(OTHER, 2);
        assertEquals(List.of(OTHER), disk.loaded, "entities of other slots are");
    }

    @Test
    void goesOnInTheLaterEpoch() {
        List<SlotView> told = new ArrayList<>();
        shard.listeners().entered(told::add);
        assertSame(before, shard.slots().view());
        leave();
        shard.slots().entered(after);
        scheduler.endTurn();
        assertSame(after, shard.slots().view());
        assertEquals(List.of(after), told);
        disk.stored = Stored.LOST;
        shard.read(
                new Client(), 1, KEY, ReadMode.LINEARIZABLE, null, scheduler.nanoTime() + SECOND);
        scheduler.endTurn();
        assertEquals(List.of(KEY), disk.loaded);
        assertFalse(sends.isEmpty(), "it asks for its floor");
        assertTrue(sends.stream().allMatch(send -> send.epoch() == 4));
        assertTrue(sends.stream().allMatch(send -> send.message() instanceof Message.Probe));
    }

    /** Rule M4: nothing is looked for of slots of which nothing can be there. */
    @Test
    void forgetsOnlyWhatMayBeHeld() {
        leave();
        assertEquals(1, disk.forgets.size(), "it has voted there");
        assertTrue(disk.forgets.getFirst().test(SLOT));
        assertFalse(disk.forgets.getFirst().test(OTHER.slot()));
        leave();
        assertEquals(1, disk.forgets.size(), "nothing is held any more");
        assertEquals(List.of("landed", "landed"), landed);
        shard.slots().entered(after);
        leave();
        assertEquals(2, disk.forgets.size());
    }

    /** Rule M10: soon, several together, and not where it votes again by then. */
    @Test
    void forgetsWhatWasLeft() {
        SlotConfiguration.Stable others =
                SlotConfiguration.first(List.of(1, 2, 3)).towards(List.of(2, 3, 4)).completed();
        SlotView gone = TestSlots.entered(before, new SlotRecord(SLOT, others, SlotStanding.NONE));
        shard.slots().entered(gone);
        hasLeft();
        assertEquals(List.of(), disk.forgets);
        scheduler.advance(ShardSlots.LEFT_NANOS);
        assertEquals(1, disk.forgets.size());
        assertTrue(disk.forgets.getFirst().test(SLOT));
        assertFalse(disk.forgets.getFirst().test(OTHER.slot()));
    }

    @Test
    void keepsWhatWasLeftAndIsEnteredAgain() {
        hasLeft();
        leave();
        shard.slots().entered(after);
        assertEquals(1, disk.forgets.size(), "before it was entered");
        scheduler.advance(ShardSlots.LEFT_NANOS);
        assertEquals(1, disk.forgets.size());
    }

    /** What is being forgotten since it was left must not take what is written since it came. */
    @Test
    void aWalkThatGoesOnWhenASlotIsEnteredAgainSparesIt() {
        SlotConfiguration.Stable others =
                SlotConfiguration.first(List.of(1, 2, 3)).towards(List.of(2, 3, 4)).completed();
        shard.slots()
                .entered(
                        TestSlots.entered(before, new SlotRecord(SLOT, others, SlotStanding.NONE)));
        hasLeft();
        disk.forgetsSlowly = true;
        leave();
        scheduler.advance(ShardSlots.LEFT_NANOS);
        assertEquals(2, disk.forgets.size(), "to come anew, and since it was left");
        assertTrue(disk.forgets.getLast().test(SLOT));
        disk.endForgetting();
        assertEquals(List.of("landed"), landed);
        shard.slots().entered(after);
        assertFalse(disk.forgets.getLast().test(SLOT), "it votes there again");
        disk.endForgetting();
        leave();
        assertEquals(3, disk.forgets.size(), "what it holds since is to be forgotten next time");
    }

    /**
     * Rule M4: that a newcomer is amnesiac is no damage: a later incarnation has begun for it
     * already, where one was needed.
     */
    @Test
    void amnesiaOfANewcomerIsNotTakenForDamage() {
        List<Input.Loaded> found = new ArrayList<>();
        shard.listeners().damage((where, loaded) -> found.add(loaded));
        leave();
        shard.slots().entered(after);
        disk.stored = Stored.LOST;
        shard.read(
                new Client(), 1, KEY, ReadMode.LINEARIZABLE, null, scheduler.nanoTime() + SECOND);
        scheduler.endTurn();
        assertEquals(List.of(), found);
        shard.read(
                new Client(), 2, OTHER, ReadMode.LINEARIZABLE, null, scheduler.nanoTime() + SECOND);
        scheduler.endTurn();
        assertEquals(1, found.size(), "in a slot that is whole it is");
        assertEquals(OTHER, found.getFirst().key());
    }

    /** Rule M1: who is behind, or ahead, is heard of. */
    @Test
    void aMessageOfAnotherEpochIsTold() {
        List<Effects.OtherEpoch> others = new ArrayList<>();
        shard.listeners().otherEpoch(others::add);
        shard.received(2, 1, 9, KEY, new Message.Probe(1, true));
        scheduler.endTurn();
        assertEquals(List.of(new Effects.OtherEpoch(2, KEY, 9)), others);
        assertEquals(List.of(), disk.loaded);
    }

    private final class Client extends TestClient {
        @Override
        public void complete(long correlation, Operation operation, Outcome outcome) {
            outcomes.add(outcome);
        }
    }

    private final class Peers implements PeerSender {
        @Override
        public void send(Effects.Send said) {
            sends.add(said);
        }

        @Override
        public void endOfTurn() {}
    }

    /** Writes when it is told to. */
    private static final class Disk extends TestStorage {
        private final List<EntityKey> loaded = new ArrayList<>();

        Disk() {
            drainMax = 0;
        }

        @Override
        public Stored load(EntityKey key, boolean withValue) {
            loaded.add(key);
            return super.load(key, withValue);
        }
    }
}
