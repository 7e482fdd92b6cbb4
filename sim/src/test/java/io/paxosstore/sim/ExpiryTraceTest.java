package io.paxosstore.sim;

import static io.paxosstore.sim.Conversation.put;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.paxosstore.core.Outcome;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.WriteStatus;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

/**
 * Values that expire while the nodes' clocks are hours apart (Rules X1, X2), step by step: once
 * anybody was told that a value is gone, nobody is told it again.
 */
class ExpiryTraceTest {
    private static final int A = 1;
    private static final int B = 2;
    private static final int C = 3;
    private static final long HOUR_MILLIS = 3_600_000;
    private static final long TTL_MILLIS = 60_000;

    /** An entity that prefers A. */
    private static final String KEY = "u103";

    private final Conversation talk = Conversation.of(3);
    private int reads;

    private static KvOperation mortal(String value) {
        return new KvOperation.Put(value.getBytes(StandardCharsets.ISO_8859_1), TTL_MILLIS);
    }

    private @Nullable String read(int node, ReadMode option) {
        String name = "r" + ++reads;
        talk.read(node, name, KEY, option);
        talk.settle();
        return talk.value(name);
    }

    private @Nullable String read(int node) {
        return read(node, ReadMode.LINEARIZABLE);
    }

    /** A has written the value; C is an hour ahead. */
    private void writtenByTheSlow() {
        talk.wallClock(C, HOUR_MILLIS);
        talk.write(A, "w", KEY, mortal("v"));
        talk.settle();
    }

    @Test
    void whatIsGoneForOneStaysGoneForAll() {
        writtenByTheSlow();
        assertEquals("v", read(A));
        assertNull(read(C), "past its deadline by the clock of C");
        assertNull(read(A), "though not by the clock of A");
        assertNull(read(C));
        assertNull(read(B));
        assertNull(read(A, ReadMode.LOCAL));
    }

    @Test
    void manyReadersShareOneEntry() {
        writtenByTheSlow();
        long before = talk.newestChosen(KEY);
        for (int i = 0; i < 20; i++) {
            talk.read(C, "many" + i, KEY, ReadMode.LINEARIZABLE);
        }
        talk.settle();
        for (int i = 0; i < 20; i++) {
            assertNull(talk.value("many" + i));
            assertNull(read(C));
        }
        assertEquals(before + 1, talk.newestChosen(KEY));
    }

    /** A LOCAL read is told what the entries say, and has it written that they are out of date. */
    @Test
    void aLocalReadTellsNothingThatNoEntrySays() {
        writtenByTheSlow();
        assertEquals("v", read(C, ReadMode.LOCAL));
        assertNull(read(C, ReadMode.LOCAL));
        assertNull(read(A));
    }

    /** A condition that failed because the value had expired must not hold later. */
    @Test
    void aNegativeAnswerIsNotTakenBack() {
        writtenByTheSlow();
        talk.write(C, "delete", KEY, new KvOperation.Delete());
        talk.settle();
        assertEquals(WriteStatus.NOT_FOUND, talk.written("delete").status());
        assertNull(read(A));
        assertNull(read(A, ReadMode.LOCAL));
    }

    /** A value that was written anew meanwhile is not taken for the one that was to go. */
    @Test
    void aNewValueIsNotRemovedWithTheOld() {
        writtenByTheSlow();
        talk.read(C, "reader", KEY, ReadMode.LINEARIZABLE);
        talk.write(A, "w2", KEY, put("new"));
        talk.settle();
        String seen = talk.value("reader");
        assertEquals("new", seen == null ? "new" : seen, "gone, or the new one; never the old one");
        assertEquals("new", read(B));
    }

    @Test
    void withoutAMajorityNobodyIsToldThatItIsGone() {
        writtenByTheSlow();
        talk.stop(A);
        talk.stop(B);
        assertEquals("v", read(C, ReadMode.LOCAL));
        talk.read(C, "alone", KEY, ReadMode.LINEARIZABLE);
        talk.pass(3 * HOUR_MILLIS);
        assertEquals(new Outcome.NotDone(Outcome.Reason.DEADLINE), talk.answer("alone"));
        assertEquals("v", read(C, ReadMode.LOCAL), "no entry says so");
    }

    /** The clock of the wall is set back between the question and the entry. */
    @Test
    void aClockThatIsSetBackTakesNothingBack() {
        writtenByTheSlow();
        talk.read(C, "reader", KEY, ReadMode.LINEARIZABLE);
        talk.wallClock(C, -HOUR_MILLIS);
        talk.settle();
        String seen = talk.value("reader");
        String later = read(A);
        assertEquals(seen, later == null ? seen : later, "a value that was gone came back");
        talk.wallClock(C, HOUR_MILLIS);
        assertNull(read(C));
        talk.wallClock(C, -HOUR_MILLIS);
        assertNull(read(C));
    }
}
