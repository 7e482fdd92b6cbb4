package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.log.identity.Room;
import io.paxosstore.node.HostIdentity;
import io.paxosstore.node.HostPorts;
import io.paxosstore.node.HostSettings;
import io.paxosstore.node.ReplicaHost;
import io.paxosstore.node.StoreNews;
import io.paxosstore.node.call.CallLimits;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.memory.MemoryBudget;
import io.paxosstore.node.peer.PeerOptions;
import io.paxosstore.node.repair.SweepOptions;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.node.space.CatalogOptions;
import io.paxosstore.node.space.CatalogService;
import io.paxosstore.node.watch.WatchOptions;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.sim.invariant.CatalogTruth;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One node: the host of replicas that a server runs, on a disk, clocks and a network that are
 * simulated. Not thread-safe.
 */
final class SimNode {
    private static final long MILLI = 1_000_000L;
    private static final int SLOW_FACTOR = 10;
    private static final int SHARD = 0;
    private static final int SWEEP_PAGE_BYTES = 64;

    /** As a node has it by default. */
    private static final int MOVE_SHARE_PERCENT = 25;

    private static final int OUTGOING_BYTES_MAX = 1 << 20;
    private static final int KEY_BYTES_MAX = 1 << 10;
    private static final int VALUE_BYTES_MAX = 1 << 20;
    private static final long CATALOG_NANOS = 500 * MILLI;
    private static final int SPACES_MAX = 16;
    private static final WatchOptions WATCHES =
            new WatchOptions(64, 500 * MILLI, 1 << 10, 1 << 9, false);

    /** So long a node that must stop goes on at most. */
    private static final long STOPS_NANOS_MAX = 5 * MILLI;

    /** So long it is down at most. */
    private static final long RESTART_NANOS_MAX = 300 * MILLI;

    private final SimCluster cluster;
    private final int id;
    private final SimClock clock;
    private final RandomSource random;
    private final SimWatch watch;
    private final SimStore store;

    /** For what failures bring about alone, so that they do not change what else is drawn. */
    private final RandomSource failures;

    private final SimHistory history;
    private StoreNews news;
    private @Nullable SimLoop loop;
    private @Nullable ReplicaHost host;
    private RecordingMachine machine;

    /** Counts its lives: rises when one begins and when one ends. */
    private int life;

    /** The incarnation that the node had told of when its last life ended; 0 before the first. */
    private int lived;

    /** Who refuses this node, and since when. */
    private final Map<Integer, Long> refusedNanos = new HashMap<>();

    private boolean paused;
    private boolean diskSlow;

    SimNode(SimCluster cluster, int id, SimClock clock, RandomSource random) {
        this.cluster = cluster;
        this.id = id;
        this.clock = clock;
        this.random = random;
        this.failures = new RandomSource(cluster.swarm().disk().syncNanos() ^ Long.reverse(id));
        long drawn = cluster.swarm().disk().syncNanos();
        this.history = new SimHistory(cluster, this, new RandomSource(Long.reverse(drawn) + id));
        this.machine = new RecordingMachine(0, cluster.kvBug());
        this.news = new StoreNews(this::failed);
        this.watch = new SimWatch(cluster, this);
        this.store = cluster.newStore(this, random.fork());
    }

    /** A disk that fails stops the node (Rule D4), a moment later; all else fails the run. */
    void failed(Throwable cause) {
        if (cause instanceof IOException && store.isFailing()) {
            int failing = life;
            cluster.queue()
                    .after(
                            failures.nextLong(STOPS_NANOS_MAX),
                            () -> {
                                if (life == failing) {
                                    stopped();
                                }
                            });
            return;
        }
        if (cause instanceof RuntimeException e) {
            throw e;
        }
        throw new IllegalStateException(cause);
    }

    private void stopped() {
        cluster.count(Fault.IDENTITY_FAILED);
        crash();
        cluster.queue()
                .after(
                        failures.nextLong(RESTART_NANOS_MAX),
                        () -> {
                            if (!isUp()) {
                                start();
                            }
                        });
    }

    int id() {
        return id;
    }

    /** Counts its lives: rises when one begins and when one ends. */
    int life() {
        return life;
    }

    SimClock clock() {
        return clock;
    }

    /** The wall clock now. */
    long wallMillis() {
        return clock.wallMillis(cluster.queue().nowNanos());
    }

    boolean isUp() {
        return host != null;
    }

    boolean isPaused() {
        return paused;
    }

    /** What tells the truth. */
    SimWatch watch() {
        return watch;
    }

    /** The disk. */
    SimStore store() {
        return store;
    }

    /** Who is told what the disk has done. */
    StoreNews news() {
        return news;
    }

    /** What evaluates the commands of this life. */
    RecordingMachine machine() {
        return machine;
    }

    HostBug hostBug() {
        return cluster.hostBug();
    }

    /** The loop of a node that is up. */
    SimLoop loop() {
        return Objects.requireNonNull(loop);
    }

    /** The host of a node that is up. */
    ReplicaHost host() {
        return Objects.requireNonNull(host);
    }

    /** The same; null while the node is down. */
    @Nullable ReplicaHost hostIfUp() {
        return host;
    }

    /** Whether the running replica takes an entity for one that has lost its votes. */
    boolean isAmnesiac(EntityKey key) {
        ReplicaHost running = host;
        return running != null && running.replicas().getFirst().isAmnesiac(key);
    }

    /** Another node refuses this one's store. */
    void refused(int by) {
        refusedNanos.putIfAbsent(by, cluster.queue().nowNanos());
    }

    /** Another node has met this one. */
    void met(int other) {
        refusedNanos.remove(other);
    }

    /** Whether another node has refused this one in this life since then, and not met it. */
    boolean isRefusedSince(long nanos) {
        return refusedNanos.values().stream().anyMatch(since -> since <= nanos);
    }

    /** What this node's shard knows of all nodes' incarnations, its own included, by id. */
    int[] incarnations() {
        int[] known = new int[cluster.nodes() + 1];
        ReplicaHost running = host;
        for (int node = 1; node < known.length; node++) {
            known[node] =
                    running == null
                            ? store.peers().remembered(node).incarnation()
                            : running.links().get(SHARD).incarnation(node);
        }
        if (running == null) {
            known[id] = lived;
        }
        return known;
    }

    /** Starts the node. */
    void start() {
        life++;
        refusedNanos.clear();
        watch.newLife();
        machine = new RecordingMachine(life, cluster.kvBug());
        long turnNanos = cluster.swarm().disk().turnNanos();
        SimLoop newLoop = new SimLoop(cluster.queue(), clock, random.fork(), turnNanos);
        SimBackground background = new SimBackground(cluster, this, newLoop, random.fork());
        ReplicaHost newHost =
                new ReplicaHost(
                        new HostIdentity(
                                "sim",
                                1,
                                Collections.emptySortedMap(),
                                id,
                                cluster.nodeIds(),
                                0,
                                cluster.firstVoters()),
                        new HostSettings(
                                new CallLimits(KEY_BYTES_MAX, VALUE_BYTES_MAX),
                                SimLimits.of(cluster.swarm()),
                                sweepOptions(),
                                peerOptions(),
                                new CatalogOptions(
                                        CATALOG_NANOS,
                                        CATALOG_NANOS,
                                        SPACES_MAX,
                                        cluster.swarm().config().dedupeClientsMax(),
                                        1000L * cluster.swarm().config().dedupeAgeSeconds()),
                                WATCHES,
                                cluster.topology().settings()),
                        new HostPorts(
                                store,
                                (opened, placement) ->
                                        cluster.createReplica(
                                                opened, placement, id, machine, random.fork()),
                                List.of(newLoop),
                                background,
                                background,
                                () -> Instant.ofEpochMilli(wallMillis()),
                                new MemoryBudget(SimLimits.BYTES_MAX),
                                random.fork(),
                                new SimRouting(cluster, id),
                                cluster.commands(),
                                history,
                                this::failed));
        if (hostBug() == HostBug.INCARNATION_NOT_RAISED) {
            newHost.shards().getFirst().listeners().damage(ShardLoop::loaded);
        }
        newHost.shards().getFirst().listeners().entered(view -> entered(newHost, view));
        loop = newLoop;
        host = newHost;
        news.to(newHost);
        trace("start").add(store.incarnation());
        cluster.trace().line(() -> cluster.at(id) + "starts as incarnation " + store.incarnation());
        try {
            store.starting(true);
            newHost.begin(cluster.topology().isKnownToHaveChanged());
            store.starting(false);
            cluster.topology().started(this, newHost);
        } catch (IOException e) {
            throw new SimViolation("StoreOpens", String.valueOf(e));
        }
        cluster.wires().started(this);
        if (cluster.usesCatalog()) {
            startCatalog(newHost.catalog());
        }
    }

    private void entered(ReplicaHost running, SlotView view) {
        cluster.truth().entered(id, incarnations());
        WholeTooSoon.plant(this, running, view);
    }

    private void startCatalog(CatalogService catalog) {
        CatalogTruth truth = cluster.catalogTruth();
        truth.started(id);
        catalog.follow(version -> truth.copied(id, version, catalog.current().spaces()));
        catalog.start();
    }

    private SweepOptions sweepOptions() {
        Swarm.Repair repair = cluster.swarm().repair();
        return SweepOptions.builder()
                .recoversPerSecond(repair.perSecond())
                .checksPerSecond(repair.perSecond())
                .window(repair.window())
                .pageBytes(SWEEP_PAGE_BYTES)
                .intervalNanos(repair.intervalNanos())
                .comparesContent(false)
                .moveSharePercent(MOVE_SHARE_PERCENT)
                .deadlineNanos(repair.deadlineNanos())
                .build();
    }

    /** The settings of its connections. */
    PeerOptions peerOptions() {
        Swarm.Repair repair = cluster.swarm().repair();
        return PeerOptions.builder()
                .sockets(repair.sockets())
                .greetingsMax(cluster.nodes())
                .lazyDelayNanos(cluster.swarm().net().lazyHoldNanos())
                .outgoingBytesMax(OUTGOING_BYTES_MAX)
                .heartbeatNanos(repair.heartbeatNanos())
                .silenceNanos(4 * repair.heartbeatNanos())
                .connectMillis((int) (repair.heartbeatNanos() / MILLI))
                .reconnectMinNanos(MILLI)
                .reconnectMaxNanos(repair.heartbeatNanos())
                .build();
    }

    /** Power fails: everything in memory is lost, the disk keeps what it must. */
    void crash() {
        trace("crash");
        cluster.trace().line(() -> cluster.at(id) + "crashes");
        int[] known = incarnations();
        endLife();
        history.crash();
        store.crash(random.fork());
        cluster.truth().recovered(id, known, store::recovered);
    }

    private void endLife() {
        ReplicaHost ended = host;
        if (ended != null) {
            cluster.collect(ended);
            lived = ended.links().get(SHARD).incarnation(id);
            cluster.wires().ended(this);
            loop().end();
        }
        host = null;
        loop = null;
        life++;
        paused = false;
        news = new StoreNews(this::failed);
        cluster.nodeLost(id);
    }

    /** A crash after which there is an empty disk (Rule A1). */
    void wipe() {
        int[] known = incarnations();
        crash();
        trace("wipe");
        cluster.trace().line(() -> cluster.at(id) + "has lost its disk");
        store.wipe();
        history.wipe();
        cluster.truth().diskLost(id);
        cluster.truth().recovered(id, known, store::recovered);
    }

    /** The newest records of an entity rot. */
    void damage(EntityKey key) {
        trace("damage").add(key);
        cluster.trace().line(() -> cluster.at(id) + "has damaged records of " + key);
        store.damage(key);
        ReplicaHost running = hostIfUp();
        if (running != null) {
            // As an engine says it with the load that comes upon it: before that, nobody asks.
            watch.damaged(key);
            running.shards().getFirst().damaged(key);
        }
    }

    /** Stops processing for a while; what arrives waits. */
    void pause() {
        trace("pause");
        cluster.trace().line(() -> cluster.at(id) + "pauses");
        paused = true;
        loop().pause();
    }

    /** Goes on, and gets everything that waited, late. */
    void resume() {
        if (!paused) {
            return;
        }
        trace("resume");
        cluster.trace().line(() -> cluster.at(id) + "resumes");
        paused = false;
        loop().resume();
    }

    void diskSlow(boolean slow) {
        diskSlow = slow;
    }

    /** Its disk fills up, or has room again; see {@link SimStore#room}. */
    void room(Room level, boolean stalls) {
        store.room(level, stalls);
    }

    /** How long something takes on the disk as it is now. */
    long slowed(long nanos) {
        return diskSlow ? nanos * SLOW_FACTOR : nanos;
    }

    /** Runs something on the loop after a while, in this life. */
    void later(long delayNanos, Runnable task) {
        SimLoop own = loop();
        cluster.queue().after(delayNanos, () -> own.run(task));
    }

    /** Runs something when the disk is done with a group commit that begins now, in this life. */
    void afterSync(Runnable done) {
        Swarm.Disk disk = cluster.swarm().disk();
        long nanos = disk.syncNanos() + random.nextLong(1 + disk.jitterNanos());
        nanos = slowed(nanos);
        if (!diskSlow && !cluster.isHealed() && random.chance(disk.slowChance())) {
            nanos *= SLOW_FACTOR;
        }
        int started = life;
        cluster.queue()
                .after(
                        nanos,
                        () -> {
                            if (started == life) {
                                done.run();
                            }
                        });
    }

    /** How many messages the node has sent, and records written, in this life. */
    long traffic() {
        ReplicaHost running = host;
        if (running == null) {
            return 0;
        }
        var counters = running.shards().get(SHARD).counters();
        return counters.get(Count.MESSAGES_SENT) + counters.get(Count.PERSISTED_RECORDS);
    }

    /** Begins a line of the trace. */
    Trace trace(String what) {
        return cluster.trace().add(cluster.queue().nowNanos()).add(id).add(what);
    }
}
