package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityView;
import io.paxosstore.core.Input;
import io.paxosstore.core.Invariant;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.Stored;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.Flights.Flight;
import io.paxosstore.sim.invariant.Checks;
import io.paxosstore.sim.invariant.ClusterTruth;
import io.paxosstore.sim.invariant.Electorate;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A cluster that moves only when told: every message waits until it is delivered or dropped, every
 * record until the disk is told to finish. What happens is written down line by line. The
 * invariants are watched as in the simulator. For golden scenarios and directed traces; not
 * thread-safe.
 */
final class Conversation {
    private static final int SPACE = 1;
    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final long DEADLINE_NANOS = 3_600_000L * NANOS_PER_MILLI;
    private static final long START_NANOS = 1000 * NANOS_PER_MILLI;
    private static final int RUN_ROUNDS_MAX = 1000;
    private static final int SETTLE_ROUNDS = 60;
    private static final int SETTLE_MILLIS = 20;

    /** A request somebody made. */
    private record Asked(String name, EntityKey key) {}

    private static final class Node {
        final int id;
        final ModelStorage storage = new ModelStorage();
        final List<Effects.Persist> writing = new ArrayList<>();
        Effects effects = new Effects();
        int incarnation;
        boolean reborn;

        /** How far its wall clock is ahead. */
        long aheadMillis;

        /** What the node knows of all nodes' incarnations, by id. */
        int[] known;

        /** Entities whose damage it has not noticed yet. */
        final Set<EntityKey> damaged = new HashSet<>();

        @Nullable Replica replica;

        Node(int id, int count) {
            this.id = id;
            this.known = new int[count + 1];
        }
    }

    private final Mutation mutation;
    private final Placement placement;
    private final OwnershipPolicy ownership;
    private final ClusterTruth truth;
    private final List<Node> nodes = new ArrayList<>();
    private final Flights flights = new Flights();
    private final Map<Long, Asked> asked = new TreeMap<>();
    private final Map<String, Input.Write> writes = new LinkedHashMap<>();
    private final Map<String, Outcome> answers = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();
    private long nowNanos = START_NANOS;
    private long nextToken = 1;

    Conversation(int count, Mutation mutation, OwnershipPolicy ownership, Checks checks) {
        this.mutation = mutation;
        this.ownership = ownership;
        int[] ids = new int[count];
        for (int i = 0; i < count; i++) {
            ids[i] = i + 1;
        }
        this.placement = Placement.neverChanged(ids);
        this.truth = new ClusterTruth(count, Electorate.all(count), checks);
        for (int id : ids) {
            Node node = new Node(id, count);
            nodes.add(node);
            start(node);
        }
    }

    /** All rules, pre-preparing, all checks. */
    static Conversation of(int count) {
        return new Conversation(count, Mutation.NONE, OwnershipPolicy.prePreparing(), Checks.ALL);
    }

    /** An entity by its name. */
    static EntityKey key(String name) {
        return new EntityKey(SPACE, name.getBytes(StandardCharsets.UTF_8));
    }

    /** A command. */
    static KvOperation put(String value) {
        return new KvOperation.Put(value.getBytes(StandardCharsets.ISO_8859_1), 0);
    }

    /** The voters' letters in preference order. */
    String preference(String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < nodes.size(); i++) {
            text.append(Describe.node(placement.configurationOf(key(name)).voters().id(i)));
        }
        return text.toString();
    }

    /** Writes a line among the others. */
    void say(String line) {
        lines.add(line);
    }

    /** Takes out the lines written since the last call. */
    List<String> takeLines() {
        List<String> taken = new ArrayList<>(lines);
        lines.clear();
        return taken;
    }

    /** The outcome of a named request; null while there is none. */
    @Nullable Outcome answer(String name) {
        return answers.get(name);
    }

    /** What a named write was answered; fails unless it was done. */
    KvResult written(String name) {
        Outcome.Written written = assertInstanceOf(Outcome.Written.class, answer(name), name);
        return KvResult.decode(written.result().bytes());
    }

    /** The value a named read was answered, null for none; fails unless it was. */
    @Nullable String value(String name) {
        Outcome.Value read = assertInstanceOf(Outcome.Value.class, answer(name), name);
        byte[] value = KvState.value(read.state().bytes());
        return value == null ? null : new String(value, StandardCharsets.ISO_8859_1);
    }

    /** The newest chosen entry, as the truth has it. */
    long newestChosen(String name) {
        return truth.newestChosen(key(name));
    }

    /** What a node has in memory of an entity; null when it has nothing. */
    @Nullable EntityView inspect(int node, String name) {
        Replica replica = node(node).replica;
        return replica == null ? null : replica.inspect(key(name));
    }

    /** How many messages from one node to another are on their way. */
    int inFlight(int from, int to) {
        return flights.count(from, to);
    }

    private Node node(int id) {
        return nodes.get(id - 1);
    }

    private void start(Node node) {
        node.incarnation++;
        node.known[node.id] = node.incarnation;
        node.replica =
                Replica.withRules(
                        mutation.rules(),
                        ReplicaConfig.defaults(),
                        node.id,
                        node.incarnation,
                        placement,
                        OwnershipPolicy.unlessReborn(ownership, () -> node.reborn),
                        new KvMachine(),
                        new RandomSource(node.id * 1000L + node.incarnation));
    }

    /** Sets a node's wall clock so far ahead, or behind if negative. */
    void wallClock(int node, long aheadMillis) {
        node(node).aheadMillis = aheadMillis;
    }

    /**
     * A client asks a node to write.
     *
     * @param name names the request; a name used before repeats that request (Rule E3)
     */
    void write(int node, String name, String key, KvOperation command) {
        Input.Write before = writes.get(name);
        RequestId next = new RequestId(1 + writes.size(), (SimClock.EPOCH_MILLIS / 1000) << 32);
        write(node, name, before == null ? next : before.requestId(), key, command);
    }

    /** A client asks a node to write, under a request id of its own. */
    void write(int node, String name, RequestId id, String key, KvOperation command) {
        long token = nextToken++;
        long end = nowNanos + DEADLINE_NANOS;
        Input.Write write = new Input.Write(token, key(key), id, id.stamp() - 1, command, end);
        writes.putIfAbsent(name, write);
        asked.put(token, new Asked(name, key(key)));
        step(node(node), write);
    }

    /** A client asks a node to read. */
    void read(int node, String name, String key, ReadMode option) {
        long token = nextToken++;
        asked.put(token, new Asked(name, key(key)));
        step(node(node), new Input.Read(token, key(key), option, nowNanos + DEADLINE_NANOS));
    }

    /** Delivers what is on its way from one node to another now, oldest first. */
    void deliver(int from, int to) {
        for (Flight flight : flights.take(from, to)) {
            deliver(flight);
        }
    }

    /** Delivers the oldest message from one node to another. */
    void deliverOne(int from, int to) {
        List<Flight> link = flights.take(from, to);
        Invariant.check(!link.isEmpty(), "nothing is on its way");
        flights.putBack(link.subList(1, link.size()));
        deliver(link.getFirst());
    }

    /**
     * Holds back what is on its way from one node to another now.
     *
     * @return delivers it after all
     */
    Runnable hold(int from, int to) {
        List<Flight> held = flights.take(from, to);
        Invariant.check(!held.isEmpty(), "nothing is on its way");
        return () -> held.forEach(this::deliver);
    }

    /** Loses what is on its way from one node to another now. */
    void drop(int from, int to) {
        for (Flight flight : flights.take(from, to)) {
            lines.add(flight.arrow() + " lost: " + Describe.message(flight.message()));
        }
    }

    private void deliver(Flight flight) {
        Node to = node(flight.to());
        for (int id = 1; id < to.known.length; id++) {
            if (flight.known()[id] > to.known[id] && id != to.id) {
                to.known[id] = flight.known()[id];
                step(to, new Input.PeerIncarnation(id, to.known[id]));
            }
        }
        step(
                to,
                new Input.Received(
                        flight.from(),
                        flight.incarnation(),
                        flight.epoch(),
                        flight.key(),
                        flight.message()));
    }

    /** A node's disk finishes everything it was given. */
    void persist(int node) {
        Node at = node(node);
        List<Effects.Persist> written = new ArrayList<>(at.writing);
        at.writing.clear();
        at.storage.commit();
        at.storage.sync((key, ticket) -> {});
        written.forEach(one -> truth.durable(node, one.record(), at.known.clone()));
        if (!written.isEmpty()) {
            lines.add(Describe.node(node) + " synced");
        }
        for (Effects.Persist one : written) {
            step(at, new Input.Persisted(one.record().key(), one.ticket()));
        }
    }

    /** Power fails at a node: what is not synced is lost; it starts again. */
    void restart(int node) {
        stop(node);
        start(node(node));
        lines.add(Describe.node(node) + " restarts as incarnation " + node(node).incarnation);
    }

    /** A node starts again with an empty disk (Rule A1). */
    void wipe(int node) {
        stop(node);
        Node at = node(node);
        at.storage.wipe();
        at.reborn = true;
        at.known = new int[at.known.length];
        truth.recovered(node, at.known.clone(), key -> at.storage.load(key, true));
        flights.loseAllTo(node);
        start(at);
        lines.add(Describe.node(node) + " restarts with an empty disk");
    }

    /** The newest record of an entity rots at a node. */
    void damage(int node, String name) {
        node(node).storage.damage(key(name));
        node(node).damaged.add(key(name));
        lines.add("at " + Describe.node(node) + " records of " + name + " rot");
    }

    /** A node is told to bring an entity up to date. */
    void recover(int node, String name, String key, int from, long version) {
        long token = nextToken++;
        asked.put(token, new Asked(name, key(key)));
        step(
                node(node),
                new Input.Recover(token, key(key), from, version, nowNanos + DEADLINE_NANOS));
    }

    /** Power fails at a node, and it stays down. */
    void stop(int node) {
        Node at = node(node);
        at.replica = null;
        at.effects = new Effects();
        at.writing.clear();
        at.storage.lose();
        truth.recovered(node, at.known.clone(), key -> at.storage.load(key, true));
    }

    /** Time passes; nodes that want to be woken are. */
    void pass(long millis) {
        long until = nowNanos + millis * NANOS_PER_MILLI;
        while (true) {
            Node next = null;
            long due = until + 1;
            for (Node node : nodes) {
                if (node.replica != null && node.replica.nextWakeNanos() < due) {
                    next = node;
                    due = node.replica.nextWakeNanos();
                }
            }
            if (next == null) {
                break;
            }
            nowNanos = Math.max(nowNanos, due);
            step(next, new Input.Tick());
        }
        nowNanos = until;
    }

    /** Delivers and syncs everything until nothing is on its way; no time passes. */
    void run() {
        for (int round = 0; round < RUN_ROUNDS_MAX; round++) {
            List<Flight> wave = flights.takeAll();
            wave.forEach(this::deliver);
            boolean wrote = false;
            for (Node node : nodes) {
                wrote |= !node.writing.isEmpty();
                if (!node.writing.isEmpty()) {
                    persist(node.id);
                }
            }
            if (wave.isEmpty() && !wrote) {
                return;
            }
        }
        throw new SimViolation(
                "ExchangeEnds", "messages go round in circles, at last: " + lines.getLast());
    }

    /** Some time passes, in which everything is delivered and synced. */
    void settle() {
        for (int i = 0; i < SETTLE_ROUNDS; i++) {
            run();
            pass(SETTLE_MILLIS);
        }
    }

    /** What one node has to say reaches another, and that one's answer the first. */
    void exchange(int node, int other) {
        persist(node);
        deliver(node, other);
        persist(other);
        deliver(other, node);
    }

    /** Everything that is on its way is lost. */
    void dropAll() {
        flights.takeAll();
    }

    // The Effects contract.

    private void step(Node node, Input input) {
        Replica replica = node.replica;
        if (replica == null) {
            return;
        }
        replica.step(
                input,
                nowNanos,
                SimClock.EPOCH_MILLIS
                        + (nowNanos - START_NANOS) / NANOS_PER_MILLI
                        + node.aheadMillis,
                node.effects);
        perform(node);
    }

    private void perform(Node node) {
        Performer performer = new Performer(node);
        node.effects.drain(performer);
        performer.loaded.forEach(one -> step(node, one));
    }

    /** Answers what it loads after the round. */
    private final class Performer implements KeyEffects {
        final Node node;
        final List<Input> loaded = new ArrayList<>();

        Performer(Node node) {
            this.node = node;
        }

        @Override
        public void load(Effects.Load load) {
            Stored stored = node.storage.load(load.key(), load.withValue());
            if (stored.amnesiac() && node.damaged.remove(load.key())) {
                node.incarnation++;
                node.known[node.id] = node.incarnation;
                loaded.add(new Input.PeerIncarnation(node.id, node.incarnation));
            }
            truth.loaded(node.id, load.key(), stored, node.known.clone());
            loaded.add(new Input.Loaded(load.key(), stored));
        }

        @Override
        public void persist(Effects.Persist persist) {
            truth.appended(node.id, persist.record());
            node.storage.append(persist.record(), persist.ticket());
            node.writing.add(persist);
            lines.add(Describe.node(node.id) + " writes " + Describe.record(persist.record()));
        }

        @Override
        public void markChosen(Effects.MarkChosen mark) {
            truth.marked(node.id, mark.key(), mark.entry());
            node.storage.markChosen(mark.key(), mark.entry());
            lines.add(Describe.node(node.id) + " holds entry " + mark.entry() + " to be chosen");
        }

        @Override
        public void send(Effects.Send send) {
            truth.sent(node.id, send.to(), send.key(), send.message());
            Flight flight =
                    new Flight(
                            node.id,
                            send.incarnation(),
                            send.to(),
                            send.epoch(),
                            send.key(),
                            send.message(),
                            node.known.clone());
            flights.add(flight);
            lines.add(flight.arrow() + ": " + Describe.message(send.message()));
        }

        @Override
        public void lag(Effects.Lag lag) {
            lines.add(Describe.node(node.id) + " is behind " + Describe.node(lag.from()));
        }

        @Override
        public void reply(Effects.Reply reply) {
            Asked request = asked.remove(reply.token());
            if (request == null) {
                throw new SimViolation("AnsweredOnce", "token " + reply.token());
            }
            answers.put(request.name(), reply.outcome());
            String told = Describe.outcome(SpaceKind.KEY_VALUE, reply.outcome());
            lines.add(Describe.node(node.id) + " answers " + request.name() + ": " + told);
        }
    }
}
