package io.paxosstore.sim;

import static io.paxosstore.sim.Conversation.put;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntityView;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.sim.invariant.Checks;

import org.junit.jupiter.api.Test;

import java.util.List;

/**
 * The traces of the rules ("How the rules are tested" in docs/protocol.md), each with its rule:
 * first the cluster that keeps it, then, where the trace needs it, the one with the rule switched
 * off, to show that the trace bites.
 */
class DirectedTraceTest {
    private static final int A = 1;
    private static final int B = 2;
    private static final int C = 3;
    private static final int D = 4;
    private static final int E = 5;

    /** An entity that prefers A, of three nodes and of five. */
    private static final String KEY = "u103";

    private static EntityView view(Conversation talk, int node, String key) {
        EntityView view = talk.inspect(node, key);
        assertNotNull(view);
        return view;
    }

    /**
     * Rule K5, the own-promise check, at N=5. A has a majority of promises for its number, but has
     * itself promised B's greater one meanwhile: A must not propose, although a majority of its
     * views still stands at its number.
     */
    @Test
    void k5ProposesOnlyWhileTheOwnPromiseStands() {
        Conversation talk =
                new Conversation(5, Mutation.NONE, OwnershipPolicy.alwaysPrepare(), Checks.ALL);
        talk.write(A, "w1", KEY, put("from-a"));
        talk.persist(A);
        for (int node : new int[] {C, D}) {
            talk.deliver(A, node);
            talk.persist(node);
        }
        // B, which heard nothing of A, prepares a greater number; A promises it.
        talk.write(B, "w2", KEY, put("from-b"));
        talk.persist(B);
        talk.deliver(B, A);
        talk.persist(A);
        // Now A's promises of its own number arrive: C, D and, formerly, A.
        talk.deliver(C, A);
        talk.deliver(D, A);
        assertEquals(0, view(talk, A, KEY).accepted(), "A has proposed nothing");
        talk.settle();
        talk.written("w1");
        talk.written("w2");
    }

    /**
     * Rule F1 at N=5. The published C++ gives the fast number of entry 2 to whoever saw entry 1
     * chosen under a number of its own. Here both A, the proposer, and B, which finished A's value
     * under B's number, would have it. By the proposer id inside the value only A has: B prepares.
     */
    @Test
    void f1OwnsByTheProposerInsideTheValue() {
        Conversation talk = Conversation.of(5);
        talk.write(A, "w1", KEY, put("one"));
        talk.persist(A);
        // A's accept reaches C, which writes it; the answer and A's other messages are lost.
        talk.deliver(A, C);
        talk.persist(C);
        talk.dropAll();
        // B finishes A's value under a number of its own, with C, D and E.
        talk.write(B, "w2", KEY, put("two"));
        talk.persist(B);
        for (int node : new int[] {C, D, E}) {
            talk.deliver(B, node);
            talk.persist(node);
            talk.deliver(node, B);
        }
        talk.persist(B);
        for (int node : new int[] {C, D, E}) {
            talk.deliver(B, node);
            talk.persist(node);
            talk.deliver(node, B);
        }
        talk.persist(B);
        assertTrue(talk.newestChosen(KEY) >= 1, "entry 1 is chosen");
        // B saw entry 1 chosen under its own number, and wants entry 2: it has to prepare.
        EntityView b = view(talk, B, KEY);
        assertEquals(2, b.pendingEntry());
        assertTrue(b.promised() > 1, "B prepares entry 2 and does not use the fast number");
        talk.settle();
        talk.written("w1");
        talk.written("w2");
    }

    /** Rule F1: with an inherited right a restarted proposer uses the fast number twice. */
    @Test
    void f1RestartLosesTheRight() {
        SimViolation violation =
                assertThrows(SimViolation.class, () -> restartWithFastAccept(Mutation.F1));
        assertEquals("FastNumberUsedOnce", violation.invariant());
        Conversation talk = restartWithFastAccept(Mutation.NONE);
        talk.settle();
        talk.written("w3");
    }

    private static Conversation restartWithFastAccept(Mutation mutation) {
        Conversation talk =
                new Conversation(3, mutation, OwnershipPolicy.prePreparing(), Checks.ALL);
        talk.write(A, "w1", KEY, put("one"));
        talk.run();
        // A crashes with its own accept of entry 2 in flight; B has got the request (Rule D2).
        talk.write(A, "w2", KEY, put("two"));
        talk.deliver(A, B);
        talk.persist(B);
        talk.dropAll();
        talk.restart(A);
        // It learns from C, which heard nothing of entry 2, that entry 1 is chosen.
        talk.write(A, "w3", KEY, put("three"));
        for (int i = 0; i < 5; i++) {
            talk.persist(A);
            talk.drop(A, B);
            talk.deliver(A, C);
            talk.persist(C);
            talk.deliver(C, A);
            talk.pass(5);
        }
        return talk;
    }

    /**
     * Rule D7: an accepted entry may be dropped for the value of a later one only. With the rule
     * off, a promise of entry 3 is enough to forget the accept of entry 1.
     */
    @Test
    void d7DropsAnAcceptOnlyForALaterValue() {
        SimViolation violation =
                assertThrows(SimViolation.class, () -> promiseAboveAnAccept(Mutation.D7));
        assertEquals("AcceptedIsKept", violation.invariant());
        Conversation talk = promiseAboveAnAccept(Mutation.NONE);
        EntityView c = view(talk, C, KEY);
        assertEquals(1, c.pendingEntry(), "C keeps what it has accepted");
        assertTrue(c.accepted() > 0);
        talk.settle();
        talk.written("w3");
        assertEquals(3, talk.newestChosen(KEY));
    }

    private static Conversation promiseAboveAnAccept(Mutation mutation) {
        Conversation talk =
                new Conversation(3, mutation, OwnershipPolicy.alwaysPrepare(), Checks.ALL);
        talk.write(A, "w1", KEY, put("one"));
        talk.exchange(A, B);
        talk.persist(A);
        // C accepts entry 1, but does not hear that it is chosen.
        talk.deliver(A, C);
        talk.persist(C);
        talk.deliver(A, B);
        talk.persist(B);
        talk.deliver(B, A);
        talk.dropAll();
        // Entry 2 is chosen without C. Then A asks C to promise entry 3.
        talk.write(A, "w2", KEY, put("two"));
        for (int i = 0; i < 3; i++) {
            talk.persist(A);
            talk.drop(A, C);
            talk.deliver(A, B);
            talk.persist(B);
            talk.deliver(B, A);
        }
        talk.dropAll();
        talk.write(A, "w3", KEY, put("three"));
        talk.persist(A);
        talk.deliver(A, C);
        talk.persist(C);
        return talk;
    }

    /**
     * A relay must not serve a losing accept as chosen. B holds A's value of entry 1 under A's
     * number, and hears from C that entry 1 is chosen: with another value. B may mark its own only
     * if the ids agree; so it learns C's.
     */
    @Test
    void losingAcceptIsNeverServedAsChosen() {
        Conversation talk =
                new Conversation(3, Mutation.NONE, OwnershipPolicy.alwaysPrepare(), Checks.ALL);
        talk.write(A, "w1", KEY, put("losing"));
        talk.exchange(A, B);
        talk.persist(A);
        // A accepts its own value, alone; nobody else hears of it. B gets a value from C's round.
        talk.dropAll();
        assertTrue(view(talk, A, KEY).accepted() > 0);
        talk.write(C, "w2", KEY, put("winning"));
        for (int i = 0; i < 8 && talk.newestChosen(KEY) == 0; i++) {
            talk.persist(C);
            talk.drop(C, A);
            talk.deliver(C, B);
            talk.persist(B);
            talk.drop(B, A);
            talk.deliver(B, C);
            talk.pass(20);
            talk.drop(A, B);
            talk.drop(A, C);
        }
        assertEquals(1, talk.newestChosen(KEY));
        // A is told that entry 1 is chosen, and asked to serve it.
        talk.read(A, "r", KEY, ReadMode.LINEARIZABLE);
        talk.settle();
        assertTrue(talk.written("w2").version() >= 1);
        assertNotNull(talk.value("r"));
        talk.read(B, "r2", KEY, ReadMode.LINEARIZABLE);
        talk.settle();
        assertEquals("losing", talk.value("r2"), "A's write was evaluated again, at entry 2");
    }

    /** Eviction must not forget a promise: it is durable, and comes back with the entity. */
    @Test
    void evictionForgetsNoPromise() {
        Conversation talk =
                new Conversation(3, Mutation.NONE, OwnershipPolicy.alwaysPrepare(), Checks.ALL);
        talk.write(C, "w1", KEY, put("from-c"));
        talk.persist(C);
        talk.deliver(C, B);
        talk.persist(B);
        talk.dropAll();
        talk.pass(200);
        talk.dropAll();
        assertNull(talk.inspect(B, KEY), "B has forgotten the entity");
        talk.write(A, "w2", KEY, put("from-a"));
        talk.persist(A);
        talk.deliver(A, B);
        EntityView b = view(talk, B, KEY);
        assertEquals("1.C", Describe.number(b.promised()), "B still refuses A's smaller number");
        talk.settle();
        talk.written("w2");
    }

    /**
     * Rule E1: the table of executed requests is replicated. With a volatile one, a request that is
     * repeated at another node is executed twice.
     */
    @Test
    void e1TableIsNotACacheOfOneNode() {
        SimViolation violation =
                assertThrows(SimViolation.class, () -> incrementTwice(Mutation.E1));
        assertEquals("TwiceExecuted", violation.invariant());
        incrementTwice(Mutation.NONE);
    }

    private static void incrementTwice(Mutation mutation) {
        Conversation talk =
                new Conversation(3, mutation, OwnershipPolicy.prePreparing(), Checks.ALL);
        KvOperation increment = new KvOperation.Increment(5, 0);
        talk.write(A, "w1", KEY, increment);
        talk.settle();
        talk.write(A, "w2", KEY, increment);
        talk.settle();
        talk.restart(B);
        talk.write(B, "w1", KEY, increment);
        talk.settle();
        if (talk.written("w1").number() != 5) {
            throw new SimViolation("TwiceExecuted", "w1 is answered " + talk.written("w1"));
        }
    }

    /** Rules W4, K6: three proposers on one hot key get done, without an endless duel. */
    @Test
    void threeProposersOnOneHotKey() {
        Conversation talk = Conversation.of(3);
        for (int i = 1; i <= 10; i++) {
            for (int node = A; node <= C; node++) {
                talk.write(node, "w" + node + "." + i, KEY, new KvOperation.Increment(1, 0));
            }
            talk.settle();
        }
        for (int i = 1; i <= 10; i++) {
            for (int node = A; node <= C; node++) {
                talk.written("w" + node + "." + i);
            }
        }
        talk.read(B, "r", KEY, ReadMode.LINEARIZABLE);
        talk.settle();
        assertEquals("30", talk.value("r"), "every increment counts once");
    }

    /**
     * Rule C4: a minority node whose answers always come late. Its late reject of an entry that is
     * long finished still raises the proposer's number, so that it is not behind for ever.
     */
    @Test
    void c4LateRejectRaisesTheNumber() {
        Conversation talk =
                new Conversation(3, Mutation.NONE, OwnershipPolicy.alwaysPrepare(), Checks.ALL);
        // C alone has promised a great number for entry 1.
        for (int i = 0; i < 6; i++) {
            talk.write(C, "c" + i, KEY, put("c"));
            talk.persist(C);
            talk.dropAll();
            talk.restart(C);
        }
        talk.write(A, "w1", KEY, put("one"));
        talk.persist(A);
        talk.deliver(A, C);
        talk.persist(C);
        // A and B finish entry 1; only then C's reject arrives.
        for (int i = 0; i < 3; i++) {
            talk.deliver(A, B);
            talk.persist(B);
            talk.deliver(B, A);
            talk.persist(A);
            talk.drop(A, C);
        }
        assertEquals(1, talk.newestChosen(KEY));
        talk.deliver(C, A);
        talk.write(A, "w2", KEY, put("two"));
        EntityView a = view(talk, A, KEY);
        assertEquals(2, a.pendingEntry());
        assertTrue(a.promised() >>> 32 > 6, "above C's late reject: " + a);
        talk.settle();
        talk.written("w2");
    }

    /**
     * Rule R1: an answer to a probe of an earlier incarnation, come late, proves nothing to a later
     * one: the write in between would be missed.
     */
    @Test
    void r1LateAnswerToAnEarlierIncarnationProvesNothing() {
        Conversation talk = Conversation.of(3);
        talk.write(A, "w1", KEY, put("old"));
        talk.settle();
        talk.read(A, "r1", KEY, ReadMode.LINEARIZABLE);
        talk.deliver(A, B);
        // B's answer is on its way when A restarts; then B and C change the value.
        talk.restart(A);
        talk.write(B, "w2", KEY, put("new"));
        for (int i = 0; i < 8; i++) {
            talk.exchange(B, C);
            talk.pass(10);
        }
        talk.written("w2");
        talk.read(A, "r2", KEY, ReadMode.LINEARIZABLE);
        talk.deliverOne(B, A);
        assertNull(talk.answer("r2"), "that answer was for another question");
        talk.settle();
        assertEquals("new", talk.value("r2"));
    }

    /**
     * Rule D7: two replicas that hold different entries as pending must not wait for each other. A
     * accepted entry 2 and knows nothing of entry 1 but what entry 2's value says; B lost its
     * memory and holds entry 1; C, with which entry 1 was chosen, is down. A's messages show a
     * promise above its accept, which once kept B from taking the value they carry.
     */
    @Test
    void d7LaterEntrysValueIsTakenThoughItsHolderPromisedMore() {
        Conversation talk = Conversation.of(3);
        String key = "u3"; // prefers B, then C
        talk.write(B, "w1", key, put("one"));
        talk.persist(B);
        talk.drop(B, A);
        talk.deliver(B, C);
        talk.persist(C);
        talk.deliver(C, B);
        talk.dropAll();
        talk.write(B, "w2", key, put("two"));
        talk.deliver(B, A);
        talk.persist(A);
        talk.dropAll();
        talk.restart(B);
        talk.stop(C);
        talk.write(A, "w3", key, put("three"));
        talk.pass(100);
        talk.persist(A);
        talk.dropAll();
        EntityView a = view(talk, A, key);
        assertEquals(2, a.pendingEntry());
        assertTrue(a.promised() > a.accepted(), "A has promised more than it accepted: " + a);
        talk.read(B, "r", key, ReadMode.LINEARIZABLE);
        talk.settle();
        assertTrue(List.of("two", "three").contains(talk.value("r")));
        talk.written("w3");
    }
}
