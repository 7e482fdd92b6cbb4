package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A proposal that is not answered is sent again: a long value later than a short one. */
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

    private static List<Integer> sentUntil(String name, int valueBytes, int... millis) {
        Replica replica =
                new Replica(
                        ReplicaConfig.defaults(),
                        1,
                        1,
                        Placement.everywhere(1, 2, 3),
                        OwnershipPolicy.prePreparing(),
                        (state, command, now) ->
                                new StateMachine.Evaluation(new byte[] {1}, new byte[valueBytes]),
                        new RandomSource(1));
        Effects effects = new Effects();
        EntityKey key = new EntityKey(1, name.getBytes(StandardCharsets.UTF_8));
        RequestId id = new RequestId(7, 1_000L << 32);
        Input write = new Input.Write(1, key, id, id.stamp() - 1, new Nothing(), Long.MAX_VALUE);
        replica.step(write, MILLI, 1_000_000, effects);
        replica.step(new Input.Loaded(key, Stored.NOTHING), MILLI, 1_000_000, effects);
        for (Effects.Persist persist : List.copyOf(effects.persists())) {
            Input persisted = new Input.Persisted(key, persist.ticket());
            replica.step(persisted, MILLI, 1_000_000, effects);
        }
        List<Integer> sent = new ArrayList<>();
        int now = 1;
        for (int until : millis) {
            for (; now < until; now++) {
                replica.step(new Input.Tick(), (1 + now) * MILLI, 1_000_000, effects);
            }
            sent.add((int) effects.sends().stream().filter(RetransmitTest::hasValue).count());
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
}
