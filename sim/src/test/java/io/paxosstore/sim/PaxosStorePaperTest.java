package io.paxosstore.sim;

import static io.paxosstore.sim.Conversation.put;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntityView;
import io.paxosstore.core.Outcome;
import io.paxosstore.protocol.model.ReadMode;

import org.junit.jupiter.api.Test;

import java.util.List;

/**
 * What the paper says, as tests: Zheng and others, "PaxosStore: High-availability Storage Made
 * Practical in WeChat", VLDB 2017. Each test names the mechanism it proves; Algorithm 1 is in
 * section 2.2.1, the PaxosLog and its pre-preparing in 2.2.2, consistent reads and writes in 2.2.3,
 * recovery in section 3.
 */
class PaxosStorePaperTest {
    private static final int A = 1;
    private static final int B = 2;
    private static final int C = 3;

    /** An entity that prefers A. */
    private static final String KEY = "u103";

    private final Conversation talk = Conversation.of(3);

    private void writeFirst() {
        talk.write(A, "w1", KEY, put("one"));
        talk.run();
        assertInstanceOf(Outcome.Written.class, talk.answer("w1"));
        talk.takeLines();
    }

    private static long count(List<String> lines, String part) {
        return lines.stream().filter(line -> line.contains(part)).count();
    }

    /**
     * Algorithm 1, semi-symmetry message passing: the state of a replica and its view of the
     * receiver travel in one kind of message for both phases, handled by one routine so a prepare,
     * a promise, an accept request and an acknowledgement all are that message.
     */
    @Test
    void oneKindOfMessageServesBothPhases() {
        talk.write(B, "w1", KEY, put("one"));
        talk.run();
        assertInstanceOf(Outcome.Written.class, talk.answer("w1"));
        List<String> lines = talk.takeLines();
        assertTrue(lines.contains("B->A: paxos entry=1 m=1.B n=0 you={0 0} chosen=0"));
        assertTrue(lines.contains("A->B: paxos entry=1 m=1.B n=0 you={1.B 0} chosen=0"));
        assertTrue(count(lines, "n=1.B B1.1 with value") > 0, "the accept request");
        assertTrue(
                lines.contains("A->B: paxos entry=1 m=1.B n=1.B B1.1 you={1.B 0} chosen=0"),
                "the acknowledgement needs no value");
    }

    /**
     * Algorithm 1: a replica answers a message only if the sender's view of it is out of date,
     * which is what makes the exchange end.
     */
    @Test
    void exchangeEndsByItself() {
        writeFirst();
        talk.run();
        assertEquals(List.of(), talk.takeLines(), "nothing is left to say");
        talk.pass(2000);
        talk.run();
        assertEquals(List.of(), talk.takeLines(), "nor later");
    }

    /** Algorithm 1: a value is chosen once a majority holds the same proposal, and for good. */
    @Test
    void chosenIsChosenForGood() {
        writeFirst();
        talk.stop(A);
        talk.read(B, "r", KEY, ReadMode.LINEARIZABLE);
        talk.run();
        talk.pass(50);
        talk.run();
        assertInstanceOf(Outcome.Value.class, talk.answer("r"));
        assertEquals(1, ((Outcome.Value) talk.answer("r")).version());
    }

    /**
     * PaxosLog-as-value for key-value: a replica keeps two entries, the newest chosen one and the
     * pending one, however many there were.
     */
    @Test
    void twoEntriesAreKept() {
        writeFirst();
        for (int i = 2; i <= 20; i++) {
            talk.write(A, "w" + i, KEY, put("v" + i));
            talk.run();
        }
        EntityView view = talk.inspect(B, KEY);
        assertTrue(view != null && view.version() == 20 && view.pendingEntry() == 0);
    }

    /**
     * Pre-preparing: in the absence of contention a write takes the accept phase only: two messages
     * out, one round trip, one write to the disk on each replica.
     */
    @Test
    void prePreparingTakesOneRoundTrip() {
        writeFirst();
        talk.write(A, "w2", KEY, put("two"));
        List<String> out = talk.takeLines();
        assertEquals(1, count(out, "A writes"), "one record");
        assertEquals(1, count(out, "A->B: paxos entry=2 m=fast n=fast"));
        assertEquals(1, count(out, "A->C: paxos entry=2 m=fast n=fast"));
        talk.deliver(A, B);
        talk.persist(B);
        talk.deliver(B, A);
        talk.persist(A);
        assertInstanceOf(Outcome.Written.class, talk.answer("w2"));
        List<String> rest = talk.takeLines();
        assertEquals(1, count(rest, "B writes"), "one record there too");
        assertEquals(1, count(rest, "B->A: paxos"), "one acknowledgement");
    }

    /** Pre-preparing: the write to the proposer's disk runs in parallel with the round trip. */
    @Test
    void diskAndRoundTripOverlap() {
        writeFirst();
        talk.write(A, "w2", KEY, put("two"));
        assertEquals(1, talk.inFlight(A, B), "the request left before the record is durable");
        talk.deliver(A, B);
        talk.deliver(A, C);
        talk.persist(B);
        talk.persist(C);
        talk.deliver(B, A);
        talk.deliver(C, A);
        assertInstanceOf(
                Outcome.Written.class,
                talk.answer("w2"),
                "two other replicas are a majority, whatever the own disk does");
    }

    /** Pre-preparing: when another replica's value was chosen, it owns the next fast number. */
    @Test
    void theRightFollowsTheProposer() {
        writeFirst();
        talk.write(B, "w2", KEY, put("two"));
        talk.run();
        talk.pass(20);
        talk.run();
        assertInstanceOf(Outcome.Written.class, talk.answer("w2"));
        talk.takeLines();
        talk.write(B, "w3", KEY, put("three"));
        assertTrue(count(talk.takeLines(), "B->A: paxos entry=3 m=fast n=fast") == 1);
        talk.run();
        talk.takeLines();
        talk.write(A, "w4", KEY, put("four"));
        talk.run();
        assertEquals(0, count(talk.takeLines(), "A->B: paxos entry=4 m=fast n=fast"));
    }

    /**
     * Consistent read: a replica asks the others whether its version is the newest; one round trip,
     * and no disk is waited for or written.
     */
    @Test
    void readTakesOneRoundTripAndNoDisk() {
        writeFirst();
        talk.read(A, "r", KEY, ReadMode.LINEARIZABLE);
        assertNull(talk.answer("r"), "not before somebody else was asked");
        talk.deliver(A, B);
        talk.deliver(B, A);
        assertInstanceOf(Outcome.Value.class, talk.answer("r"));
        assertEquals(0, count(talk.takeLines(), "writes"));
    }

    /** Consistent read, multi-homed: any replica serves it, not the preferred one alone. */
    @Test
    void anyReplicaServesReads() {
        writeFirst();
        for (int node = A; node <= C; node++) {
            talk.read(node, "r" + node, KEY, ReadMode.LINEARIZABLE);
            talk.run();
            Outcome outcome = talk.answer("r" + node);
            assertTrue(outcome instanceof Outcome.Value value && value.version() == 1);
        }
    }

    /**
     * Trial Paxos: a read that meets a promise without a value proves by a round of its own that
     * nothing newer is chosen, and writes no entry for it.
     */
    @Test
    void trialLeavesNoEntry() {
        writeFirst();
        // A's accept of entry 2 reached B alone, and B's disk has not finished it: activity.
        talk.write(A, "w2", KEY, put("two"));
        talk.deliver(A, B);
        talk.dropAll();
        talk.stop(A);
        talk.restart(B);
        talk.read(C, "r", KEY, ReadMode.LINEARIZABLE);
        talk.run();
        talk.pass(50);
        talk.run();
        Outcome outcome = talk.answer("r");
        assertTrue(outcome instanceof Outcome.Value value && value.version() == 1);
        assertEquals(1, talk.newestChosen(KEY));
    }

    /** Availability: with one replica of three down, reads and writes go on. */
    @Test
    void oneReplicaDownIsNotNoticed() {
        writeFirst();
        talk.stop(A);
        talk.write(B, "w2", KEY, put("two"));
        talk.run();
        talk.pass(50);
        talk.run();
        assertInstanceOf(Outcome.Written.class, talk.answer("w2"));
        talk.read(C, "r", KEY, ReadMode.LINEARIZABLE);
        talk.run();
        talk.pass(50);
        talk.run();
        assertTrue(talk.answer("r") instanceof Outcome.Value value && value.version() == 2);
        assertFalse(talk.newestChosen(KEY) < 2);
    }
}
