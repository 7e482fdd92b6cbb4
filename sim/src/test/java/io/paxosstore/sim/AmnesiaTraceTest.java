package io.paxosstore.sim;

import static io.paxosstore.sim.Conversation.put;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.sim.invariant.Checks;

import org.junit.jupiter.api.Test;

/**
 * Replicas that lose their disks or single records (Rules A1-A3), step by step: first the cluster
 * that keeps the rule, then the one with the rule switched off, to show that the trace bites.
 */
class AmnesiaTraceTest {
    private static final int A = 1;
    private static final int B = 2;
    private static final int C = 3;
    private static final int D = 4;
    private static final int E = 5;

    /** An entity that prefers A. */
    private static final String KEY = "u103";

    /** An entity that prefers E, of five. */
    private static final String KEY_OF_E = "u87";

    private static Conversation talk(Mutation mutation) {
        return new Conversation(3, mutation, OwnershipPolicy.prePreparing(), Checks.ALL);
    }

    private static void talkWithoutA(Conversation talk) {
        for (int i = 0; i < 8; i++) {
            talk.exchange(C, B);
            talk.drop(C, A);
            talk.drop(B, A);
            talk.pass(30);
        }
    }

    /** A and B choose a value, of which C hears nothing; then B loses its disk, and A is away. */
    private static Conversation chosenByOneThatForgets(Mutation mutation) {
        Conversation talk = talk(mutation);
        talk.write(A, "w1", KEY, put("one"));
        talk.persist(A);
        talk.drop(A, C);
        talk.deliver(A, B);
        talk.persist(B);
        talk.deliver(B, A);
        talk.dropAll();
        talk.written("w1");
        talk.wipe(B);
        talk.write(C, "w2", KEY, put("two"));
        talkWithoutA(talk);
        return talk;
    }

    @Test
    void a2WhoForgotDoesNotVoteBeforeItKnowsItsFloor() {
        Conversation talk = chosenByOneThatForgets(Mutation.NONE);
        assertNull(talk.answer("w2"), "B may have voted for something else");
        talk.settle();
        talk.written("w2");
        talk.read(B, "r", KEY, ReadMode.LINEARIZABLE);
        talk.settle();
        assertEquals("two", talk.value("r"));
        assertEquals(2, talk.newestChosen(KEY), "one, then two");
        SimViolation twice =
                assertThrows(SimViolation.class, () -> chosenByOneThatForgets(Mutation.A2));
        assertEquals("OneValueChosenPerEntry", twice.invariant());
    }

    /**
     * B's proposal of entry 2, its own vote in it, is on its way to A while B loses its disk and is
     * rebuilt. A knew nothing of entry 2 when B asked, so the vote must not count when it comes.
     */
    private static Conversation voteFromAnEarlierLife(Mutation mutation) {
        Conversation talk = talk(mutation);
        talk.write(B, "w1", KEY, put("one"));
        talk.settle();
        talk.write(B, "w2", KEY, put("lost"));
        talk.dropAll();
        talk.persist(B);
        talk.pass(50);
        talk.drop(B, C);
        Runnable late = talk.hold(B, A);
        talk.wipe(B);
        talk.recover(B, "rebuilt", KEY, 0, 0);
        talk.settle();
        assertInstanceOf(Outcome.Recovered.class, talk.answer("rebuilt"));
        talk.write(C, "w3", KEY, put("two"));
        talkWithoutA(talk);
        talk.written("w3");
        late.run();
        talk.persist(A);
        return talk;
    }

    @Test
    void a3VotesOfAnEarlierLifeCountNoMore() {
        Conversation talk = voteFromAnEarlierLife(Mutation.NONE);
        talk.settle();
        talk.read(A, "r", KEY, ReadMode.LINEARIZABLE);
        talk.settle();
        assertEquals("two", talk.value("r"));
        SimViolation twice =
                assertThrows(SimViolation.class, () -> voteFromAnEarlierLife(Mutation.A3));
        assertTrue(
                twice.invariant().equals("EqualDataAtEqualVersion")
                        || twice.invariant().equals("ChosenMeansChosen")
                        || twice.invariant().equals("OneValueChosenPerEntry"),
                twice.invariant());
    }

    /**
     * Each answer may be a long value: one tells it before it answers. If that is lost, one who has
     * it is asked, and the others only if that one stays silent.
     */
    @Test
    void whatIsChosenIsToldByOneWhoHasIt() {
        Conversation talk = talk(Mutation.NONE);
        talk.write(A, "w1", KEY, put("one"));
        talk.settle();
        talk.wipe(C);
        talk.recover(C, "rebuilt", KEY, 0, 0);
        talk.takeLines();
        talk.deliver(C, A);
        talk.deliver(C, B);
        assertEquals(3, talk.inFlight(A, C) + talk.inFlight(B, C), "two answers and one value");
        int teller = talk.inFlight(A, C) == 2 ? A : B;
        talk.drop(teller, C);
        talk.deliver(A, C);
        talk.deliver(B, C);
        talk.pass(200);
        talk.exchange(C, teller);
        assertEquals(
                1, talk.inFlight(C, A) + talk.inFlight(C, B), () -> talk.takeLines().toString());
        talk.dropAll();
        talk.pass(200);
        assertEquals(1, talk.inFlight(C, A), "it is asked again, and so is the other one");
        assertEquals(1, talk.inFlight(C, B));
        talk.settle();
        assertEquals(new Outcome.Recovered(1), talk.answer("rebuilt"));
    }

    /** The others have promised an entry and chosen nothing: they finish it with a no-op (F3). */
    @Test
    void a2AnOpenEntryIsFinishedByThoseWhoMayVote() {
        Conversation talk = talk(Mutation.NONE);
        talk.write(B, "w1", KEY, put("one"));
        talk.persist(B);
        talk.deliver(B, C);
        talk.persist(C);
        talk.dropAll();
        talk.restart(B);
        talk.wipe(A);
        talk.recover(A, "rebuilt", KEY, 0, 0);
        talk.settle();
        assertEquals(new Outcome.Recovered(1), talk.answer("rebuilt"));
        talk.read(A, "r", KEY, ReadMode.LINEARIZABLE);
        talk.write(A, "w2", KEY, put("two"));
        talk.settle();
        assertNull(talk.value("r"));
        talk.written("w2");
    }

    /** Rule D5: a record that rots is learnt again, and the replica goes on. */
    @Test
    void d5DamagedValueComesBackFromTheOthers() {
        Conversation talk = talk(Mutation.NONE);
        talk.write(A, "w1", KEY, put("one"));
        talk.settle();
        talk.damage(C, KEY);
        talk.read(C, "r1", KEY, ReadMode.LINEARIZABLE);
        talk.settle();
        assertEquals("one", talk.value("r1"));
        talk.stop(A);
        talk.write(C, "w2", KEY, put("two"));
        talk.settle();
        talk.written("w2"); // C votes again
    }

    /**
     * Rule F1: A, which the key prefers, proposed entry 1 under the fast number; the record of that
     * rots, nobody knows of it, and one message is still under way (simulator, N=3 seed 32122).
     */
    @Test
    void f1WhoLostItsRecordGivesUpTheFastNumberOfEntryOne() {
        Conversation talk = talk(Mutation.NONE);
        talk.write(A, "w1", KEY, put("one"));
        talk.persist(A);
        talk.drop(A, C);
        Runnable late = talk.hold(A, B);
        talk.restart(A);
        talk.damage(A, KEY);
        talk.recover(A, "rebuilt", KEY, 0, 0);
        talk.settle();
        assertInstanceOf(Outcome.Recovered.class, talk.answer("rebuilt"));
        talk.write(A, "w2", KEY, put("two"));
        late.run();
        talk.persist(B);
        talk.settle();
        talk.written("w2");
        talk.read(C, "r", KEY, ReadMode.LINEARIZABLE);
        talk.settle();
        assertEquals("two", talk.value("r"));
    }

    /**
     * Five replicas; E owns the fast number of entry 1 and uses it, and its accept request is on
     * its way to A and B for a long time. E loses its disk and asks for its floor: A knows of
     * nothing, and then loses its disk as well. A is rebuilt by B, C and D, none of which knows
     * that E lives anew, so E's old vote counts there. Only then do C and D answer E: with A's
     * first answer they would be enough.
     *
     * @return gives E the answers of C and D
     */
    private static Runnable answererForgets(Conversation talk) {
        talk.write(E, "w1", KEY_OF_E, put("one"));
        talk.persist(E);
        talk.drop(E, C);
        talk.drop(E, D);
        Runnable lateAtA = talk.hold(E, A);
        Runnable lateAtB = talk.hold(E, B);
        talk.wipe(E);
        talk.recover(E, "rebuilt", KEY_OF_E, 0, 0);
        talk.deliver(E, A);
        talk.deliver(A, E);
        talk.drop(E, B);
        Runnable questionToC = talk.hold(E, C);
        Runnable questionToD = talk.hold(E, D);
        talk.wipe(A);
        talk.recover(A, "A rebuilt", KEY_OF_E, 0, 0);
        talk.drop(A, E);
        for (int other : new int[] {B, C, D}) {
            talk.exchange(A, other);
        }
        talk.persist(A);
        assertInstanceOf(Outcome.Recovered.class, talk.answer("A rebuilt"));
        lateAtA.run();
        lateAtB.run();
        talk.persist(A);
        talk.persist(B);
        talk.dropAll();
        talk.read(B, "r1", KEY_OF_E, ReadMode.LINEARIZABLE);
        talk.pass(30);
        talk.deliver(B, A);
        talk.deliver(A, B);
        talk.deliver(B, C);
        talk.deliver(C, B);
        assertEquals("one", talk.value("r1"), "with E's vote it is chosen");
        talk.dropAll();
        return () -> {
            questionToC.run();
            questionToD.run();
            talk.deliver(C, E);
            talk.deliver(D, E);
            talk.persist(E);
        };
    }

    private static void talkOfThree(Conversation talk, int x, int y, int z) {
        for (int i = 0; i < 8; i++) {
            talk.exchange(x, y);
            talk.exchange(x, z);
            talk.dropAll();
            talk.pass(30);
        }
    }

    @Test
    void a3AnswerOfOneThatForgotSinceIsNoAnswer() {
        Conversation talk = Conversation.of(5);
        assertTrue(talk.preference(KEY_OF_E).startsWith("E"));
        Runnable othersAnswer = answererForgets(talk);
        othersAnswer.run();
        assertNull(talk.answer("rebuilt"), "A's answer is of a life that is over");
        talk.write(C, "w2", KEY_OF_E, put("two"));
        talkOfThree(talk, C, D, E);
        assertNull(talk.answer("w2"), "E must not vote");
        talk.settle();
        talk.written("w2");
        assertInstanceOf(Outcome.Recovered.class, talk.answer("rebuilt"));
        talk.read(D, "r2", KEY_OF_E, ReadMode.LINEARIZABLE);
        talk.settle();
        assertEquals("two", talk.value("r2"));
        assertEquals(2, talk.newestChosen(KEY_OF_E), "one, then two");
        SimViolation twice = assertThrows(SimViolation.class, () -> oldAnswerCounts());
        assertEquals("OneValueChosenPerEntry", twice.invariant());
    }

    private static void oldAnswerCounts() {
        Conversation talk =
                new Conversation(5, Mutation.A4, OwnershipPolicy.prePreparing(), Checks.ALL);
        answererForgets(talk).run();
        assertInstanceOf(Outcome.Recovered.class, talk.answer("rebuilt"));
        talk.write(C, "w2", KEY_OF_E, put("two"));
        talkOfThree(talk, C, D, E);
    }

    /** Rule F1: what a right that never ends was used for may be lost with the disk. */
    @Test
    void f1WhoForgotOwnsNoFastNumberForEver() {
        Conversation talk = talk(Mutation.NONE);
        talk.wipe(A);
        talk.write(A, "w1", KEY, put("one"));
        talk.settle();
        talk.written("w1");
        assertTrue(
                talk.takeLines().stream()
                        .noneMatch(line -> line.startsWith("A writes") && line.contains("m=fast")),
                "A prepares entry 1");
    }
}
