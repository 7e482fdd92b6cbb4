package io.paxosstore.sim;

import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaStats;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.Rules;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.node.NodeStore;
import io.paxosstore.node.ReplicaHost;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Calls;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.invariant.CatalogTruth;
import io.paxosstore.sim.invariant.ClusterTruth;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A cluster on virtual time: nodes, network, disks and what watches them. Not thread-safe.
 *
 * <p>Node ids are 1 to N; 0 stands for the clients.
 */
final class SimCluster {
    private static final int CLIENTS = 0;

    /** A client's request, as a node takes it. */
    sealed interface Request {
        EntityKey key();

        /** See {@link Input.Write}. */
        record Write(EntityKey key, RequestId id, long settledFloor, Command command)
                implements Request {}

        /** See {@link Input.Read}. */
        record Read(EntityKey key, ReadMode option) implements Request {}
    }

    /** A request that some node has and has not answered. */
    private record Open(int node, long deadlineVirtualNanos, Request request, Answer answer) {}

    /** Takes a request's outcome when it reaches the client. */
    @FunctionalInterface
    interface Answer {
        void arrived(Outcome outcome);
    }

    private final EventQueue queue = new EventQueue();
    private final Swarm swarm;
    private final Trace trace;
    private final Rules rules;
    private final SpaceKind kind;
    private final int count;
    private final KvBug kvBug;
    private final SimTopology topology;
    private final List<Integer> firstVoters;
    private final ClusterTruth truth;
    private final CatalogTruth catalogTruth = new CatalogTruth();
    private final SimNetwork network;
    private final SimWires wires;
    private final HostBug hostBug;
    private final SimStorage.Factory storages;
    private final SimFrames frames = new SimFrames();
    private final SimImages images = new SimImages();
    private final SimCommands commands = new SimCommands(this);
    private final List<Integer> nodeIds;
    private final List<SimNode> nodes = new ArrayList<>();

    /** Looked up only, never iterated but to be counted. */
    private final Map<Long, Open> open = new HashMap<>();

    private final Map<ReplicaStats.Counter, Long> counts =
            new EnumMap<>(ReplicaStats.Counter.class);
    private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
    private final Map<Occurrence, Long> occurrences = new EnumMap<>(Occurrence.class);
    private long nextToken = 1;
    private Consumer<SimNode> pendingVoteObserver = node -> {};
    private boolean healed;

    /**
     * Makes a cluster and starts all its nodes.
     *
     * @param setup what the run is given from outside
     * @param swarm what the seed made of it
     */
    SimCluster(Simulator.Setup setup, Swarm swarm, Trace trace, RandomSource random) {
        this.swarm = swarm;
        this.trace = trace;
        this.rules = setup.mutation().rules();
        this.kvBug = setup.kvBug();
        this.kind = setup.kind();
        this.count = setup.nodes() + setup.voting().spares();
        this.hostBug = setup.hostBug();
        this.storages = setup.storages();
        int[] ids = IntStream.rangeClosed(1, count).toArray();
        this.nodeIds = IntStream.of(ids).boxed().toList();
        this.firstVoters = nodeIds.subList(0, setup.nodes());
        this.topology =
                new SimTopology(
                        this,
                        firstVoters,
                        setup.voting() == Voting.DRIVEN,
                        new RandomSource(swarm.net().delayNanos()));
        this.truth = new ClusterTruth(count, topology, setup.checks());
        this.network = new SimNetwork(queue, random.fork(), swarm.net(), count);
        this.wires = new SimWires(this, random.fork(), swarm.repair().sockets());
        for (int id : ids) {
            RandomSource own = random.fork();
            Swarm.Clocks clocks = swarm.clocks();
            long spread = clocks.wallOffsetMillis();
            SimClock clock =
                    new SimClock(
                            1 + own.nextLong(1L << 40),
                            1 + clocks.rateError() * (own.nextInt(2001) - 1000) / 1000.0,
                            own.nextLong(2 * spread + 1) - spread);
            nodes.add(new SimNode(this, id, clock, own));
        }
        nodes.forEach(SimNode::start);
    }

    /** Makes a node's disk, empty. */
    SimStore newStore(SimNode node, RandomSource random) {
        SimStorage made = storages.create(node.id(), random.fork());
        return switch (kind) {
            case KEY_VALUE ->
                    new SimStore(
                            this,
                            node,
                            made,
                            new ModelEntityStorage(EntityBug.NONE, random.fork()),
                            random);
            case ENTITY ->
                    new SimStore(this, node, new ModelStorage(), (ModelEntityStorage) made, random);
        };
    }

    /** The kind of the space. */
    SpaceKind kind() {
        return kind;
    }

    /** The bug planted into the key-value model, if any. */
    KvBug kvBug() {
        return kvBug;
    }

    /** The rules of the protocol, one of them maybe broken. */
    Rules rules() {
        return rules;
    }

    /** The bug planted into the nodes' hosts, if any. */
    HostBug hostBug() {
        return hostBug;
    }

    /** Whether the nodes' catalogs of spaces are at work, and clients use them. */
    boolean usesCatalog() {
        return swarm.usesCatalog(kind);
    }

    /** Whether the commands of a key come with the name of their request. */
    boolean isNamed(EntityKey key) {
        return !usesCatalog() || key.space() == Workload.SPACE_ASIDE;
    }

    /** The truth about the catalog of spaces. */
    CatalogTruth catalogTruth() {
        return catalogTruth;
    }

    int nodes() {
        return count;
    }

    /** From 1 to the number of nodes. */
    List<Integer> nodeIds() {
        return nodeIds;
    }

    SimNode node(int id) {
        return nodes.get(id - 1);
    }

    EventQueue queue() {
        return queue;
    }

    Swarm swarm() {
        return swarm;
    }

    Trace trace() {
        return trace;
    }

    ClusterTruth truth() {
        return truth;
    }

    SimNetwork network() {
        return network;
    }

    /** The connections between the nodes. */
    SimWires wires() {
        return wires;
    }

    /** What reads the frames between nodes. */
    SimFrames frames() {
        return frames;
    }

    /** The images that are under way. */
    SimImages images() {
        return images;
    }

    /** The commands that are under way between nodes. */
    SimCommands commands() {
        return commands;
    }

    /** Who votes for what. */
    SimTopology topology() {
        return topology;
    }

    /** Who voted for everything at first. */
    List<Integer> firstVoters() {
        return firstVoters;
    }

    boolean isHealed() {
        return healed;
    }

    /** Ends all faults but crashes. */
    void heal() {
        healed = true;
        network.heal();
    }

    /** Makes a node's replica for a new life. */
    Replica createReplica(
            NodeStore store,
            Placement placement,
            int id,
            RecordingMachine machine,
            RandomSource random) {
        return Replica.withRules(
                hostBug.rules(rules),
                swarm.config(),
                id,
                store.incarnation(),
                placement,
                OwnershipPolicy.unlessReborn(
                        swarm.fastNumbers()
                                ? OwnershipPolicy.prePreparing()
                                : OwnershipPolicy.alwaysPrepare(),
                        store::reborn),
                CatalogBugMachine.planted(hostBug, machine),
                random);
    }

    /** A node's host ends: keeps its counts. */
    void collect(ReplicaHost host) {
        for (Replica replica : host.replicas()) {
            for (ReplicaStats.Counter counter : ReplicaStats.Counter.values()) {
                counts.merge(counter, replica.stats().get(counter), Long::sum);
            }
        }
        for (ShardLoop shard : host.shards()) {
            faults.merge(
                    Fault.MESSAGE_DROPPED,
                    shard.counters().get(Count.MESSAGES_DROPPED_DISK_FULL),
                    Long::sum);
        }
    }

    /** What all replicas counted so far, by counter. */
    Map<ReplicaStats.Counter, Long> counts() {
        for (SimNode node : nodes) {
            ReplicaHost host = node.hostIfUp();
            if (host != null) {
                collect(host);
            }
        }
        return counts;
    }

    /** Counts a fault. */
    void count(Fault fault) {
        faults.merge(fault, 1L, Long::sum);
    }

    /** Counts what happened to an entity's data. */
    void occurred(EntityKey key, Occurrence what) {
        count(what, 1);
        boolean amidWrites = false;
        for (Open one : open.values()) {
            amidWrites |= one.request() instanceof Request.Write write && write.key().equals(key);
        }
        if (amidWrites && what.amidWrites() != what) {
            count(what.amidWrites(), 1);
        }
    }

    /** Counts what happened. */
    void count(Occurrence what, long times) {
        occurrences.merge(what, times, Long::sum);
    }

    /** What happened so far. */
    Map<Occurrence, Long> occurrences() {
        return occurrences;
    }

    /** The faults so far. */
    Map<Fault, Long> faults() {
        return faults;
    }

    /** A client's request travels to a node; the answer, if any, travels back. */
    void request(int to, long timeoutNanos, Request request, Answer answer) {
        network.send(CLIENTS, to, () -> arrive(to, timeoutNanos, request, answer));
    }

    /** A client's request reaches a node, if that is up. */
    void arrive(int to, long timeoutNanos, Request request, Answer answer) {
        SimNode node = node(to);
        if (!node.isUp()) {
            return;
        }
        long token = nextToken++;
        long deadline = queue.nowNanos() + timeoutNanos;
        open.put(token, new Open(to, deadline, request, answer));
        long deadlineNanos = node.clock().monotonicNanos(deadline);
        Calls calls = node.host().routed();
        node.loop().run(() -> begin(calls, to, token, request, deadlineNanos));
    }

    private void begin(Calls calls, int node, long token, Request request, long deadlineNanos) {
        trace.add(queue.nowNanos()).add(node).add(token).add(request.key());
        trace.line(() -> at(node) + Describe.request(request));
        calls.execute(new Client(node), token, call(request, deadlineNanos));
    }

    private Call call(Request request, long deadlineNanos) {
        return switch (request) {
            case Request.Write write ->
                    new Call.Write(
                            write.key(),
                            write.id(),
                            write.settledFloor(),
                            write.command(),
                            deadlineNanos);
            case Request.Read read ->
                    new Call.Read(
                            read.key(),
                            read.option(),
                            kind == SpaceKind.ENTITY ? new SimEntityShard.Query() : null,
                            deadlineNanos);
        };
    }

    /** Takes what a node answers to clients. */
    private final class Client implements Requester {
        private final int node;

        Client(int node) {
            this.node = node;
        }

        @Override
        public int homeShard() {
            return 0;
        }

        @Override
        public boolean isClient() {
            return true;
        }

        @Override
        public void complete(long token, Operation operation, Outcome outcome) {
            replied(node, token, outcome);
        }
    }

    /** A node answers a request. */
    private void replied(int from, long token, Outcome outcome) {
        Open one = open.remove(token);
        if (one == null || one.node() != from) {
            throw new SimViolation(
                    "AnsweredOnce", "node " + from + " answers token " + token + " twice");
        }
        trace.add(queue.nowNanos()).add(from).add(token);
        trace.line(() -> at(from) + "answers " + Describe.outcome(kind, outcome));
        check(from, one.request(), outcome);
        network.send(from, CLIENTS, () -> one.answer().arrived(outcome));
    }

    private void check(int from, Request request, Outcome outcome) {
        if (outcome instanceof Outcome.NotDone notDone
                && notDone.reason() == Outcome.Reason.DISK_FULL) {
            count(request instanceof Request.Write ? Fault.WRITE_REFUSED : Fault.READ_REFUSED);
        }
        switch (request) {
            case Request.Write write -> {
                if (outcome instanceof Outcome.Written written) {
                    truth.answered(from, write.key(), write.id(), written);
                }
            }
            case Request.Read read -> {
                if (outcome instanceof Outcome.Value value) {
                    truth.answered(from, read.key(), value);
                }
            }
        }
    }

    /** The requests a node had are lost with its memory. */
    void nodeLost(int id) {
        open.values().removeIf(one -> one.node() == id);
    }

    /** How many requests are unanswered although their deadlines passed some time ago. */
    long overdue(long slackNanos) {
        return open.values().stream()
                .filter(one -> one.deadlineVirtualNanos() + slackNanos < queue.nowNanos())
                .count();
    }

    /**
     * Has somebody told of every accept request that leaves before its sender's own vote counts.
     */
    void onPendingVote(Consumer<SimNode> observer) {
        pendingVoteObserver = observer;
    }

    /** An accept request leaves before its sender's own vote counts (Rule D2). */
    void pendingVote(SimNode proposer) {
        pendingVoteObserver.accept(proposer);
    }

    /** A node has handed a record to its disk. */
    void appended(int id, LogRecord record) {
        trace.add(id).add(record);
        trace.line(() -> at(id) + "writes " + Describe.record(record));
        truth.appended(id, record);
    }

    /** The beginning of a trace line: virtual time and node. */
    String at(int id) {
        return "%,12d us  %s ".formatted(queue.nowNanos() / 1_000, Describe.node(id));
    }

    /** A node, if it is up. */
    @Nullable SimNode liveNode(int id) {
        SimNode node = node(id);
        return node.isUp() ? node : null;
    }
}
