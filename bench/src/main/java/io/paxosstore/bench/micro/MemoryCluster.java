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
 * protocol's own cost. Not thread-safe.
 */
final class MemoryCluster {
    private static final int INCARNATION = 1;
    private static final long CLIENT = 1;
    private static final long START_MILLIS = 1_700_000_000_000L;
    private static final long STEP_NANOS = 1_000;
    private static final long DEADLINE_NANOS = 1_000_000_000L;

    private record Delivery(Node node, Input input) {}

    private final class Node implements EffectHandler {
        final int id;
        final Replica replica;
        final MemoryStore store = new MemoryStore();
        final Effects effects = new Effects();

        Node(int id, Replica replica) {
            this.id = id;
            this.replica = replica;
        }

        @Override
        public void load(Effects.Load load) {
            deliver(this, new Input.Loaded(load.key(), store.load(load.key())));
        }

        @Override
        public void persist(Effects.Persist persist) {
            store.persist(persist.record());
            deliver(this, new Input.Persisted(persist.record().key(), persist.ticket()));
        }

        @Override
        public void markChosen(Effects.MarkChosen mark) {
            store.markChosen(mark.key(), mark.entry());
        }

        @Override
        public void commit() {}

        @Override
        public void send(Effects.Send send) {
            deliver(
                    node(send.to()),
                    new Input.Received(id, INCARNATION, send.key(), send.message()));
        }

        @Override
        public void lag(Effects.Lag lag) {}

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
    private final Placement placement;
    private final Deque<Delivery> deliveries = new ArrayDeque<>();
    private long nowNanos;
    private long requests;
    private @Nullable Outcome outcome;

    MemoryCluster() {
        int[] ids = {1, 2, 3};
        placement = Placement.everywhere(ids);
        RandomSource random = new RandomSource(1);
        for (int id : ids) {
            nodes.add(
                    new Node(
                            id,
                            new Replica(
                                    ReplicaConfig.defaults(),
                                    id,
                                    INCARNATION,
                                    placement,
                                    OwnershipPolicy.prePreparing(),
                                    new KvMachine(),
                                    random.fork())));
        }
        for (Node node : nodes) {
            for (int peer : ids) {
                if (peer != node.id) {
                    deliveries.add(new Delivery(node, new Input.PeerState(peer, true)));
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
        deliveries.add(new Delivery(node(placement.votersOf(key).preferred()), input));
        while (!deliveries.isEmpty()) {
            Delivery next = deliveries.remove();
            step(next.node(), next.input());
        }
        for (Node node : nodes) {
            if (node.replica.nextWakeNanos() <= nowNanos) {
                step(node, new Input.Tick());
            }
        }
        if (outcome == null) {
            throw new IllegalStateException("no answer to " + input);
        }
        return outcome;
    }

    private void step(Node node, Input input) {
        nowNanos += STEP_NANOS;
        node.replica.step(input, nowNanos, START_MILLIS + nowNanos / 1_000_000, node.effects);
        node.effects.drain(node);
    }

    private void deliver(Node node, Input input) {
        deliveries.add(new Delivery(node, input));
    }

    private Node node(int id) {
        return nodes.get(id - 1);
    }
}
