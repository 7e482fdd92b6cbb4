package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.StateMachine;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What is not answered is sent again: a long value later than a short one, and at once to a peer
 * that comes up.
 */
class RetransmitTest {
    private static final long MILLI = 1_000_000;

    private record Nothing() implements Command {}

    /** Proposes a value of so many bytes, unanswered; how often it is sent until each time. */
    private static List<Integer> sentUntil(int valueBytes, int... millis) {
        for (int name = 0; ; name++) {
            List<Integer> sent = sentUntil("key" + name, valueBytes, millis);
            if (sent.getFirst() > 0) { // else another node has the right to propose it at once
                return sent;
            }
        }
    }

    private static Replica replica(int valueBytes) {
        return new Replica(
                ReplicaConfig.defaults(),
                1,
                1,
                Placement.neverChanged(1, 2, 3),
                OwnershipPolicy.prePreparing(),
                (state, command, now) ->
                        new StateMachine.Evaluation(new byte[] {1}, new byte[valueBytes]),
                new RandomSource(1));
    }

    private static List<Integer> sentUntil(String name, int valueBytes, int... millis) {
        Replica replica = replica(valueBytes);
        Effects effects = new Effects();
        CollectedEffects wanted = new CollectedEffects();
        EntityKey key = new EntityKey(1, name.getBytes(StandardCharsets.UTF_8));
        RequestId id = new RequestId(7, 1_000L << 32);
        Input write = new Input.Write(1, key, id, id.stamp() - 1, new Nothing(), Long.MAX_VALUE);
        replica.step(write, MILLI, 1_000_000, effects);
        replica.step(new Input.Loaded(key, Stored.NOTHING), MILLI, 1_000_000, effects);
        effects.drain(wanted);
        for (Effects.Persist persist : wanted.persists) {
            Input persisted = new Input.Persisted(key, persist.ticket());
            replica.step(persisted, MILLI, 1_000_000, effects);
        }
        List<Integer> sent = new ArrayList<>();
        int now = 1;
        for (int until : millis) {
            for (; now < until; now++) {
                replica.step(new Input.Tick(), (1 + now) * MILLI, 1_000_000, effects);
            }
            effects.drain(wanted);
            sent.add((int) wanted.sends.stream().filter(RetransmitTest::hasValue).count());
        }
        return sent;
    }

    private static boolean hasValue(Effects.Send send) {
        return send.message() instanceof Message.Paxos paxos && paxos.value() != null;
    }

    @Test
    void aShortValueIsSentAgainAfterTheSetTime() {
        List<Integer> sent = sentUntil(100, 5, 45);
        assertEquals(2, sent.get(0), "once to each of the others");
        assertNotEquals(2, sent.get(1));
    }

    @Test
    void aLongValueIsGivenTimeToTravel() {
        List<Integer> sent = sentUntil(1 << 20, 5, 55, 400);
        assertEquals(List.of(2, 2), sent.subList(0, 2));
        assertNotEquals(2, sent.get(2), "then it is sent again");
    }

    /** How long after a peer has come up something is sent to it again, in milliseconds. */
    private static long untilSentAgain(Input.Request request, Predicate<Message> isIt) {
        Replica replica = replica(100);
        Effects effects = new Effects();
        CollectedEffects wanted = new CollectedEffects();
        replica.step(request, MILLI, 1_000_000, effects);
        Stored stored = Stored.NOTHING;
        replica.step(new Input.Loaded(request.key(), stored), MILLI, 1_000_000, effects);
        effects.drain(wanted);
        for (Effects.Persist persist : wanted.persists) {
            Input persisted = new Input.Persisted(request.key(), persist.ticket());
            replica.step(persisted, MILLI, 1_000_000, effects);
        }
        long now = 1;
        for (; now < 4_000; now++) { // by now it is sent seldom
            replica.step(new Input.Tick(), now * MILLI, 1_000_000, effects);
        }
        for (int peer = 2; peer <= 3; peer++) {
            replica.step(new Input.PeerState(peer, false), now * MILLI, 1_000_000, effects);
        }
        effects.drain(wanted);
        wanted.sends.clear();
        long up = now;
        replica.step(new Input.PeerState(3, true), now * MILLI, 1_000_000, effects);
        effects.drain(wanted);
        while (wanted.sends.stream().noneMatch(s -> s.to() == 3 && isIt.test(s.message()))) {
            assertTrue(now++ < up + 10_000, "it is never sent again");
            replica.step(new Input.Tick(), now * MILLI, 1_000_000, effects);
            effects.drain(wanted);
        }
        return now - up;
    }

    /** Messages to nodes that are asked already must not be doubled when another one comes back. */
    @Test
    void aPeerThatComesUpIsAskedAlone() {
        EntityKey key = new EntityKey(1, "key".getBytes(StandardCharsets.UTF_8));
        for (Input.Request request :
                List.of(
                        new Input.Read(1, key, ReadMode.LINEARIZABLE, Long.MAX_VALUE, 0),
                        new Input.Write(
                                1,
                                key,
                                new RequestId(7, 1_000L << 32),
                                (1_000L << 32) - 1,
                                new Nothing(),
                                Long.MAX_VALUE))) {
            Replica replica = replica(100);
            Effects effects = new Effects();
            CollectedEffects wanted = new CollectedEffects();
            replica.step(request, MILLI, 1_000_000, effects);
            replica.step(new Input.Loaded(key, Stored.NOTHING), MILLI, 1_000_000, effects);
            effects.drain(wanted);
            for (Effects.Persist persist : wanted.persists) {
                replica.step(new Input.Persisted(key, persist.ticket()), MILLI, 1_000_000, effects);
            }
            effects.drain(wanted);
            wanted.sends.clear();
            replica.step(new Input.PeerState(3, true), MILLI + 1, 1_000_000, effects);
            effects.drain(wanted);
            assertEquals(List.of(3), wanted.sends.stream().map(Effects.Send::to).toList());
            wanted.sends.clear();
            long retransmitMillis = ReplicaConfig.defaults().retransmitNanos() / MILLI;
            for (int i = 2; i < 2 + 2 * retransmitMillis; i++) {
                replica.step(new Input.Tick(), i * MILLI, 1_000_000, effects);
            }
            effects.drain(wanted);
            assertTrue(
                    wanted.sends.stream().anyMatch(send -> send.to() == 3),
                    "it is told again soon: it may have thrown away what came first");
        }
    }

    @Test
    void aPeerThatComesUpIsAskedAtOnce() {
        EntityKey key = new EntityKey(1, "key".getBytes(StandardCharsets.UTF_8));
        Input.Request read = new Input.Read(1, key, ReadMode.LINEARIZABLE, Long.MAX_VALUE, 0);
        RequestId id = new RequestId(7, 1_000L << 32);
        Input.Request write =
                new Input.Write(1, key, id, id.stamp() - 1, new Nothing(), Long.MAX_VALUE);

        assertEquals(0, untilSentAgain(read, Message.Probe.class::isInstance));
        assertEquals(0, untilSentAgain(write, Message.Paxos.class::isInstance));
    }
}
