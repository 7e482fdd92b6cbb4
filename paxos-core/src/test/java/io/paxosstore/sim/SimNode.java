package io.paxosstore.sim;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.Replica;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.sim.invariant.ClusterTruth;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One node: a replica, its disk and its clocks. Not thread-safe. */
final class SimNode {
    /** How much later than now a tick is at the least, so that virtual time goes on. */
    private static final long TICK_NANOS_MIN = 1_000;

    private static final int SLOW_FACTOR = 10;

    private final SimCluster cluster;
    private final int id;
    private final SimClock clock;
    private final SimStorage storage;
    private final RandomSource random;
    private final SimRoom room;
    private final SimStanding standing;

    /** Records on their way to the disk, in the order of append. */
    private final Deque<Effects.Persist> writing = new ArrayDeque<>();

    private final List<Input> inbox = new ArrayList<>();
    private final List<List<Effects.Send>> lazies = new ArrayList<>();

    private final @Nullable SimNodeData data;

    private Effects effects = new Effects();
    private @Nullable Replica replica;
    private RecordingMachine machine;
    private int incarnation;

    /** What this node knows of all nodes' incarnations, durably, by id. */
    private int[] known;

    private int disksLost;

    /** Counts the starts; an incarnation may end without one, when damage is found. */
    private int life;

    /** Entities known to be damaged, and not rebuilt since. */
    private final Set<EntityKey> foundDamaged = new HashSet<>();

    private final SimExecutions executions;
    private final SimEffects performer;
    private boolean paused;
    private boolean draining;
    private boolean turnOpen;
    private boolean diskBusy;
    private boolean diskSlow;
    private long tickAtNanos = Long.MAX_VALUE;

    SimNode(SimCluster cluster, int id, SimClock clock, SimStorage storage, RandomSource random) {
        this.cluster = cluster;
        this.id = id;
        this.clock = clock;
        this.storage = storage;
        this.random = random;
        this.machine = new RecordingMachine(0, cluster.kvBug());
        this.room = new SimRoom(cluster, id);
        this.standing = new SimStanding(cluster, id, storage);
        this.executions = new SimExecutions(cluster, this);
        this.data = storage instanceof SimData own ? new SimNodeData(cluster, this, own) : null;
        this.performer = new SimEffects(cluster, this, storage, data);
        this.known = new int[cluster.nodes() + 1];
        for (int i = 0; i <= cluster.nodes(); i++) {
            lazies.add(new ArrayList<>());
        }
    }

    int id() {
        return id;
    }

    int incarnation() {
        return incarnation;
    }

    /** Counts its lives: rises when one begins and when one ends. */
    int life() {
        return life;
    }

    SimClock clock() {
        return clock;
    }

    boolean isUp() {
        return replica != null;
    }

    boolean isPaused() {
        return paused;
    }

    /** The replica; null while the node is down. */
    @Nullable Replica replica() {
        return replica;
    }

    /** Starts the node, under the next incarnation. */
    void start() {
        life++;
        foundDamaged.clear();
        incarnation++;
        known[id] = incarnation;
        executions.newLife();
        machine = new RecordingMachine(life, cluster.kvBug());
        replica = cluster.createReplica(id, incarnation, disksLost > 0, machine, random.fork());
        for (int node = 1; node < known.length; node++) {
            if (node != id) {
                replica.step(
                        new Input.PeerIncarnation(node, known[node]),
                        clock.monotonicNanos(cluster.queue().nowNanos()),
                        clock.wallMillis(cluster.queue().nowNanos()),
                        effects);
            }
        }
        trace("start").add(incarnation);
        cluster.trace().line(() -> cluster.at(id) + "starts as incarnation " + incarnation);
    }

    /** Power fails: everything in memory is lost, the disk keeps what it must. */
    void crash() {
        trace("crash");
        cluster.trace().line(() -> cluster.at(id) + "crashes");
        if (replica != null) {
            cluster.collect(replica);
        }
        replica = null;
        life++;
        effects = new Effects();
        writing.clear();
        inbox.clear();
        lazies.forEach(List::clear);
        paused = false;
        turnOpen = false;
        diskBusy = false;
        tickAtNanos = Long.MAX_VALUE;
        storage.crash(random.fork());
        ClusterTruth truth = cluster.truth();
        truth.recovered(id, incarnations(), key -> storage.load(key, true));
        cluster.nodeLost(id);
    }

    /** A crash after which there is an empty disk (Rule A1). */
    void wipe() {
        crash();
        trace("wipe");
        cluster.trace().line(() -> cluster.at(id) + "has lost its disk");
        storage.wipe();
        room.set(SimRoom.Level.ENOUGH, false);
        known = new int[known.length];
        disksLost++;
        cluster.truth().recovered(id, incarnations(), key -> storage.load(key, true));
    }

    /** The newest records of an entity rot. */
    void damage(EntityKey key) {
        trace("damage").add(key);
        cluster.trace().line(() -> cluster.at(id) + "has damaged records of " + key);
        storage.damage(key);
    }

    /** What its store has lost and not got back. */
    SimStanding standing() {
        return standing;
    }

    /** How often this node has lost its disk. */
    int disksLost() {
        return disksLost;
    }

    /** What this node knows of all nodes' incarnations, by id. */
    int[] incarnations() {
        return known.clone();
    }

    /** A message says what its sender knew of all nodes' incarnations (Rule A3). */
    void hear(int[] incarnations) {
        for (int node = 1; node < known.length; node++) {
            if (replica != null && incarnations[node] > known[node] && node != id) {
                known[node] = incarnations[node];
                handle(new Input.PeerIncarnation(node, incarnations[node]));
            }
        }
    }

    /** Stops processing for a while; what arrives waits. */
    void pause() {
        trace("pause");
        cluster.trace().line(() -> cluster.at(id) + "pauses");
        paused = true;
    }

    /** Goes on, and gets everything that waited, late. */
    void resume() {
        if (!paused) {
            return;
        }
        trace("resume");
        cluster.trace().line(() -> cluster.at(id) + "resumes");
        paused = false;
        List<Input> waited = new ArrayList<>(inbox);
        inbox.clear();
        waited.forEach(this::handle);
        if (turnOpen) {
            perform();
        }
        rescheduleTick();
    }

    void diskSlow(boolean slow) {
        diskSlow = slow;
    }

    /** The room on its disk. */
    SimRoom.Level room() {
        return room.level();
    }

    /** Its disk fills up, or has room again; see {@link SimRoom#set}. */
    void room(SimRoom.Level level, boolean stalls) {
        room.set(level, stalls);
        writeDisk();
    }

    /** Something happens to this node. */
    void handle(Input input) {
        if (replica == null) {
            return;
        }
        if (paused) {
            inbox.add(input);
            return;
        }
        if (room.turnsAway(input)) {
            return;
        }
        step(replica, input);
        long turnNanos = cluster.swarm().disk().turnNanos();
        if (turnNanos == 0) {
            perform();
        } else if (!turnOpen) {
            turnOpen = true;
            int started = life;
            cluster.queue()
                    .after(
                            random.nextLong(turnNanos),
                            () -> {
                                if (started == life && turnOpen && !paused) {
                                    perform();
                                }
                            });
        }
    }

    private void step(Replica running, Input input) {
        long now = cluster.queue().nowNanos();
        cluster.traceInput(id, input);
        int before = effects.persists().size();
        running.step(input, clock.monotonicNanos(now), clock.wallMillis(now), effects);
        executions.record(effects.persists().subList(before, effects.persists().size()), machine);
        rescheduleTick();
    }

    /** Performs the effects gathered so far; what answers to clients bring about is next. */
    private void perform() {
        if (draining) {
            return;
        }
        turnOpen = false;
        draining = true;
        effects.drain(performer);
        draining = false;
        answerLoads(performer.takeLoaded());
        performer.takeEvaluated().forEach(this::handle);
        if (cluster.swarm().disk().turnNanos() == 0 && !effects.isEmpty()) {
            perform();
        }
    }

    /** A record is on its way to the disk. */
    void appended(Effects.Persist persist) {
        writing.add(persist);
        if (persist.record().rebuilt()) {
            foundDamaged.remove(persist.record().key());
        }
    }

    /** What evaluates the commands of this life. */
    RecordingMachine machine() {
        return machine;
    }

    /** Rule A3: a node that finds damage goes on under a later incarnation from that moment. */
    private void answerLoad(Input.Loaded loaded) {
        if (loaded.stored().amnesiac()) {
            if (!storage.isRebuilding() && foundDamaged.add(loaded.key())) {
                liveOn();
            }
            cluster.truth().loaded(id, loaded.key(), loaded.stored(), incarnation);
        }
        handle(loaded);
    }

    private void liveOn() {
        incarnation++;
        known[id] = incarnation;
        executions.newLife();
        trace("lives on").add(incarnation);
        handle(new Input.PeerIncarnation(id, incarnation));
    }

    private void answerLoads(List<Input.Loaded> loaded) {
        long delay = cluster.swarm().disk().loadDelayNanos();
        int started = life;
        for (Input.Loaded one : loaded) {
            if (delay == 0) {
                answerLoad(one);
            } else {
                cluster.queue()
                        .after(
                                random.nextLong(delay),
                                () -> {
                                    if (started == life) {
                                        answerLoad(one);
                                    }
                                });
            }
        }
    }

    /** Begins to make durable what was appended, unless the disk is busy. */
    void writeDisk() {
        if (diskBusy || writing.isEmpty() || room.isStalled()) {
            return;
        }
        diskBusy = true;
        storage.commit();
        Swarm.Disk disk = cluster.swarm().disk();
        long nanos = disk.syncNanos() + random.nextLong(1 + disk.jitterNanos());
        if (diskSlow || (!cluster.isHealed() && random.chance(disk.slowChance()))) {
            nanos *= SLOW_FACTOR;
        }
        int started = life;
        cluster.queue()
                .after(
                        nanos,
                        () -> {
                            if (started == life && replica != null) {
                                diskDone();
                            }
                        });
    }

    /** The data beside general PaxosLogs; null while other nodes get nothing from it or into it. */
    @Nullable SimNodeData data() {
        boolean up = replica != null && !paused && room.level() != SimRoom.Level.NONE;
        return up ? data : null;
    }

    /** The answer to a read that is proven to be current. */
    Outcome read(EntityKey key, Outcome.Current current) {
        return data == null ? current : data.read(key, current);
    }

    /** Something that a read would show, and that no entry says to have expired; 0 for nothing. */
    long dueMillis(EntityKey key) {
        return data == null ? 0 : data.dueMillis(key);
    }

    private void diskDone() {
        diskBusy = false;
        storage.work(random);
        List<Input> persisted = new ArrayList<>();
        storage.sync((key, ticket) -> {
            Effects.Persist oldest = writing.remove();
            if (oldest.ticket() != ticket || !oldest.record().key().equals(key)) {
                throw new SimViolation(
                        "TicketsInOrder", "ticket " + ticket + " instead of " + oldest.ticket());
            }
            cluster.truth().durable(id, oldest.record(), incarnations());
            persisted.add(new Input.Persisted(key, ticket));
        });
        // The next batch starts before the node hears of this one, as with a log writer's thread.
        writeDisk();
        persisted.forEach(this::handle);
    }

    /** Sends, now or with the next message to the same node. */
    void send(Effects.Send send) {
        List<Effects.Send> waiting = lazies.get(send.to());
        if (send.lazy() && cluster.network().lazyHoldNanos() > 0) {
            waiting.add(send);
            int started = life;
            cluster.queue()
                    .after(
                            cluster.network().lazyHoldNanos(),
                            () -> {
                                if (started == life && waiting.contains(send)) {
                                    flushLazies(waiting);
                                }
                            });
            return;
        }
        flushLazies(waiting);
        cluster.transmit(id, send);
    }

    private void flushLazies(List<Effects.Send> waiting) {
        for (Effects.Send lazy : waiting) {
            cluster.transmit(id, lazy);
        }
        waiting.clear();
    }

    private void rescheduleTick() {
        if (replica == null || paused) {
            return;
        }
        long now = cluster.queue().nowNanos();
        long wanted = clock.virtualNanos(replica.nextWakeNanos());
        if (wanted == Long.MAX_VALUE) {
            return;
        }
        wanted = Math.max(wanted, now + TICK_NANOS_MIN);
        if (wanted >= tickAtNanos) {
            return;
        }
        tickAtNanos = wanted;
        int started = life;
        long due = wanted;
        cluster.queue()
                .at(
                        due,
                        () -> {
                            if (started == life && tickAtNanos == due) {
                                tick();
                            }
                        });
    }

    private void tick() {
        tickAtNanos = Long.MAX_VALUE;
        if (replica == null || paused) {
            return;
        }
        if (replica.nextWakeNanos() <= clock.monotonicNanos(cluster.queue().nowNanos())) {
            handle(new Input.Tick());
        }
        rescheduleTick();
    }

    /** Begins a line of the trace. */
    Trace trace(String what) {
        return cluster.trace().add(cluster.queue().nowNanos()).add(id).add(what);
    }
}
