package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;

/**
 * Rule K7 in an entity space: two replicas, neither of which can give the other what it lacks, fall
 * silent. B has voted on entry 7, but its data is at 5 again: an image of 6 was not durable when it
 * crashed. C has voted on entry 6 and does not know it to be chosen; A, that knows all, is away.
 * Once C asked for entry 6 with each vote on 7 that it saw, and B answered with its vote on 7: with
 * messages that arrive twice a storm (simulator, entity spaces, N=3 seed 1235).
 */
class ExchangeTraceTest {
    private static final int B = 2;
    private static final int C = 3;
    private static final long NANOS_PER_DELIVERY = 100_000;
    private static final int DELIVERIES_MAX = 60;

    /** An entity that prefers B, then C: B asks C before A. */
    private static final EntityKey KEY =
            new EntityKey(SpaceKind.ENTITY_FROM + 1, "u3".getBytes(StandardCharsets.UTF_8));

    private record Flight(int from, Effects.Send send) {}

    private final Map<Integer, Replica> replicas = Map.of(B, replica(B), C, replica(C));
    private final Map<Integer, Stored> disks =
            Map.of(B, stored(7, number(8, B)), C, stored(6, number(1, C)));
    private final Deque<Flight> flights = new ArrayDeque<>();
    private long nowNanos = 1;

    private static Replica replica(int id) {
        return new Replica(
                ReplicaConfig.defaults(),
                id,
                1,
                Placement.neverChanged(1, B, C),
                OwnershipPolicy.prePreparing(),
                new RecordingMachine(0, KvBug.NONE),
                new RandomSource(id));
    }

    private static long number(long round, int id) {
        return round << Integer.SIZE | id;
    }

    private static Stored stored(long pending, long number) {
        ValueId five = new ValueId(1, 1, 5);
        EntityHead head = EntityHead.of(5, five, 0, EntityHead.NOTHING.requestTable());
        EntryValue value = EntryValue.of(new ValueId(1, 1, pending), new byte[0]);
        return new Stored(5, null, pending, number, number, value, head, false);
    }

    @Test
    void thoseWhoCannotHelpEachOtherFallSilent() {
        step(B, new Input.Read(1, KEY, ReadMode.LINEARIZABLE, Long.MAX_VALUE));
        int delivered = 0;
        while (!flights.isEmpty() && delivered < DELIVERIES_MAX) {
            Flight next = flights.remove();
            delivered++;
            nowNanos += NANOS_PER_DELIVERY;
            Effects.Send send = next.send();
            if (send.to() != 1) {
                step(
                        send.to(),
                        new Input.Received(
                                next.from(),
                                send.incarnation(),
                                send.epoch(),
                                KEY,
                                send.message()));
            }
        }
        assertTrue(delivered > 5, "they talk");
        assertTrue(flights.isEmpty(), "something is always answered: " + flights);
    }

    private void step(int node, Input input) {
        Effects effects = new Effects();
        Replica replica = Objects.requireNonNull(replicas.get(node));
        Stored disk = Objects.requireNonNull(disks.get(node));
        replica.step(input, nowNanos, 0, effects);
        CollectedEffects wanted = new CollectedEffects();
        effects.drain(wanted);
        wanted.sends.forEach(send -> flights.add(new Flight(node, send)));
        wanted.loads.forEach(load -> step(node, new Input.Loaded(load.key(), disk)));
        wanted.persists.forEach(
                record -> step(node, new Input.Persisted(record.record().key(), record.ticket())));
    }
}
