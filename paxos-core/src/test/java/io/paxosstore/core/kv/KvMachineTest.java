package io.paxosstore.core.kv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.StateMachine;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.WriteStatus;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

class KvMachineTest {
    private static final long NOW = 1_000_000;

    private final KvMachine machine = new KvMachine();
    private byte[] state = StateMachine.NO_STATE;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private KvResult run(KvOperation command, long now) {
        if (machine.deadlineMillis(ByteBuffer.wrap(state)) <= now) {
            state = machine.expired(state); // as the entry's clock says (Rule X1)
        }
        StateMachine.Evaluation done = machine.evaluate(state, command, now);
        state = done.state();
        return KvResult.decode(done.result());
    }

    private KvResult run(KvOperation command) {
        return run(command, NOW);
    }

    @Test
    void everyChangeHasAVersionOfItsOwnAndFailuresHaveNone() {
        assertEquals(new KvResult(WriteStatus.OK, 1, 0), run(new KvOperation.Put(bytes("a"), 0)));
        assertEquals(
                new KvResult(WriteStatus.CONFLICT, 1, 0),
                run(new KvOperation.CompareAndSet(bytes("b"), bytes("c"), 0)));
        assertEquals(1, KvState.version(state));
        assertEquals(
                WriteStatus.OK,
                run(new KvOperation.CompareVersionAndSet(1, bytes("d"), 0)).status());
        assertEquals(2, KvState.version(state));
        assertArrayEquals(bytes("d"), KvState.value(state));
    }

    @Test
    void theCountGoesOnAfterARemovalAndAfterAnExpiry() {
        run(new KvOperation.Put(bytes("a"), 0));
        assertEquals(new KvResult(WriteStatus.OK, 2, 0), run(new KvOperation.Delete()));
        assertEquals(
                new KvResult(WriteStatus.OK, 3, 0),
                run(new KvOperation.PutIfAbsent(bytes("b"), 100)));
        assertEquals(
                new KvResult(WriteStatus.NOT_FOUND, 0, 0),
                run(new KvOperation.CompareVersionAndDelete(3), NOW + 100));
        assertEquals(
                new KvResult(WriteStatus.OK, 4, 0),
                run(new KvOperation.CompareVersionAndSet(0, bytes("c"), 0), NOW + 100));
        assertEquals(
                new KvResult(WriteStatus.CONFLICT, 4, 0),
                run(new KvOperation.CompareVersionAndSet(3, bytes("d"), 0), NOW + 100));
    }

    /** States as stores of before the count hold them: the version is the last change's entry. */
    @Test
    void theCountGoesOnFromTheEntryThatAnOlderStoreHolds() {
        HexFormat hex = HexFormat.of();
        byte[] value = hex.parseHex("01" + "00000000000004d2" + "0000000000000000" + "6869");
        assertEquals(1234, KvState.version(value));
        assertArrayEquals(bytes("hi"), KvState.value(value));
        state = value;
        assertEquals(
                WriteStatus.OK,
                run(new KvOperation.CompareVersionAndSet(1234, bytes("ho"), 0)).status());
        assertEquals("01" + "00000000000004d3" + "0000000000000000" + "686f", hex.formatHex(state));
        state = hex.parseHex("02" + "00000000000004d2");
        assertEquals(
                new KvResult(WriteStatus.OK, 1235, 0), run(new KvOperation.Put(bytes("x"), 0)));
    }

    @Test
    void absentKeysAnswerNotFoundAndVersionZeroMeansAbsent() {
        assertEquals(WriteStatus.NOT_FOUND, run(new KvOperation.Delete()).status());
        assertEquals(
                WriteStatus.NOT_FOUND,
                run(new KvOperation.CompareAndSet(bytes("a"), bytes("b"), 0)).status());
        assertEquals(
                WriteStatus.NOT_FOUND, run(new KvOperation.CompareVersionAndDelete(0)).status());
        assertEquals(
                WriteStatus.OK,
                run(new KvOperation.CompareVersionAndSet(0, bytes("b"), 0)).status());
        assertEquals(
                WriteStatus.CONFLICT,
                run(new KvOperation.CompareVersionAndSet(0, bytes("c"), 0)).status());
        assertEquals(
                WriteStatus.CONFLICT, run(new KvOperation.PutIfAbsent(bytes("x"), 0)).status());
        assertEquals(WriteStatus.OK, run(new KvOperation.Delete()).status());
        assertNull(KvState.value(state));
        assertEquals(WriteStatus.OK, run(new KvOperation.PutIfAbsent(bytes("x"), 0)).status());
    }

    @Test
    void incrementCountsFromZeroAndRefusesTextAndOverflow() {
        assertEquals(new KvResult(WriteStatus.OK, 1, 5), run(new KvOperation.Increment(5, 0)));
        assertEquals(new KvResult(WriteStatus.OK, 2, -2), run(new KvOperation.Increment(-7, 0)));
        assertArrayEquals(bytes("-2"), KvState.value(state));
        run(new KvOperation.Put(bytes(Long.toString(Long.MAX_VALUE)), 0));
        assertEquals(
                new KvResult(WriteStatus.NUMBER_OVERFLOW, 3, 0),
                run(new KvOperation.Increment(1, 0)));
        run(new KvOperation.Put(bytes("twelve"), 0));
        assertEquals(WriteStatus.NOT_A_NUMBER, run(new KvOperation.Increment(1, 0)).status());
        run(new KvOperation.Put(bytes(""), 0));
        assertEquals(WriteStatus.NOT_A_NUMBER, run(new KvOperation.Increment(1, 0)).status());
    }

    @Test
    void incrementRefusesWhatItWouldWriteInAnotherWay() {
        for (String odd :
                List.of("007", "+5", "-0", "00", " 1", "1 ", "-", "9223372036854775808")) {
            run(new KvOperation.Put(bytes(odd), 0));
            KvResult result = run(new KvOperation.Increment(1, 0));
            assertEquals(WriteStatus.NOT_A_NUMBER, result.status(), odd);
            assertArrayEquals(bytes(odd), KvState.value(state));
        }
        run(new KvOperation.Put(bytes(Long.toString(Long.MIN_VALUE)), 0));
        assertEquals(Long.MIN_VALUE + 1, run(new KvOperation.Increment(1, 0)).number());
    }

    @Test
    void expiredValuesAreAbsentForReadsAndComparisons() {
        run(new KvOperation.Put(bytes("a"), 100));
        assertTrue(KvState.isPresent(state));
        assertEquals(NOW + 100, machine.deadlineMillis(ByteBuffer.wrap(state)));
        assertFalse(KvState.isPresent(machine.expired(state)));
        assertEquals(
                WriteStatus.NOT_FOUND,
                run(new KvOperation.CompareAndSet(bytes("a"), bytes("b"), 0), NOW + 100).status());
        assertEquals(
                WriteStatus.OK,
                run(new KvOperation.PutIfAbsent(bytes("c"), 0), NOW + 100).status());
    }

    @Test
    void aTimeToLiveBeyondAllClocksIsNoEnd() {
        run(new KvOperation.Put(bytes("a"), Long.MAX_VALUE));
        assertArrayEquals(bytes("a"), KvState.value(state));
        assertEquals(Long.MAX_VALUE, KvState.expiresAtMillis(state));
    }

    /** Whenever the write is recorded: a value is replaced and keeps the moment of its end. */
    @Test
    void anExpiryThatIsAMomentIsKeptExactly() {
        run(new KvOperation.Put(bytes("a"), 100));
        assertEquals(
                new KvResult(WriteStatus.OK, 2, 0),
                run(
                        new KvOperation.CompareVersionAndSetUntil(1, bytes("ab"), NOW + 100),
                        NOW + 99));
        assertArrayEquals(bytes("ab"), KvState.value(state));
        assertEquals(NOW + 100, KvState.expiresAtMillis(state));
        assertEquals(
                new KvResult(WriteStatus.CONFLICT, 2, 0),
                run(new KvOperation.CompareVersionAndSetUntil(1, bytes("b"), 0)));
        assertEquals(
                WriteStatus.OK,
                run(new KvOperation.CompareVersionAndSetUntil(2, bytes("c"), 0)).status());
        assertEquals(Long.MAX_VALUE, machine.deadlineMillis(ByteBuffer.wrap(state)));
    }

    @Test
    void aMomentThatHasPassedLeavesNothing() {
        run(new KvOperation.Put(bytes("a"), 0));
        assertEquals(
                new KvResult(WriteStatus.OK, 2, 0),
                run(new KvOperation.CompareVersionAndSetUntil(1, bytes("b"), NOW)));
        assertNull(KvState.value(state));
        assertEquals(2, KvState.lastVersion(state));
    }

    @Test
    void incrementKeepsAnExpiryUnlessGivenOne() {
        run(new KvOperation.Increment(1, 100));
        run(new KvOperation.Increment(1, 0), NOW + 50);
        assertEquals(NOW + 100, KvState.expiresAtMillis(state));
        run(new KvOperation.Increment(1, 100), NOW + 50);
        assertEquals(NOW + 150, KvState.expiresAtMillis(state));
        assertEquals(1, run(new KvOperation.Increment(1, 0), NOW + 150).number());
    }
}
