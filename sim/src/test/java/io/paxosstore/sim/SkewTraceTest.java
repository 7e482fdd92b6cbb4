package io.paxosstore.sim;

import static io.paxosstore.sim.Conversation.put;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.kv.KvResult;

import org.junit.jupiter.api.Test;

import java.util.Objects;

/**
 * Clients and nodes whose clocks are hours apart (Rule E2), step by step: all are served, and what
 * is sent again is not executed again.
 */
class SkewTraceTest {
    private static final int A = 1;
    private static final int B = 2;
    private static final int C = 3;
    private static final long NOW = SimClock.EPOCH_MILLIS / 1000;
    private static final long HOUR = 3_600;
    private static final long HOUR_MILLIS = 1000 * HOUR;

    /** An entity that prefers A. */
    private static final String KEY = "u103";

    private final Conversation talk = Conversation.of(3);

    private static RequestId id(long client, long seconds) {
        return new RequestId(client, seconds << 32);
    }

    private Outcome write(int node, String name, RequestId id) {
        talk.write(node, name, id, KEY, put(name));
        talk.settle();
        return Objects.requireNonNull(talk.answer(name));
    }

    private long version(int node, String name, RequestId id) {
        Outcome.Written written = assertInstanceOf(Outcome.Written.class, write(node, name, id));
        return KvResult.decode(written.result().bytes()).version();
    }

    @Test
    void clientsHoursAheadAndBehindAreServedAndRepeatedRequestsAreNotExecuted() {
        assertEquals(1, version(A, "ahead", id(1, NOW + 5 * HOUR)));
        assertEquals(2, version(A, "behind", id(2, NOW - 5 * HOUR)));
        assertEquals(3, version(B, "other", id(3, NOW)));
        assertEquals(1, version(B, "ahead", id(1, NOW + 5 * HOUR)), "again");
        assertEquals(2, version(C, "behind", id(2, NOW - 5 * HOUR)), "again");
        assertEquals(4, version(C, "ahead2", id(1, NOW + 5 * HOUR + 1)));
    }

    @Test
    void nodesHoursAheadAndBehindServeClients() {
        talk.wallClock(B, 5 * HOUR_MILLIS);
        talk.wallClock(C, -5 * HOUR_MILLIS);
        assertEquals(1, version(C, "one", id(1, NOW)));
        assertEquals(2, version(B, "two", id(2, NOW)));
        assertEquals(3, version(A, "three", id(3, NOW - 2 * HOUR)));
        for (int node : new int[] {A, B, C}) {
            assertEquals(1, version(node, "one", id(1, NOW)), "again, at " + node);
            assertEquals(2, version(node, "two", id(2, NOW)), "again, at " + node);
            assertEquals(3, version(node, "three", id(3, NOW - 2 * HOUR)), "again, at " + node);
        }
        assertEquals(4, version(C, "four", id(2, NOW + 1)));
    }

    @Test
    void aClientBehindThoseThatWereForgottenIsToldAboveWhatToGoOn() {
        int clients = ReplicaConfig.defaults().dedupeClientsMax();
        for (int i = 0; i <= clients; i++) {
            write(A, "ahead" + i, id(100 + i, NOW + 3 * HOUR + i));
        }
        long forgotten = (NOW + 3 * HOUR) << 32;
        assertEquals(new Outcome.RequestExpired(forgotten), write(B, "behind", id(7, NOW)));
        assertEquals(
                clients + 2,
                version(B, "behind above", new RequestId(7, forgotten + 1)),
                "executed once");
        // Another request of it that was under way meanwhile is told the same, and never executed.
        assertEquals(new Outcome.RequestExpired(forgotten), write(B, "behind too", id(7, NOW + 1)));
        assertEquals(clients + 3, version(B, "behind too 2", new RequestId(7, forgotten + 2)));
    }

    @Test
    void aStampNearTheEndOfNumbersIsRefusedSoThatOthersFindOneAbove() {
        Outcome.NotDone refused =
                assertInstanceOf(Outcome.NotDone.class, write(A, "poison", id(1, 0xffff_ffffL)));
        assertEquals(Outcome.Reason.CLOCK_AHEAD, refused.reason());
    }
}
