package io.paxosstore.sim;

import static io.paxosstore.sim.Conversation.put;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Outcome;
import io.paxosstore.protocol.model.ReadMode;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * Replicas that have missed that an entry was chosen (Rules D3, C3), step by step: none of them may
 * stay behind because the one message that would have told it came too early, or never.
 */
class LagTraceTest {
    private static final int A = 1;
    private static final int B = 2;
    private static final int C = 3;

    /** An entity that prefers A. */
    private static final String KEY = "u103";

    private final Conversation talk = Conversation.of(3);

    /** Entry 1 is known everywhere, entry 2 proposed by A. */
    private void secondEntry() {
        talk.write(A, "w1", KEY, put("one"));
        talk.settle();
        talk.write(A, "w2", KEY, put("two"));
        talk.persist(A);
    }

    /** What C itself would answer. */
    private String atC() {
        talk.read(C, "local", KEY, ReadMode.LOCAL);
        talk.run();
        return String.valueOf(talk.value("local"));
    }

    @Test
    void whoFindsOutByReadingTellsTheOthers() {
        secondEntry();
        talk.deliver(A, B);
        talk.deliver(A, C);
        talk.persist(B);
        talk.persist(C);
        talk.dropAll();
        talk.stop(A);
        assertEquals("one", atC(), "A has told nobody");
        talk.read(B, "r", KEY, ReadMode.LINEARIZABLE);
        talk.settle();
        assertEquals("two", talk.value("r"));
        assertEquals("two", atC(), "though A has died");
    }

    @Test
    void aMarkMayOvertakeItsValue() {
        secondEntry();
        Runnable late = talk.hold(A, C);
        talk.deliver(A, B);
        talk.persist(B);
        talk.deliver(B, A);
        talk.written("w2");
        talk.deliver(A, C);
        assertEquals("one", atC(), "the mark alone says nothing");
        late.run();
        talk.persist(C);
        assertEquals("two", atC());
    }

    @Test
    void whoMissedTheValueSaysSoInTheEnd() {
        secondEntry();
        talk.drop(A, C);
        talk.deliver(A, B);
        talk.persist(B);
        talk.deliver(B, A);
        talk.deliver(A, C);
        talk.takeLines();
        talk.pass(10_000);
        assertTrue(talk.takeLines().contains("C is behind A"));
        assertEquals("one", atC(), "nobody needed it");
        talk.recover(C, "sweep", KEY, A, 2);
        talk.settle();
        assertInstanceOf(Outcome.Recovered.class, talk.answer("sweep"));
        assertEquals("two", atC());
        talk.pass(10_000);
        assertFalse(talk.takeLines().contains("C is behind A"), "it is not any more");
    }

    /**
     * C was told of B's vote only while it was pending; its own, to which the durable one would be
     * the answer, is lost. It has missed nothing, and A, which knows, is not the one to tell.
     */
    @Test
    void whoseVoteWasLostIsToldByAProposerWhoHearsOfTheOutcome() {
        talk.write(B, "w1", KEY, put("one"));
        talk.persist(B);
        talk.deliver(B, A);
        talk.deliver(B, C);
        talk.persist(A);
        talk.persist(C);
        talk.deliver(C, B);
        talk.deliver(B, C);
        talk.persist(C);
        talk.drop(C, B);
        talk.deliver(A, B);
        talk.persist(B);
        talk.deliver(B, A);
        talk.persist(A);
        talk.deliver(A, B);
        talk.written("w1");
        talk.deliver(B, C);
        assertEquals("one", atC());
    }

    /** What the sweep asks of a node that holds an accepted value and knows no more of it. */
    private void settle(int node, long entry) {
        talk.recover(node, "sweep", KEY, 0, entry);
        talk.settle();
        assertInstanceOf(Outcome.Recovered.class, talk.answer("sweep"));
    }

    /** Rule D3: its own mark is not on A's disk, and nobody else has heard of it. */
    @Test
    void whatWasAcknowledgedIsKnownAgainAfterTheProposersCrash() {
        secondEntry();
        talk.deliver(A, B);
        talk.persist(B);
        talk.deliver(B, A);
        talk.written("w2");
        talk.deliverOne(A, C);
        talk.persist(C);
        talk.dropAll();
        talk.restart(A);
        assertEquals(List.of("one", "one", "one"), everywhere(), "nobody knows that it is chosen");
        talk.takeLines();
        settle(B, 2);
        assertEquals(List.of("two", "two", "two"), everywhere());
        assertFalse(talk.takeLines().contains("writes"), "the votes were on the disks already");
    }

    /** Nobody was told that it is chosen, and it was not: only a round can say what it is to be. */
    @Test
    void whatAMinorityHoldsIsFinished() {
        secondEntry();
        talk.dropAll();
        talk.restart(A);
        settle(A, 2);
        assertEquals(List.of("two", "two", "two"), everywhere());
    }

    /** Without a majority it stays open, and is tried again and again. */
    @Test
    void whatCannotBeSettledWaitsForAMajority() {
        secondEntry();
        talk.deliver(A, B);
        talk.persist(B);
        talk.dropAll();
        talk.stop(A);
        talk.stop(C);
        talk.recover(B, "sweep", KEY, 0, 2);
        talk.settle();
        assertNull(talk.answer("sweep"));
        talk.restart(C);
        talk.settle();
        assertInstanceOf(Outcome.Recovered.class, talk.answer("sweep"));
        assertEquals("two", atC());
    }

    /** What each node itself would answer. */
    private List<String> everywhere() {
        List<String> answers = new ArrayList<>();
        for (int node = A; node <= C; node++) {
            talk.read(node, "local", KEY, ReadMode.LOCAL);
            talk.run();
            answers.add(String.valueOf(talk.value("local")));
        }
        return answers;
    }
}
