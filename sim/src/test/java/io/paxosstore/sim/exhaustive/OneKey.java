package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Configuration;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * The replicas of one key, with disks, in a configuration that a test changes: messages arrive in
 * their order, unless the test has them lost. For directed traces; not thread-safe.
 */
final class OneKey {
    private static final EntityKey KEY = new EntityKey(1, "k".getBytes(StandardCharsets.UTF_8));
    private static final long NANOS_PER_DELIVERY = 100_000;
    private static final long NANOS_PER_TICK = 1_000_000;

    /** A message on its way. */
    record Flight(int from, Effects.Send send) {}

    private final Map<Integer, Replica> replicas = new TreeMap<>();
    private final Map<Integer, Disk> disks = new TreeMap<>();
    private final Map<Long, Outcome> answers = new TreeMap<>();
    private final Deque<Flight> flights = new ArrayDeque<>();
    private final Set<Integer> down = new HashSet<>();
    private Predicate<Flight> loses = flight -> false;
    private Configuration now;
    private int slowDisk;
    private long nowNanos = 1;

    OneKey(Configuration first) {
        this.now = first;
    }

    Disk disk(int id) {
        return disks.computeIfAbsent(id, absent -> new Disk());
    }

    /** A node has lost its disk, or comes to the slot. */
    void wipe(int id) {
        disk(id).wipe();
    }

    void start(int id, int incarnation) {
        Configuration at = now;
        down.remove(id);
        replicas.put(
                id,
                new Replica(
                        ReplicaConfig.defaults(),
                        id,
                        incarnation,
                        key -> at,
                        OwnershipPolicy.prePreparing(),
                        new KvMachine(),
                        new RandomSource(id * 100L + incarnation)));
        for (int other : List.copyOf(replicas.keySet())) {
            if (other != id && incarnation > 1) {
                step(other, new Input.PeerIncarnation(id, incarnation));
            }
        }
    }

    void kill(int id) {
        down.add(id);
    }

    /** It votes no more, and what it knows is gone. */
    void leave(int id) {
        replicas.remove(id);
    }

    void enter(Configuration later) {
        now = later;
        for (int id : List.copyOf(replicas.keySet())) {
            step(id, new Input.Entered(key -> later));
        }
    }

    void lose(Predicate<Flight> which) {
        loses = which;
    }

    void write(int node, long token, String value) {
        RequestId id = new RequestId(9, token << 32);
        step(
                node,
                new Input.Write(
                        token,
                        KEY,
                        id,
                        0,
                        new KvOperation.Put(value.getBytes(StandardCharsets.UTF_8), 0),
                        Long.MAX_VALUE));
    }

    void read(int node, long token) {
        step(node, new Input.Read(token, KEY, ReadMode.LINEARIZABLE, Long.MAX_VALUE));
    }

    @Nullable Outcome answer(long token) {
        return answers.get(token);
    }

    /** Has a node's disk make nothing durable, until it is another one's turn; 0 for nobody's. */
    void slowDisk(int node) {
        int before = slowDisk;
        slowDisk = node;
        sync(before);
    }

    private void sync(int node) {
        Disk disk = disk(node);
        while (node != slowDisk && disk.unsynced() > 0) {
            step(node, new Input.Persisted(KEY, disk.sync().ticket()));
        }
    }

    /** Goes on for a time, or until something is so. */
    void run(long millis, BooleanSupplier until) {
        long end = nowNanos + millis * 1_000_000;
        while (nowNanos < end && !until.getAsBoolean()) {
            while (!flights.isEmpty() && !until.getAsBoolean()) {
                deliver(flights.remove());
            }
            nowNanos += NANOS_PER_TICK;
            for (int id : List.copyOf(replicas.keySet())) {
                step(id, new Input.Tick());
            }
        }
    }

    private void deliver(Flight flight) {
        nowNanos += NANOS_PER_DELIVERY;
        Effects.Send send = flight.send();
        if (!loses.test(flight)) {
            step(
                    send.to(),
                    new Input.Received(
                            flight.from(), send.incarnation(), send.epoch(), KEY, send.message()));
        }
    }

    void step(int node, Input input) {
        Replica replica = replicas.get(node);
        if (down.contains(node) || replica == null) {
            return;
        }
        Effects effects = new Effects();
        replica.step(input, nowNanos, 0, effects);
        CollectedEffects wanted = new CollectedEffects();
        effects.drain(wanted);
        Disk disk = disk(node);
        wanted.sends.forEach(send -> flights.add(new Flight(node, send)));
        wanted.replies.forEach(reply -> answers.put(reply.token(), reply.outcome()));
        wanted.persists.forEach(record -> disk.append(record.record(), record.ticket()));
        wanted.marks.forEach(mark -> disk.mark(mark.entry()));
        wanted.loads.forEach(load -> step(node, new Input.Loaded(KEY, disk.load(true))));
        sync(node);
    }

    /** The entry above the version of which a node's disk holds something; 0 for none. */
    long pendingEntry(int id) {
        LogRecord pending = disk(id).durablePending();
        return pending == null ? 0 : pending.entry();
    }

    /** Fails if there is none. */
    Outcome demandAnswer(long token) {
        return Objects.requireNonNull(answer(token), "no answer");
    }
}
