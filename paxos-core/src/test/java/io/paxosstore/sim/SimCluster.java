package io.paxosstore.sim;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.core.Mutation;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.Replica;
import io.paxosstore.core.ReplicaStats;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.invariant.ClusterTruth;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A cluster on virtual time: nodes, network, disks and what watches them. Not thread-safe.
 *
 * <p>Node ids are 1 to N; 0 stands for the clients.
 */
final class SimCluster {
    private static final int CLIENTS = 0;

    /** How late the background sweep takes up a hint, and how long it tries. */
    private static final long SWEEP_NANOS = 50_000_000;

    /** A request that some node has and has not answered. */
    private record Open(int node, long deadlineVirtualNanos, Input input, Answer answer) {}

    /** Takes a request's outcome when it reaches the client. */
    @FunctionalInterface
    interface Answer {
        void arrived(Outcome outcome);
    }

    /** Makes a request's input once its token and its deadline by the node's clock are known. */
    @FunctionalInterface
    interface Request {
        Input input(long token, long deadlineNanos);
    }

    private final EventQueue queue = new EventQueue();
    private final Swarm swarm;
    private final Trace trace;
    private final Mutation mutation;
    private final SpaceKind kind;
    private final int count;
    private final KvBug kvBug;
    private final Placement placement;
    private final ClusterTruth truth;
    private final SimNetwork network;
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
        this.mutation = setup.mutation();
        this.kvBug = setup.kvBug();
        this.kind = setup.kind();
        this.count = setup.nodes();
        int[] ids = new int[count];
        for (int i = 0; i < count; i++) {
            ids[i] = i + 1;
        }
        this.placement = Placement.everywhere(ids);
        this.truth = new ClusterTruth(count, setup.checks());
        this.network = new SimNetwork(queue, random.fork(), swarm.net(), count);
        for (int id : ids) {
            RandomSource own = random.fork();
            Swarm.Clocks clocks = swarm.clocks();
            long spread = clocks.wallOffsetMillis();
            SimClock clock =
                    new SimClock(
                            own.nextLong(1L << 40),
                            1 + clocks.rateError() * (own.nextInt(2001) - 1000) / 1000.0,
                            own.nextLong(2 * spread + 1) - spread);
            SimStorage storage = setup.storages().create(id, own.fork());
            nodes.add(new SimNode(this, id, clock, storage, own));
        }
        nodes.forEach(SimNode::start);
    }

    /** The kind of the space. */
    SpaceKind kind() {
        return kind;
    }

    /** The bug planted into the key-value model, if any. */
    KvBug kvBug() {
        return kvBug;
    }

    /** The rule that is switched off. */
    Mutation mutation() {
        return mutation;
    }

    int nodes() {
        return count;
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

    Placement placement() {
        return placement;
    }

    boolean isHealed() {
        return healed;
    }

    /** Ends all faults but crashes. */
    void heal() {
        healed = true;
        network.heal();
    }

    /** Makes a node's replica for a new incarnation. */
    Replica createReplica(
            int id,
            int incarnation,
            boolean reborn,
            RecordingMachine machine,
            RandomSource random) {
        return Replica.mutated(
                mutation,
                swarm.config(),
                id,
                incarnation,
                placement,
                OwnershipPolicy.unlessReborn(
                        swarm.fastNumbers()
                                ? OwnershipPolicy.prePreparing()
                                : OwnershipPolicy.alwaysPrepare(),
                        () -> reborn),
                machine,
                random);
    }

    /** A node's replica is gone: keeps its counts. */
    void collect(Replica replica) {
        for (ReplicaStats.Counter counter : ReplicaStats.Counter.values()) {
            counts.merge(counter, replica.stats().get(counter), Long::sum);
        }
    }

    /** What all replicas counted so far, by counter. */
    Map<ReplicaStats.Counter, Long> counts() {
        for (SimNode node : nodes) {
            Replica replica = node.replica();
            if (replica != null) {
                collect(replica);
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
            amidWrites |= one.input() instanceof Input.Write write && write.key().equals(key);
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
        Input input = request.input(token, node.clock().monotonicNanos(deadline));
        open.put(token, new Open(to, deadline, input, answer));
        node.handle(input);
    }

    /** What the sweep does with a hint that an entity is behind (Rule C3). */
    void recoverLater(SimNode node, Effects.Lag lag) {
        trace.add(queue.nowNanos()).add(node.id()).add("lags").add(lag.key()).add(lag.version());
        int life = node.life();
        queue.after(
                SWEEP_NANOS,
                () -> {
                    if (node.isUp() && node.life() == life) {
                        arrive(
                                node.id(),
                                SWEEP_NANOS,
                                (token, deadline) ->
                                        new Input.Recover(
                                                token,
                                                lag.key(),
                                                lag.from(),
                                                lag.version(),
                                                deadline),
                                outcome -> {});
                    }
                });
    }

    /** A node answers a request. */
    void replied(int from, Effects.Reply reply) {
        Open one = open.remove(reply.token());
        if (one == null || one.node() != from) {
            throw new SimViolation(
                    "AnsweredOnce", "node " + from + " answers token " + reply.token() + " twice");
        }
        Outcome outcome = reply.outcome();
        if (outcome instanceof Outcome.Current current && one.input() instanceof Input.Read read) {
            long due = read.clockMillis() > 0 ? 0 : node(from).dueMillis(read.key());
            if (due > 0) {
                askAgain(one, read, due);
                return;
            }
            outcome = node(from).read(read.key(), current);
        }
        tell(from, reply.token(), one, outcome);
    }

    /** Rule X2: an entry is to say first that something has expired. */
    private void askAgain(Open one, Input.Read read, long dueMillis) {
        Input.Read again =
                new Input.Read(
                        read.token(), read.key(), read.option(), read.deadlineNanos(), dueMillis);
        count(Occurrence.READ_OF_EXPIRED, 1);
        open.put(
                read.token(),
                new Open(one.node(), one.deadlineVirtualNanos(), again, one.answer()));
        queue.after(
                1,
                () -> {
                    if (open.containsKey(read.token())) {
                        node(one.node()).handle(again);
                    }
                });
    }

    private void tell(int from, long token, Open one, Outcome outcome) {
        trace.add(queue.nowNanos()).add(from).add(token);
        trace.line(() -> at(from) + "answers " + Describe.outcome(kind, outcome));
        check(from, one.input(), outcome);
        network.send(from, CLIENTS, () -> one.answer().arrived(outcome));
    }

    private void check(int from, Input input, Outcome outcome) {
        if (input instanceof Input.Write write && outcome instanceof Outcome.Written written) {
            truth.answered(from, write.key(), write.requestId(), written);
        } else if (input instanceof Input.Read read && outcome instanceof Outcome.Value value) {
            truth.answered(from, read.key(), value);
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

    /** Puts a message on its link. */
    void transmit(int from, Effects.Send send) {
        if (send.message() instanceof Message.Paxos paxos && paxos.proposerVotePending()) {
            pendingVoteObserver.accept(node(from));
        }
        int to = send.to();
        int[] known = node(from).incarnations();
        known[from] = send.incarnation();
        int disk = node(to).disksLost();
        network.send(
                from,
                to,
                () -> {
                    if (node(to).disksLost() != disk) {
                        return; // its connection ended with the life before
                    }
                    node(to).hear(known);
                    Message message = network.maybeCorrupt(send.message());
                    if (isIntact(message)) {
                        node(to).handle(
                                        new Input.Received(
                                                from, send.incarnation(), send.key(), message));
                    }
                });
    }

    /** Rule K9: the receiver's codec drops a message whose value does not match its checksum. */
    private static boolean isIntact(Message message) {
        EntryValue value =
                switch (message) {
                    case Message.Paxos m -> m.value();
                    case Message.Chosen m -> m.value();
                    case Message.Probe m -> null;
                    case Message.ProbeReply m -> null;
                    case Message.Learn m -> null;
                };
        return value == null || value.isIntact();
    }

    /** Adds an input to the trace. */
    void traceInput(int id, Input input) {
        trace.add(queue.nowNanos()).add(id);
        switch (input) {
            case Input.Received r ->
                    trace.add(r.from()).add(r.incarnation()).add(r.key()).add(r.message());
            case Input.Write w ->
                    trace.add(w.key()).add(w.requestId().clientId()).add(w.requestId().stamp());
            case Input.Read r -> trace.add(r.key()).add(r.token());
            case Input.Loaded l -> trace.add(l.key()).add(l.stored().version());
            case Input.Evaluated e -> trace.add(e.key()).add(e.results().size());
            case Input.NotEvaluated n -> trace.add(n.key()).add(n.reason().name());
            case Input.Installed i -> trace.add(i.key()).add(i.stored().version());
            case Input.Recover r -> trace.add(r.key()).add(r.from()).add(r.version());
            case Input.PeerIncarnation p -> trace.add(p.nodeId()).add(p.incarnation());
            case Input.Persisted p -> trace.add(p.key()).add(p.ticket());
            case Input.PeerState p -> trace.add(p.nodeId()).add(p.up() ? 1 : 0);
            case Input.Tick tick -> trace.add(7);
        }
        trace.line(() -> at(id) + Describe.input(input));
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
