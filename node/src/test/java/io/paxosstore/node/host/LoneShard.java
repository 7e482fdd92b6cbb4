package io.paxosstore.node.host;

import io.paxosstore.core.Effects;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.log.NoEntities;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.memory.MemoryBudget;
import io.paxosstore.node.repair.FakeStore;
import io.paxosstore.node.slot.TestSlots;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A shard without peers. */
public final class LoneShard {
    private static final long SECOND = 1_000_000_000L;

    private LoneShard() {}

    /** Without a disk, for those who need only its loop. */
    public static ShardLoop on(ManualScheduler scheduler) {
        FakeStore store = new FakeStore();
        Admission admission =
                new Admission(
                        new ShardLimits(1, SECOND, 1, 1, 1, 1, SECOND),
                        store,
                        new ClusterRoom(1, store::room, () -> 1),
                        () -> true);
        ShardStorage storage = new ShardStorage(new NoEntities(), new NoEntities());
        return shard(scheduler, storage, admission, 1 << 30, failure -> {}, 1);
    }

    /**
     * A shard that is whole, has room and takes requests.
     *
     * @param memoryBytes for requests and answers
     * @param onFailure told of a broken invariant or engine
     */
    public static ShardLoop whole(
            ManualScheduler scheduler,
            ShardLimits limits,
            ShardStorage storage,
            long memoryBytes,
            Consumer<Throwable> onFailure) {
        return whole(scheduler, limits, storage, memoryBytes, onFailure, 1);
    }

    /**
     * The same, where the others of its voters never say anything.
     *
     * @param voters of every entity; it is the first one
     */
    public static ShardLoop whole(
            ManualScheduler scheduler,
            ShardLimits limits,
            ShardStorage storage,
            long memoryBytes,
            Consumer<Throwable> onFailure,
            Integer... voters) {
        FakeStore store = new FakeStore();
        store.standing(Standing.WHOLE);
        ClusterRoom rooms = new ClusterRoom(1, store::room, () -> 1000);
        rooms.told(1, new ClusterRoom.Told(Room.ENOUGH, 1000));
        Admission admission = new Admission(limits, store, rooms, () -> true);
        return shard(scheduler, storage, admission, memoryBytes, onFailure, voters);
    }

    private static ShardLoop shard(
            ManualScheduler scheduler,
            ShardStorage storage,
            Admission admission,
            long memoryBytes,
            Consumer<Throwable> onFailure,
            Integer... voters) {
        Replica replica =
                new Replica(
                        ReplicaConfig.defaults(),
                        1,
                        1,
                        Placement.neverChanged(
                                Stream.of(voters).mapToInt(Integer::intValue).toArray()),
                        OwnershipPolicy.prePreparing(),
                        new KvMachine(),
                        new RandomSource(1));
        ShardLoop shard =
                new ShardLoop(
                        0,
                        replica,
                        TestSlots.unchanged(1, voters),
                        storage,
                        scheduler,
                        new NoPeers(),
                        new Counters(),
                        admission,
                        new MemoryBudget(memoryBytes).loop(),
                        onFailure);
        ShardLoop.connect(List.of(shard));
        return shard;
    }

    private static final class NoPeers implements PeerSender {
        @Override
        public void send(Effects.Send said) {}

        @Override
        public void endOfTurn() {}
    }
}
