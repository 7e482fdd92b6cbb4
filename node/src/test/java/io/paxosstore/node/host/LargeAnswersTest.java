package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntityHead;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.log.NoEntities;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.memory.MemoryBudget;
import io.paxosstore.node.repair.FakeStore;
import io.paxosstore.node.slot.TestSlots;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads of entities whose answers are large, at a shard that is driven by hand. */
final class LargeAnswersTest {
    private static final long MILLI = 1_000_000L;
    private static final int MIB = 1 << 20;
    private static final long VERSION = 3;
    private static final Command QUERY = new Command() {};

    private final ManualScheduler scheduler = new ManualScheduler();
    private final Data data = new Data();
    private final List<Throwable> failures = new ArrayList<>();
    private final Map<Long, Outcome> answers = new TreeMap<>();

    private ShardLoop shard(int largeBytes, long memoryBytes) {
        FakeStore store = new FakeStore();
        store.standing(Standing.WHOLE);
        ClusterRoom rooms = new ClusterRoom(1, store::room, () -> 1000);
        rooms.told(1, new ClusterRoom.Told(Room.ENOUGH, 1000));
        ShardLimits limits =
                new ShardLimits(
                        65_536, 100 * MILLI, 1 << 30, largeBytes, 2L * largeBytes, 10 * MILLI);
        ShardLoop shard =
                new ShardLoop(
                        0,
                        new Replica(
                                ReplicaConfig.defaults(),
                                1,
                                1,
                                Placement.neverChanged(1),
                                OwnershipPolicy.prePreparing(),
                                new KvMachine(),
                                new RandomSource(1)),
                        TestSlots.unchanged(1, 1),
                        new ShardStorage(data, data),
                        scheduler,
                        new LoneShard.NoPeers(),
                        new Counters(),
                        new Admission(limits, store, rooms, key -> true),
                        new MemoryBudget(memoryBytes).loop(),
                        failures::add);
        ShardLoop.connect(List.of(shard));
        return shard;
    }

    private void read(ShardLoop shard, long correlation, String entity, long withinNanos) {
        EntityKey key =
                new EntityKey(SpaceKind.ENTITY_FROM, entity.getBytes(StandardCharsets.UTF_8));
        shard.read(
                new Client(),
                correlation,
                key,
                ReadMode.LOCAL,
                QUERY,
                scheduler.nanoTime() + withinNanos);
    }

    private void turn() {
        scheduler.advance(1000);
        scheduler.runTasks();
        scheduler.endTurn();
    }

    /** Whoever comes behind them is served between them: one turn does not answer all. */
    @Test
    void aTurnAnswersNoMoreThanItsShare() {
        ShardLoop shard = shard(1 << 30, 1 << 30);
        for (long i = 0; i < 20; i++) {
            read(shard, i, "e" + i, 1000 * MILLI);
        }
        scheduler.endTurn();
        int perTurn = TurnShare.BYTES_ENOUGH / MIB;
        for (int turns = 1; turns <= 20 / perTurn; turns++) {
            assertEquals(turns * perTurn, answers.size(), "after turns " + turns);
            turn();
        }
        assertEquals(20, answers.size());
        answers.values().forEach(answer -> assertEquals(MIB, bytes(answer)));
        assertEquals(0, shard.waitingRequests());
        assertEquals(List.of(), failures);
    }

    @Test
    void smallAnswersAreNotPutOff() {
        ShardLoop shard = shard(1 << 30, 1 << 30);
        data.bytes = 100;
        for (long i = 0; i < 1000; i++) {
            read(shard, i, "e" + i, 1000 * MILLI);
        }
        scheduler.endTurn();
        assertEquals(1000, answers.size());
    }

    @Test
    void whoIsPutOffBeyondHisTimeIsToldSo() {
        ShardLoop shard = shard(1 << 30, 1 << 30);
        for (long i = 0; i < 5; i++) {
            read(shard, i, "e" + i, MILLI);
        }
        scheduler.endTurn();
        scheduler.advance(2 * MILLI);
        turn();
        assertEquals(5, answers.size());
        assertEquals(new Outcome.NotDone(Outcome.Reason.DEADLINE), answers.get(4L));
        assertEquals(0, shard.waitingRequests());
    }

    /** Between two turns an entity may be dropped, moved away or lost: that is no empty one. */
    @Test
    void whatIsGoneInALaterTurnIsNotReadAsEmpty() {
        ShardLoop shard = shard(1 << 30, 1 << 30);
        for (long i = 0; i < 5; i++) {
            read(shard, i, "e" + i, 1000 * MILLI);
        }
        scheduler.endTurn();
        data.version = 0;
        data.bytes = 0;
        turn();
        assertEquals(5, answers.size());
        assertEquals(MIB, bytes(answers.get(1L)));
        assertEquals(new Outcome.NotDone(Outcome.Reason.NO_VOTE), answers.get(4L));
    }

    /** What an entity has brought it is expected to bring again: in its turn, and with memory. */
    @Test
    void readsOfWhatWasLargeAreTakenInTurn() {
        ShardLoop shard = shard(MIB, 1 << 30);
        read(shard, 0, "e", 1000 * MILLI);
        scheduler.endTurn();
        turn();
        assertEquals(1, answers.size());
        data.reads = 0;
        for (long i = 1; i <= 10; i++) {
            read(shard, i, "e", 1000 * MILLI);
        }
        scheduler.endTurn();
        assertEquals(2, data.reads, "as many as may be under way");
        for (int i = 0; i < 20; i++) {
            turn();
        }
        assertEquals(11, answers.size());
    }

    @Test
    void whatFindsNoMemoryIsRefusedBeforeItIsRead() {
        ShardLoop shard = shard(1 << 30, 8 * MIB);
        read(shard, 0, "e", 1000 * MILLI);
        scheduler.endTurn();
        assertEquals(MIB, bytes(answers.get(0L)));
        data.bytes = 64 * MIB;
        read(shard, 1, "e", 1000 * MILLI);
        turn();
        assertEquals(new Outcome.NotDone(Outcome.Reason.OVERLOADED), answers.get(1L));
        data.reads = 0;
        read(shard, 2, "e", 1000 * MILLI);
        turn();
        assertEquals(new Outcome.NotDone(Outcome.Reason.OVERLOADED), answers.get(2L));
        assertEquals(0, data.reads, "it is known what it would bring");
        data.bytes = 10;
        read(shard, 3, "e", 1000 * MILLI);
        turn();
        assertEquals(10, bytes(answers.get(3L)), "it is not refused for ever");
    }

    @Test
    void ofSoManyEntitiesOnlyIsItKnown() {
        LargeAnswers large = new LargeAnswers();
        for (int i = 0; i < 2 * LargeAnswers.ENTITIES_MAX; i++) {
            large.answered(new EntityKey(1, new byte[] {(byte) i, (byte) (i >> 8)}), MIB);
        }
        int known = 0;
        for (int i = 0; i < 2 * LargeAnswers.ENTITIES_MAX; i++) {
            int expected = large.expected(new EntityKey(1, new byte[] {(byte) i, (byte) (i >> 8)}));
            assertTrue(expected == 0 || expected == MIB);
            known += expected == 0 ? 0 : 1;
        }
        assertEquals(LargeAnswers.ENTITIES_MAX, known);
        EntityKey last = new EntityKey(1, new byte[] {-1, 7});
        assertEquals(MIB, large.expected(last));
        large.answered(last, 10);
        assertEquals(0, large.expected(last));
    }

    private static int bytes(Outcome answer) {
        return ((Outcome.Value) answer).state().bytes().length;
    }

    private final class Client extends TestClient {
        @Override
        public void complete(long correlation, Operation operation, Outcome outcome) {
            answers.put(correlation, outcome);
        }
    }

    /** Entities that hold as much as the test wants. */
    private static final class Data extends NoEntities {
        private int bytes = MIB;
        private long version = VERSION;
        private int reads;

        @Override
        public Stored load(EntityKey key, boolean withValue) {
            EntityHead head =
                    EntityHead.of(
                            VERSION, new ValueId(1, 1, 1), 0, EntityHead.NOTHING.requestTable());
            return new Stored(VERSION, null, 0, 0, 0, null, head, false);
        }

        @Override
        public ReadAnswer read(EntityKey key, Command query) {
            reads++;
            return new ReadAnswer.Read(version, new byte[bytes], 0);
        }
    }
}
