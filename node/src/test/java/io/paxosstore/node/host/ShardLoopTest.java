package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.StateMachine;
import io.paxosstore.core.Stored;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.log.NoEntities;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.memory.MemoryBudget;
import io.paxosstore.node.repair.FakeStore;
import io.paxosstore.node.slot.TestSlots;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A shard, stepped by hand: what happens in a turn, and in which order. */
final class ShardLoopTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int LARGE_BYTES = 100;

    private final List<String> trace = new ArrayList<>();
    private final ManualScheduler scheduler = new ManualScheduler();
    private final TracedStorage storage = new TracedStorage();
    private final FakeStore store = new FakeStore();
    private final List<Throwable> failures = new ArrayList<>();
    private final List<Outcome> outcomes = new ArrayList<>();
    private final Requester requester = new TracedRequester();

    private static EntityKey key(String name) {
        return new EntityKey(1, name.getBytes(StandardCharsets.UTF_8));
    }

    private static KvOperation put() {
        return new KvOperation.Put(new byte[] {1}, 0);
    }

    private static ShardLimits limits(int requestsMax) {
        return new ShardLimits(
                requestsMax, 1_000_000_000, 1000, LARGE_BYTES, 2 * LARGE_BYTES, 1 << 20, SECOND);
    }

    ShardLoopTest() {
        store.standing(Standing.WHOLE);
    }

    private ShardLoop shard(ShardLimits limits, int... nodeIds) {
        return shard(new KvMachine(), limits, nodeIds);
    }

    private ShardLoop shard(StateMachine machine, ShardLimits limits, int... nodeIds) {
        Replica replica =
                new Replica(
                        ReplicaConfig.defaults(),
                        1,
                        1,
                        Placement.neverChanged(nodeIds),
                        OwnershipPolicy.prePreparing(),
                        machine,
                        new RandomSource(1));
        ClusterRoom rooms = new ClusterRoom(1, store::room, () -> 1000);
        for (int id : nodeIds) {
            rooms.told(id, new ClusterRoom.Told(Room.ENOUGH, 1000));
        }
        ShardLoop shard =
                new ShardLoop(
                        0,
                        replica,
                        TestSlots.unchanged(
                                1, IntStream.of(nodeIds).boxed().toArray(Integer[]::new)),
                        new ShardStorage(storage, new NoEntities()),
                        scheduler,
                        new TracedPeers(),
                        new Counters(),
                        new Admission(limits, store, rooms, () -> true),
                        new MemoryBudget(1 << 30).loop(),
                        failures::add);
        ShardLoop.connect(List.of(shard));
        return shard;
    }

    private void write(ShardLoop shard, String name, long stamp) {
        shard.write(
                requester,
                stamp,
                key(name),
                new RequestId(7, stamp),
                stamp - 1,
                put(),
                scheduler.nanoTime() + SECOND);
    }

    @Test
    void whatWaitedForALaterIncarnationIsLoadedAnew() {
        ShardLoop shard = shard(limits(100), 1);
        Input.Loaded lost = new Input.Loaded(key("k"), Stored.LOST);
        List<Input.Loaded> found = new ArrayList<>();
        shard.listeners().damage((where, loaded) -> found.add(loaded));
        storage.stored = Stored.LOST;
        shard.read(requester, 1, key("k"), ReadMode.LOCAL, null, scheduler.nanoTime() + SECOND);
        scheduler.endTurn();
        assertEquals(List.of(lost), found);
        assertEquals(List.of("load", "commit", "flush peers"), trace, "nothing has begun");
        trace.clear();
        shard.loaded(lost);
        assertEquals(List.of(), trace, "all that was wanted before comes first");
        scheduler.endTurn();
        assertEquals("load", trace.getFirst(), "it may have been rebuilt meanwhile");
    }

    /** Rule A3: a store that is being rebuilt must not begin a life for all that it lacks. */
    @Test
    void oneLaterIncarnationIsEnoughForMoreDamageThanHasNames() {
        ShardLoop shard = shard(limits(100), 1);
        List<EntityKey> found = new ArrayList<>();
        shard.listeners().damage((where, loaded) -> found.add(loaded.key()));
        store.standing(Standing.REBUILDING);
        read(shard, "votes");
        for (int i = 0; i <= FoundDamaged.NAMES_MAX; i++) {
            shard.damaged(key("damaged" + i));
        }
        storage.stored = Stored.LOST;
        read(shard, "one");
        assertEquals(List.of(key("one")), found, "it may have been found");
        shard.loaded(new Input.Loaded(key("one"), Stored.LOST));
        scheduler.endTurn();
        read(shard, "other");
        assertEquals(List.of(key("one")), found, "it has not voted in this life");
        scheduler.advance(ReplicaConfig.defaults().lingerNanos() * 2);
        read(shard, "votes");
        assertEquals(List.of(key("one"), key("votes")), found, "it has, from memory");
    }

    private void read(ShardLoop shard, String name) {
        shard.read(requester, 1, key(name), ReadMode.LOCAL, null, scheduler.nanoTime() + SECOND);
        scheduler.endTurn();
    }

    @Test
    void aWakeUpAfterTheEndIsNoFailure() {
        ShardLoop shard = shard(limits(100), 1);
        scheduler.hasEnded = true;
        shard.wake();
        assertEquals(List.of(), failures);
    }

    @Test
    void effectsOfATurnArePerformedInOrderAndOnce() {
        ShardLoop shard = shard(limits(100), 1, 2, 3);
        for (int i = 1; i <= 3; i++) {
            write(shard, "k" + i, i);
        }
        assertEquals(List.of(), trace, "nothing leaves before the turn ends");
        scheduler.endTurn();
        assertEquals(
                List.of(
                        "load",
                        "load",
                        "load",
                        "append",
                        "append",
                        "append",
                        "commit",
                        "flush peers"),
                trace,
                "Rule D1: votes wait for the disk");
        trace.clear();
        shard.wake();
        scheduler.runTasks();
        assertEquals(List.of(), trace, "nothing leaves before the turn ends");
        scheduler.endTurn();
        assertEquals(6, trace.stream().filter("send"::equals).count(), trace.toString());
        assertEquals("flush peers", trace.getLast());
        assertEquals(1, trace.stream().filter("flush peers"::equals).count());
    }

    @Test
    void aWriteIsAnsweredWhenItIsDurable() {
        ShardLoop shard = shard(limits(100), 1);
        write(shard, "k", 1);
        scheduler.endTurn();
        assertEquals(List.of("load", "append", "commit", "flush peers"), trace);
        assertEquals(1, shard.waitingRequests());
        trace.clear();
        shard.wake();
        shard.wake();
        assertEquals(1, scheduler.tasks.size(), "wake-ups that are not yet served count once");
        scheduler.runTasks();
        scheduler.endTurn();
        assertInstanceOf(Outcome.Written.class, outcomes.getFirst());
        assertEquals(0, shard.waitingRequests());
        assertEquals("flush requester", trace.getLast());
        assertEquals(1, shard.counters().get(Count.WRITES_OK));
        long counted = 0;
        for (int i = 0; i < LatencyBuckets.bucketCount(); i++) {
            counted += shard.counters().latency().of(Operation.WRITE, RequestModel.KEY).count(i);
        }
        assertEquals(1, counted);
    }

    private void writeLarge(ShardLoop shard, String name, long stamp) {
        shard.write(
                requester,
                stamp,
                key(name),
                new RequestId(7, stamp),
                stamp - 1,
                new KvOperation.Put(new byte[LARGE_BYTES], 0),
                scheduler.nanoTime() + SECOND);
    }

    /** What comes behind large writes waits for two of them at most, not for all. */
    @Test
    void largeWritesAreTakenInTurn() {
        ShardLoop shard = shard(limits(100), 1);
        for (int i = 1; i <= 9; i++) {
            writeLarge(shard, "k" + i, i);
        }
        write(shard, "small", 10);
        scheduler.endTurn();
        assertEquals(3, trace.stream().filter("append"::equals).count(), trace.toString());
        assertEquals(10, shard.waitingRequests());
        for (int i = 0; i < 100 && outcomes.size() < 10; i++) {
            shard.wake();
            scheduler.runTasks();
            scheduler.endTurn();
        }
        assertEquals(10, outcomes.stream().filter(Outcome.Written.class::isInstance).count());
        assertEquals(0, shard.waitingRequests());
    }

    /** The disk hangs: those that wait hear before their deadline that nothing was done. */
    @Test
    void whatHasNotBegunEndsInTime() {
        ShardLoop shard = shard(limits(100), 1);
        for (int i = 1; i <= 3; i++) {
            writeLarge(shard, "k" + i, i);
        }
        scheduler.endTurn();
        for (int i = 0; i < 960; i++) {
            scheduler.advance(1_000_000);
        }
        assertEquals(List.of(new Outcome.NotDone(Outcome.Reason.DEADLINE)), outcomes);
        assertTrue(trace.contains("sign"), "until then it was not forgotten");
        assertEquals(2, shard.waitingRequests());
    }

    @Test
    void refusesWhenTooMuchWaits() {
        ShardLoop shard = shard(limits(2), 1);
        for (int i = 1; i <= 3; i++) {
            write(shard, "k" + i, i);
        }
        assertEquals(List.of(new Outcome.NotDone(Outcome.Reason.OVERLOADED)), outcomes, "at once");
        assertEquals(2, shard.waitingRequests());
    }

    @Test
    void refusesWritesWhileTheDiskIsBehind() {
        ShardLoop shard = shard(limits(100), 1);
        storage.pendingBytes = 1001;
        write(shard, "k", 1);
        assertEquals(List.of(new Outcome.NotDone(Outcome.Reason.OVERLOADED)), outcomes);
        shard.read(requester, 9, key("k"), ReadMode.LOCAL, null, scheduler.nanoTime() + SECOND);
        scheduler.endTurn();
        assertInstanceOf(Outcome.Value.class, outcomes.getLast(), "reads need no disk write");
        storage.pendingBytes = 2001;
        shard.received(2, 1, 1, key("k"), new Message.Learn(1, 0));
        assertEquals(1, shard.counters().get(Count.MESSAGES_DROPPED_OVERLOADED));
    }

    @Test
    void requestsEndAtTheirDeadline() {
        ShardLoop shard = shard(limits(100), 1, 2, 3);
        write(shard, "k", 1);
        scheduler.endTurn();
        for (int i = 0; i < 3000 && outcomes.isEmpty(); i++) {
            scheduler.advance(1_000_000);
        }
        assertEquals(1, outcomes.size(), "a timer drives the replica without any event");
        assertEquals(0, shard.waitingRequests());
    }

    @Test
    void anAmnesiacEntityAsksTheOthersAndVotesOnNothing() {
        ShardLoop shard = shard(limits(100), 1, 2, 3);
        storage.stored = Stored.LOST;
        shard.recover(requester, 1, key("k"), 2, 5, scheduler.nanoTime() + SECOND);
        scheduler.endTurn();
        assertTrue(shard.counters().get(Count.LOADS_AMNESIAC) > 0);
        assertTrue(trace.contains("send"), "Rule A2: it asks the others");
        assertFalse(trace.contains("append"), "and votes on nothing");
        for (int i = 0; i < 3000 && outcomes.isEmpty(); i++) {
            scheduler.advance(1_000_000);
        }
        assertEquals(List.of(new Outcome.NotDone(Outcome.Reason.DEADLINE)), outcomes);
        assertEquals(1, shard.counters().get(Count.RECOVER_FAILED));
    }

    @Test
    void writesAreRefusedWhileTheDiskIsNearlyFull() {
        ShardLoop shard = shard(limits(100), 1, 2, 3);
        store.room(Room.LOW);
        write(shard, "k", 1);
        assertEquals(List.of(new Outcome.NotDone(Outcome.Reason.DISK_FULL)), outcomes, "at once");
        shard.received(2, 1, 1, key("k"), paxos());
        assertEquals(0, shard.counters().get(Count.MESSAGES_DROPPED_DISK_FULL), "but it votes");
        store.room(Room.NONE);
        shard.received(2, 1, 1, key("k"), paxos());
        assertEquals(1, shard.counters().get(Count.MESSAGES_DROPPED_DISK_FULL));
        shard.received(2, 1, 1, key("k"), new Message.Probe(1, false));
        shard.received(2, 1, 1, key("k"), new Message.Learn(1, 0));
        assertEquals(1, shard.counters().get(Count.MESSAGES_DROPPED_DISK_FULL));
        shard.read(
                requester, 9, key("k"), ReadMode.LINEARIZABLE, null, SECOND + scheduler.nanoTime());
        assertEquals(new Outcome.NotDone(Outcome.Reason.DISK_FULL), outcomes.getLast());
        store.room(Room.ENOUGH);
        int before = outcomes.size();
        write(shard, "k", 2);
        assertEquals(before, outcomes.size(), "back by itself");
    }

    @Test
    void aNewNodeTakesPartInNothing() {
        ShardLoop shard = shard(limits(100), 1, 2, 3);
        store.standing(Standing.NEW);
        write(shard, "k", 1);
        assertEquals(1, outcomes.size());
        shard.received(2, 1, 1, key("k"), new Message.Probe(1, false));
        scheduler.endTurn();
        assertFalse(trace.contains("load"));
        assertEquals(1, shard.counters().get(Count.MESSAGES_DROPPED_UNDECIDED));
    }

    private static Message.Paxos paxos() {
        return new Message.Paxos(1, 5, 0, null, null, 0, 0, 0, null, false);
    }

    @Test
    void aBrokenEngineFailsTheNode() {
        ShardLoop shard = shard(limits(100), 1);
        storage.broken = true;
        write(shard, "k", 1);
        scheduler.endTurn();
        assertEquals(1, failures.size(), "Rule D4");
        write(shard, "k", 2);
        scheduler.endTurn();
        assertEquals(1, failures.size());
    }

    /** What the replica wanted before rests on a step that was not finished. */
    @Test
    void afterAReplicaHasFailedInATurnNothingOfItIsWrittenOrSent() {
        KvMachine sound = new KvMachine();
        int[] evaluations = new int[1];
        ShardLoop shard =
                shard(
                        (state, command, nowMillis) -> {
                            if (++evaluations[0] == 2) {
                                throw new IllegalStateException("an invariant");
                            }
                            return sound.evaluate(state, command, nowMillis);
                        },
                        limits(100),
                        1);
        for (int i = 1; i <= 3; i++) {
            write(shard, "k" + i, i);
        }
        scheduler.endTurn();
        assertEquals(2, evaluations[0]);
        assertEquals(List.of("load", "load"), trace.subList(0, 2));
        assertFalse(trace.contains("append"), trace.toString());
        assertFalse(trace.contains("commit"), trace.toString());
        assertEquals(List.of(), outcomes);
        assertEquals("an invariant", failures.getFirst().getMessage());
        assertEquals(1, failures.size());
    }

    private final class TracedRequester extends TestClient {
        @Override
        public void complete(long correlation, Operation operation, Outcome outcome) {
            outcomes.add(outcome);
        }

        @Override
        public void workedOn(long correlation) {
            trace.add("sign");
        }

        @Override
        public void endOfTurn() {
            trace.add("flush requester");
        }
    }

    private final class TracedPeers implements PeerSender {
        @Override
        public void send(Effects.Send said) {
            trace.add("send");
        }

        @Override
        public void endOfTurn() {
            trace.add("flush peers");
        }
    }

    private final class TracedStorage extends TestStorage {
        private boolean broken;
        private long pendingBytes;

        @Override
        public Stored load(EntityKey key, boolean withValue) {
            trace.add("load");
            return super.load(key, withValue);
        }

        @Override
        public void append(LogRecord record, long ticket) {
            if (broken) {
                throw new IllegalStateException("the engine has failed");
            }
            trace.add("append");
            super.append(record, ticket);
        }

        @Override
        public void markChosen(EntityKey key, long entry) {
            trace.add("mark");
        }

        @Override
        public void commit() {
            trace.add("commit");
        }

        @Override
        public long pendingBytes() {
            return pendingBytes;
        }
    }
}
