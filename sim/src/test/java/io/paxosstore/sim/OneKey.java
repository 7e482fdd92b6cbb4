package io.paxosstore.sim;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Configuration;
import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.Stored;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ReadMode;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
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
    static final EntityKey KEY = Conversation.key("k");
    private static final long NANOS_PER_DELIVERY = 100_000;
    private static final long NANOS_PER_TICK = 1_000_000;

    /** A message on its way. */
    record Flight(int from, Effects.Send send) {}

    /** What the engine of keys keeps of one (Rule D7). */
    static final class Disk {
        boolean isAmnesiac;
        private boolean isPresent;
        private long version;
        private @Nullable EntryValue chosen;
        private @Nullable LogRecord pending;

        private void take(LogRecord record) {
            isPresent = true;
            isAmnesiac &= !record.rebuilt();
            raise(record.chosen() ? Math.max(record.entry(), record.version()) : record.version());
            LogRecord before = pending;
            if (record.chosen() && record.entry() == version) {
                chosen = record.value();
            } else if (record.entry() > version
                    && (before == null || record.entry() >= before.entry())) {
                pending = record;
            }
        }

        private void raise(long to) {
            LogRecord before = pending;
            if (to > version) {
                chosen = before != null && before.entry() == to ? before.value() : null;
                version = to;
                pending = before == null || before.entry() <= to ? null : before;
            }
        }

        private void mark(long entry) {
            LogRecord held = pending;
            if (held != null && held.entry() == entry) {
                raise(entry);
            }
        }

        /** The entry above the version of which it holds something; 0 for none. */
        long pendingEntry() {
            LogRecord held = pending;
            return held == null ? 0 : held.entry();
        }

        private Stored load() {
            LogRecord held = pending;
            if (!isPresent) {
                return isAmnesiac ? Stored.LOST : Stored.NOTHING;
            }
            return held == null
                    ? new Stored(version, chosen, 0, 0, 0, null, isAmnesiac)
                    : new Stored(
                            version,
                            chosen,
                            held.entry(),
                            held.promised(),
                            held.accepted(),
                            held.value(),
                            isAmnesiac);
        }
    }

    private final Map<Integer, Replica> replicas = new TreeMap<>();
    private final Map<Integer, Disk> disks = new TreeMap<>();
    private final Map<Long, Outcome> answers = new TreeMap<>();
    private final Deque<Flight> flights = new ArrayDeque<>();
    private final Set<Integer> down = new HashSet<>();
    private final List<Runnable> written = new ArrayList<>();
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
        Disk empty = new Disk();
        empty.isAmnesiac = true;
        disks.put(id, empty);
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
        step(node, new Input.Write(token, KEY, id, 0, Conversation.put(value), Long.MAX_VALUE));
    }

    void read(int node, long token) {
        step(node, new Input.Read(token, KEY, ReadMode.LINEARIZABLE, Long.MAX_VALUE));
    }

    @Nullable Outcome answer(long token) {
        return answers.get(token);
    }

    /**
     * Has a node's disk tell of nothing that it writes; 0 for none: then what is written is told.
     */
    void slowDisk(int node) {
        slowDisk = node;
        if (node == 0) {
            List.copyOf(written).forEach(Runnable::run);
            written.clear();
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
        wanted.persists.forEach(record -> disk.take(record.record()));
        wanted.marks.forEach(mark -> disk.mark(mark.entry()));
        wanted.loads.forEach(load -> step(node, new Input.Loaded(load.key(), disk.load())));
        for (Effects.Persist record : wanted.persists) {
            Runnable tells = () -> step(node, new Input.Persisted(KEY, record.ticket()));
            if (node == slowDisk) {
                written.add(tells);
            } else {
                tells.run();
            }
        }
    }

    /** Fails if there is none. */
    Outcome demandAnswer(long token) {
        return Objects.requireNonNull(answer(token), "no answer");
    }
}
