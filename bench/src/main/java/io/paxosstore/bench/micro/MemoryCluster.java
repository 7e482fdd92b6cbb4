package io.paxosstore.bench.micro;

import io.paxosstore.core.EffectHandler;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Three replicas in one thread, with a network and disks that take no time: what is left is the
 * protocol's own cost, {@link Replica#step} and {@link Effects#drain}. A replica host, whose
 * admission and accounts are not the protocol's, is left out on purpose. Not thread-safe.
 */
final class MemoryCluster {
    private static final int[] IDS = {1, 2, 3};
    private static final int INCARNATION = 1;
    private static final long CLIENT = 1;
    private static final long START_MILLIS = 1_700_000_000_000L;
    private static final long STEP_NANOS = 1_000;
    private static final long DEADLINE_NANOS = 1_000_000_000L;

    private final class Node implements EffectHandler {
        final int id;
        final Replica replica;
        final MemoryStore store = new MemoryStore();
        final Effects effects = new Effects();

        Node(int id, RandomSource random) {
            this.id = id;
            this.replica =
                    new Replica(
                            ReplicaConfig.defaults(),
                            id,
                            INCARNATION,
                            placement,
                            OwnershipPolicy.prePreparing(),
                            new KvMachine(),
                            random);
        }

        void step(Input input) {
            nowNanos += STEP_NANOS;
            replica.step(input, nowNanos, START_MILLIS + nowNanos / 1_000_000, effects);
            effects.drain(this);
        }

        void deliver(Input input) {
            deliveries.add(() -> step(input));
        }

        @Override
        public void load(Effects.Load load) {
            deliver(new Input.Loaded(load.key(), store.load(load.key())));
        }

        @Override
        public void persist(Effects.Persist persist) {
            store.persist(persist.record());
            deliver(new Input.Persisted(persist.record().key(), persist.ticket()));
        }

        @Override
        public void markChosen(Effects.MarkChosen mark) {
            store.markChosen(mark.key(), mark.entry());
        }

        @Override
        public void commit() {}

        @Override
        public void send(Effects.Send send) {
            node(send.to())
                    .deliver(
                            new Input.Received(
                                    id, INCARNATION, send.epoch(), send.key(), send.message()));
        }

        @Override
        public void lag(Effects.Lag lag) {}

        @Override
        public void otherEpoch(Effects.OtherEpoch other) {}

        @Override
        public void reply(Effects.Reply reply) {
            outcome = reply.outcome();
        }

        // Keys have no data beside their PaxosLogs.

        @Override
        public void apply(Effects.Apply entry) {
            throw new IllegalStateException("unexpected: " + entry);
        }

        @Override
        public void evaluate(Effects.Evaluate question) {
            throw new IllegalStateException("unexpected: " + question);
        }

        @Override
        public void supply(Effects.Supply supply) {
            throw new IllegalStateException("unexpected: " + supply);
        }
    }

    private final List<Node> nodes = new ArrayList<>();
    private final Placement placement = Placement.neverChanged(IDS);
    private final Deque<Runnable> deliveries = new ArrayDeque<>();
    private long nowNanos;
    private long requests;
    private @Nullable Outcome outcome;

    MemoryCluster() {
        RandomSource random = new RandomSource(1);
        for (int id : IDS) {
            nodes.add(new Node(id, random.fork()));
        }
        for (Node node : nodes) {
            for (int peer : IDS) {
                if (peer != node.id) {
                    node.deliver(new Input.PeerState(peer, true));
                }
            }
        }
    }

    /** Writes through the key's preferred replica. */
    Outcome write(EntityKey key, byte[] value) {
        long stamp = ((START_MILLIS / 1000) << 32) + ++requests;
        return request(
                key,
                new Input.Write(
                        requests,
                        key,
                        new RequestId(CLIENT, stamp),
                        stamp - 1,
                        new KvOperation.Put(value, 0),
                        nowNanos + DEADLINE_NANOS));
    }

    /** Reads linearizably through the key's preferred replica. */
    Outcome read(EntityKey key) {
        return request(
                key,
                new Input.Read(++requests, key, ReadMode.LINEARIZABLE, nowNanos + DEADLINE_NANOS));
    }

    private Outcome request(EntityKey key, Input input) {
        outcome = null;
        node(placement.configurationOf(key).voters().preferred()).deliver(input);
        while (!deliveries.isEmpty()) {
            deliveries.remove().run();
        }
        for (Node node : nodes) {
            if (node.replica.nextWakeNanos() <= nowNanos) {
                node.step(new Input.Tick());
            }
        }
        if (outcome == null) {
            throw new IllegalStateException("no answer to " + input);
        }
        return outcome;
    }

    private Node node(int id) {
        return nodes.get(id - 1);
    }
}
