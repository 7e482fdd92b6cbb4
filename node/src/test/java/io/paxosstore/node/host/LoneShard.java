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
import io.paxosstore.node.memory.MemoryBudget;
import io.paxosstore.node.repair.FakeStore;
import io.paxosstore.node.slot.TestSlots;

import java.util.List;

/** A shard without peers and without a disk, for those who need only its loop. */
public final class LoneShard {
    private static final long SECOND = 1_000_000_000L;

    private LoneShard() {}

    /** The shard, driven by a loop. */
    public static ShardLoop on(ManualScheduler scheduler) {
        FakeStore store = new FakeStore();
        Replica replica =
                new Replica(
                        ReplicaConfig.defaults(),
                        1,
                        1,
                        Placement.neverChanged(1),
                        OwnershipPolicy.prePreparing(),
                        new KvMachine(),
                        new RandomSource(1));
        ShardLoop shard =
                new ShardLoop(
                        0,
                        replica,
                        TestSlots.unchanged(1, 1),
                        new ShardStorage(new NoEntities(), new NoEntities()),
                        scheduler,
                        new NoPeers(),
                        new Counters(),
                        new Admission(
                                new ShardLimits(1, SECOND, 1, 1, 1, SECOND),
                                store,
                                new ClusterRoom(1, store::room, () -> 1),
                                key -> true),
                        new MemoryBudget(1 << 30).loop(),
                        failure -> {});
        ShardLoop.connect(List.of(shard));
        return shard;
    }

    static final class NoPeers implements PeerSender {
        @Override
        public void send(Effects.Send said) {}

        @Override
        public void endOfTurn() {}
    }
}
