package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Configuration;
import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Rule M14: a voter dies in the middle of a change, and an entry is open that some of the others
 * have accepted. Those before the change are a majority still, but of those to come too few know
 * the entity; they learn it on demand, all but the open entry: to choose that takes their votes.
 */
class NewcomerVoteTest {
    private static final int DEAD = 1;
    private static final int HOLDER = 2;

    /** An entry's payload: format 1, clock, length of the state, requests; all empty. */
    private static final byte[] NEVER_WRITTEN = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    private static final EntityKey KEY = Conversation.key("k");
    private static final long NANOS_PER_DELIVERY = 100_000;
    private static final long NANOS_PER_TICK = 10_000_000;
    private static final int TICKS_MAX = 100;

    private record Flight(int from, Effects.Send send) {}

    private final Map<Integer, Replica> replicas = new TreeMap<>();
    private final Map<Integer, Stored> disks = new TreeMap<>();
    private final Map<Integer, Outcome> answers = new TreeMap<>();
    private final Deque<Flight> flights = new ArrayDeque<>();
    private long nowNanos = 1;

    private void change(List<Integer> old, List<Integer> next) {
        Configuration joint = Configuration.of(SlotConfiguration.first(old).towards(next));
        EntryValue settled = EntryValue.of(new ValueId(DEAD, 1, 5), NEVER_WRITTEN);
        EntryValue open = EntryValue.of(new ValueId(DEAD, 1, 6), NEVER_WRITTEN);
        long number = 1L << Integer.SIZE | DEAD;
        for (int id = 2; id <= 5; id++) {
            boolean isNew = !old.contains(id);
            disks.put(
                    id,
                    isNew
                            ? Stored.LOST
                            : id == HOLDER
                                    ? new Stored(5, settled, 6, number, number, open)
                                    : new Stored(5, settled, 0, 0, 0, null));
            replicas.put(
                    id,
                    new Replica(
                            ReplicaConfig.defaults(),
                            id,
                            1,
                            key -> joint,
                            OwnershipPolicy.prePreparing(),
                            new KvMachine(),
                            new RandomSource(id)));
        }
    }

    /** Three become five; and one of three gives way to another. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEntryThatIsOpenIsChosenWithTheVotesOfThoseThatCome(boolean grow) {
        if (grow) {
            change(List.of(1, 2, 3), List.of(1, 2, 3, 4, 5));
        } else {
            change(List.of(1, 2, 3), List.of(1, 2, 4));
        }
        step(HOLDER, write());
        run(HOLDER);
        assertInstanceOf(Outcome.Written.class, answers.get(HOLDER));
        step(3, new Input.Read(1, KEY, ReadMode.LINEARIZABLE, Long.MAX_VALUE));
        run(3);
        assertEquals(7, assertInstanceOf(Outcome.Value.class, answers.get(3)).version());
    }

    private static Input write() {
        return new Input.Write(
                1, KEY, new RequestId(9, 1), 0, Conversation.put("v"), Long.MAX_VALUE);
    }

    /** Until a node has answered; for a second at most. */
    private void run(int node) {
        for (int tick = 0; tick < TICKS_MAX && !answers.containsKey(node); tick++) {
            while (!flights.isEmpty()) {
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
        if (send.to() != DEAD) {
            step(
                    send.to(),
                    new Input.Received(
                            flight.from(), send.incarnation(), send.epoch(), KEY, send.message()));
        }
    }

    private void step(int node, Input input) {
        Effects effects = new Effects();
        Replica replica = Objects.requireNonNull(replicas.get(node));
        Stored disk = Objects.requireNonNull(disks.get(node));
        replica.step(input, nowNanos, 0, effects);
        CollectedEffects wanted = new CollectedEffects();
        effects.drain(wanted);
        wanted.sends.forEach(send -> flights.add(new Flight(node, send)));
        wanted.replies.forEach(reply -> answers.put(node, reply.outcome()));
        wanted.loads.forEach(load -> step(node, new Input.Loaded(load.key(), disk)));
        wanted.persists.forEach(
                record -> step(node, new Input.Persisted(record.record().key(), record.ticket())));
    }
}
