package io.paxosstore.server.node;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.Replica;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.lsm.store.Purge;
import io.paxosstore.node.host.Admission;
import io.paxosstore.node.host.ClusterRoom;
import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.node.host.ShardLimits;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.memory.MemoryBudget;
import io.paxosstore.node.peer.PeerLinks;
import io.paxosstore.node.peer.PeerOptions;
import io.paxosstore.node.peer.PeerPresence;
import io.paxosstore.node.repair.ShardSweep;
import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Protection;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.config.Tunables;
import io.paxosstore.server.net.NettyLoopScheduler;
import io.paxosstore.server.net.Transport;

import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The shards of one node with their threads. */
final class Shards {
    private static final long QUIET_MILLIS = 0;
    private static final long STOP_SECONDS = 5;

    /** Told how far each shard is in taking over what the other nodes hold. */
    @FunctionalInterface
    interface Rebuildings {
        ShardSweep.Rebuilding of(int shard);
    }

    private final MultiThreadIoEventLoopGroup group;
    private final List<EventLoop> loops = new ArrayList<>();
    private final List<PeerLinks> links = new ArrayList<>();
    private final List<Replica> replicas = new ArrayList<>();
    private final List<ShardLoop> shards = new ArrayList<>();
    private final List<ShardSweep> sweeps = new ArrayList<>();
    private final List<ExpiredObjects> expired = new ArrayList<>();
    private final ClusterRoom rooms;
    private final PeerPresence presence;

    Shards(
            Configuration configuration,
            Transport transport,
            NodeStorage storage,
            MemoryBudget memory,
            Rebuildings rebuildings,
            Consumer<Throwable> onFailure) {
        int count = configuration.get(Settings.SHARDS);
        int self = configuration.get(Settings.NODE_ID);
        int[] nodeIds = ClusterMember.ids(configuration.get(Settings.CLUSTER_NODES));
        int[] peerIds = Arrays.stream(nodeIds).filter(id -> id != self).toArray();
        PeerOptions peerOptions = HostOptions.peers(configuration);
        ShardLimits limits =
                new ShardLimits(
                        configuration.get(Settings.ADMISSION_REQUESTS_MAX),
                        configuration.get(Settings.ADMISSION_DELAY).toNanos(),
                        configuration.get(Settings.PENDING_BYTES_MAX),
                        configuration.get(Protection.LARGE_BYTES),
                        configuration.get(Protection.LARGE_IN_FLIGHT_MAX),
                        configuration.get(Protection.LARGE_GIVE_WAY).toNanos());
        rooms = new ClusterRoom(nodeIds.length, storage::room, storage::usableBytes);
        presence = new PeerPresence(rooms, InstantSource.system(), peerIds, count);
        RateLimitedLog peerWarnings =
                new RateLimitedLog(LoggerFactory.getLogger(PeerLinks.class), System::nanoTime);
        Placement placement = Placement.everywhere(nodeIds);
        RandomSource random = new RandomSource(ThreadLocalRandom.current().nextLong());
        group =
                new MultiThreadIoEventLoopGroup(
                        count,
                        new DefaultThreadFactory("node" + self + "-shard", true),
                        transport.ioHandlers());
        for (EventExecutor executor : group) {
            SingleThreadEventLoop loop = (SingleThreadEventLoop) executor;
            int index = shards.size();
            PeerLinks shardLinks =
                    new PeerLinks(
                            self,
                            storage.incarnation(),
                            peerIds,
                            peerOptions,
                            presence,
                            peerWarnings);
            Replica replica =
                    new Replica(
                            Tunables.of(configuration),
                            self,
                            storage.incarnation(),
                            placement,
                            OwnershipPolicy.unlessReborn(
                                    configuration.get(Settings.PRE_PREPARING)
                                            ? OwnershipPolicy.prePreparing()
                                            : OwnershipPolicy.alwaysPrepare(),
                                    storage::reborn),
                            new KvMachine(),
                            random.fork());
            ShardLoop shard =
                    new ShardLoop(
                            index,
                            replica,
                            storage.shard(index),
                            new NettyLoopScheduler(loop),
                            shardLinks,
                            new Counters(),
                            new Admission(limits, storage, rooms),
                            memory.loop(),
                            onFailure);
            ShardSweep sweep =
                    new ShardSweep(
                            shard,
                            storage,
                            self,
                            peerIds,
                            shardLinks,
                            HostOptions.sweep(configuration),
                            () -> storage.keys() / count,
                            rebuildings.of(index));
            shardLinks.attach(shard);
            shardLinks.listings(sweep);
            sweeps.add(sweep);
            long clientId = ThreadLocalRandom.current().nextLong();
            expired.add(new ExpiredObjects(shard, placement, self, shardLinks::isUp, clientId));
            loops.add(loop);
            links.add(shardLinks);
            replicas.add(replica);
            shards.add(shard);
        }
        ShardLoop.connect(shards);
    }

    /** Tells all shards which incarnations were remembered, and begins their sweeps. */
    void begin(Map<Integer, Integer> incarnations) {
        for (int i = 0; i < shards.size(); i++) {
            PeerLinks shardLinks = links.get(i);
            ShardSweep sweep = sweeps.get(i);
            shards.get(i)
                    .scheduler()
                    .execute(() -> {
                        incarnations.forEach(shardLinks::raise);
                        sweep.begin();
                    });
        }
    }

    /** Objects have expired, or fields of maps; from any thread. */
    void dueObjects(List<Purge.DueObject> objects) {
        for (Purge.DueObject object : objects) {
            int index = object.entity().shard(shards.size());
            try {
                shards.get(index).scheduler().execute(() -> expired.get(index).due(object));
            } catch (RejectedExecutionException e) {
                return; // the node stops
            }
        }
    }

    /** Has a task run every second, on the loop of the first shard. */
    void everySecond(Runnable task) {
        var _ = loops.getFirst().scheduleAtFixedRate(task, 1, 1, TimeUnit.SECONDS);
    }

    /** The room on the disks of all nodes. */
    ClusterRoom rooms() {
        return rooms;
    }

    /** Which other nodes are connected. */
    PeerPresence presence() {
        return presence;
    }

    List<ShardSweep> sweeps() {
        return sweeps;
    }

    MultiThreadIoEventLoopGroup group() {
        return group;
    }

    List<EventLoop> loops() {
        return loops;
    }

    List<PeerLinks> links() {
        return links;
    }

    List<Replica> replicas() {
        return replicas;
    }

    List<ShardLoop> all() {
        return shards;
    }

    /** Waits until no request is under way, or the time is over. Returns whether none is left. */
    boolean awaitIdle(Duration timeout) throws InterruptedException {
        CountDownLatch busy = new CountDownLatch(shards.size());
        for (ShardLoop shard : shards) {
            shard.scheduler().execute(() -> shard.whenIdle(busy::countDown));
        }
        return busy.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Ends the shards and their threads. */
    void stop() throws InterruptedException {
        for (int i = 0; i < shards.size(); i++) {
            ShardLoop shard = shards.get(i);
            ShardSweep sweep = sweeps.get(i);
            shard.scheduler()
                    .execute(() -> {
                        shard.stop();
                        sweep.stop();
                    });
        }
        group.shutdownGracefully(QUIET_MILLIS, STOP_SECONDS, TimeUnit.SECONDS)
                .await(STOP_SECONDS + 1, TimeUnit.SECONDS);
    }
}
