package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bitcask.BitcaskConfig;
import io.paxosstore.bitcask.BitcaskEngine;
import io.paxosstore.bitcask.BitcaskEnvironment;
import io.paxosstore.core.Configuration;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.log.NoEntities;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DiskRoom;
import io.paxosstore.log.identity.IdentityConfig;
import io.paxosstore.log.identity.IdentityEnvironment;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.Admission;
import io.paxosstore.node.host.ClusterRoom;
import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.PeerSender;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLimits;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.host.StoreState;
import io.paxosstore.node.memory.MemoryBudget;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.KvOperation;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Small requests for many long values come in one turn of a shard that stores in the real engine:
 * each brings a few bytes, and has as many read and written as its key holds.
 */
final class ManyValuesAtOnceTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int MIB = 1 << 20;
    private static final int KEYS = 300;
    private static final long PENDING_MAX = 16L * MIB;
    private static final int LARGE_IN_FLIGHT_MAX = 2 * MIB;

    @TempDir Path directory;

    private final Loop loop = new Loop();
    private final List<Throwable> failures = new ArrayList<>();
    private final Map<Long, Outcome> answers = new HashMap<>();
    private long loadsInATurn;
    private long stamps = 1;

    private NodeIdentity identity;
    private BitcaskEngine engine;
    private ShardLoop shard;

    @BeforeEach
    void open() throws IOException {
        BitcaskConfig config = BitcaskConfig.of(directory, 1);
        FileSystem fs = FileSystem.real();
        StorageEngine.Listener listener = new Wakes();
        identity =
                NodeIdentity.open(
                        IdentityConfig.of(directory, "test", 1, 1),
                        fs,
                        listener,
                        IdentityEnvironment.system());
        DiskRoom room = new DiskRoom(fs, directory, config.watermarks(), System::nanoTime);
        engine =
                BitcaskEngine.open(config, fs, listener, BitcaskEnvironment.system(identity, room));
        shard = shard(new ShardStorage(engine.shard(0), new NoEntities()));
        identity.begin(engine::makeFirstFiles);
        engine.begin();
        identity.standing(Standing.WHOLE);
    }

    private ShardLoop shard(ShardStorage storage) {
        ClusterRoom rooms = new ClusterRoom(1, () -> Room.ENOUGH, () -> 1000);
        rooms.told(1, new ClusterRoom.Told(Room.ENOUGH, 1000));
        ShardLimits limits =
                ShardLimits.builder()
                        .requestsMax(65_536)
                        .delayNanos(SECOND)
                        .pendingBytesMax(PENDING_MAX)
                        .largeBytes(64 << 10)
                        .largeInFlightMax(LARGE_IN_FLIGHT_MAX)
                        .loadBytesMax(LARGE_IN_FLIGHT_MAX)
                        .slowNanos(SECOND)
                        .build();
        Replica replica =
                new Replica(
                        ReplicaConfig.defaults(),
                        1,
                        1,
                        Placement.neverChanged(1),
                        OwnershipPolicy.prePreparing(),
                        new KvMachine(),
                        new RandomSource(1));
        ShardLoop made =
                new ShardLoop(
                        0,
                        replica,
                        SlotView.of(1, slot -> Configuration.first(1), List.of()),
                        storage,
                        loop,
                        new NoPeers(),
                        new Counters(),
                        new Admission(limits, new Whole(), rooms, () -> true),
                        new MemoryBudget(64 * MIB).loop(),
                        failures::add);
        ShardLoop.connect(List.of(made));
        return made;
    }

    @AfterEach
    void close() {
        shard.stop();
        engine.close();
        identity.close(engine.isSealed());
    }

    private static EntityKey key(long number) {
        return new EntityKey(1, ("k" + number).getBytes(StandardCharsets.UTF_8));
    }

    private void write(boolean isClient, long number, KvOperation command) {
        long stamp = stamps++;
        shard.write(
                new Asker(isClient),
                stamp,
                key(number),
                new RequestId(1000 + number, stamp),
                0,
                command,
                loop.nanoTime() + 60 * SECOND);
    }

    /** Runs turns until as many requests as that have outcomes. */
    private void runUntil(int outcomes) throws InterruptedException {
        while (answers.size() < outcomes && failures.isEmpty()) {
            turn(loop::turn);
        }
        assertEquals(List.of(), failures);
    }

    private void turn(Turn turn) throws InterruptedException {
        long before = shard.counters().get(Count.LOADS);
        turn.run();
        loadsInATurn = Math.max(loadsInATurn, shard.counters().get(Count.LOADS) - before);
    }

    /** Each key holds a value of a MiB when this returns, and none is in memory. */
    private void fill() throws InterruptedException {
        for (int i = 0; i < KEYS; i++) {
            write(true, i, new KvOperation.Put(new byte[MIB], 0));
            runUntil(i + 1);
        }
        answers.clear();
        while (shard.counters().get(Count.ACTIVE_ENTITIES) > 0) {
            loop.turn();
        }
        loadsInATurn = 0;
    }

    private void assertAllAnswered() throws InterruptedException {
        turn(loop::turnEnd);
        runUntil(KEYS);
        assertEquals(KEYS, answers.size());
        int done = 0;
        for (Outcome answer : answers.values()) {
            boolean isRefused = answer.equals(new Outcome.NotDone(Outcome.Reason.OVERLOADED));
            assertTrue(isRefused || answer instanceof Outcome.Written, answer.toString());
            done += isRefused ? 0 : 1;
        }
        assertTrue(done > 0, "all are refused");
        assertTrue(
                loadsInATurn > 0 && loadsInATurn <= 2, "values that a turn loads: " + loadsInATurn);
        assertEquals(0, shard.waitingRequests());
    }

    /** Refused, since they are no numbers, by entries that carry the values all the same. */
    @Test
    void incrementsOfTheNodeItself() throws Exception {
        fill();
        for (int i = 0; i < KEYS; i++) {
            write(false, i, new KvOperation.Increment(1, 0));
        }
        assertAllAnswered();
    }

    @Test
    void writesOfClientsThatFindTheKeysThere() throws Exception {
        fill();
        for (int i = 0; i < KEYS; i++) {
            write(true, i, new KvOperation.PutIfAbsent(new byte[] {1}, 0));
        }
        assertAllAnswered();
    }

    /** What a turn does, or its end. */
    private interface Turn {
        void run() throws InterruptedException;
    }

    private final class Asker implements Requester {
        private final boolean isClient;

        Asker(boolean isClient) {
            this.isClient = isClient;
        }

        @Override
        public int homeShard() {
            return 0;
        }

        @Override
        public boolean isClient() {
            return isClient;
        }

        @Override
        public void complete(long correlation, Operation operation, Outcome outcome) {
            answers.put(correlation, outcome);
        }
    }

    private final class Wakes implements StorageEngine.Listener {
        @Override
        public void wake(int shardIndex) {
            shard.wake();
        }

        @Override
        public void failed(Throwable cause) {
            loop.execute(() -> failures.add(cause));
        }

        @Override
        public void damaged(int shardIndex, EntityKey key) {
            failed(new IllegalStateException("damaged: " + key));
        }
    }

    private static final class Whole implements StoreState {
        @Override
        public Standing standing() {
            return Standing.WHOLE;
        }

        @Override
        public boolean reborn() {
            return false;
        }

        @Override
        public int incarnation() {
            return 1;
        }

        @Override
        public Room room() {
            return Room.ENOUGH;
        }
    }

    private static final class NoPeers implements PeerSender {
        @Override
        public void send(Effects.Send said) {}

        @Override
        public void endOfTurn() {}
    }

    /** The test's own thread is the loop's. */
    private static final class Loop implements LoopScheduler {
        private record Timer(long atNanos, Runnable task) {}

        private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        private final Queue<Runnable> afterTurn = new ArrayDeque<>();
        private final PriorityQueue<Timer> timers =
                new PriorityQueue<>(Comparator.comparingLong(Timer::atNanos));

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }

        @Override
        public boolean inLoop() {
            return true;
        }

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public void afterTurn(Runnable task) {
            afterTurn.add(task);
        }

        @Override
        public Scheduled schedule(Runnable task, long delayNanos) {
            Timer timer = new Timer(System.nanoTime() + delayNanos, task);
            timers.add(timer);
            return () -> timers.remove(timer);
        }

        /** Waits for something to do, at most for a second, and does it. */
        void turn() throws InterruptedException {
            Timer first = timers.peek();
            long until = first == null ? SECOND : first.atNanos() - System.nanoTime();
            Runnable task = tasks.poll(Math.clamp(until, 0, SECOND), TimeUnit.NANOSECONDS);
            if (task != null) {
                task.run();
            }
            while (!timers.isEmpty() && timers.peek().atNanos() <= System.nanoTime()) {
                timers.remove().task().run();
            }
            turnEnd();
        }

        void turnEnd() {
            while (!afterTurn.isEmpty()) {
                afterTurn.remove().run();
            }
        }
    }
}
