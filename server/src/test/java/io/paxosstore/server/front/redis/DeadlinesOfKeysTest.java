package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.paxosstore.core.StateMachine;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.redis.Commands;
import io.paxosstore.redis.data.EventFlags;
import io.paxosstore.redis.resp.Arguments;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** When keys of databases of keys end: commands come by one clock, and are written by another. */
@SuppressWarnings("NullAway") // nothing here asks for a loop
class DeadlinesOfKeysTest {
    private static final long NOW = 1_700_000_000_000L;
    private static final long DEADLINE = NOW + 10_000;
    private static final EntityKey KEY = new EntityKey(1, ascii("k"));
    private static final KeyEvents NO_EVENTS =
            new KeyEvents(1, EventFlags.NONE, null, _ -> {}, _ -> List.of(), System::nanoTime);

    private final KvMachine machine = new KvMachine();

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static Step.Words step(String command) {
        Arguments words =
                new Arguments(
                        Stream.of(command.split(" ")).map(DeadlinesOfKeysTest::ascii).toList());
        return new Step.Words(words, Commands.TABLE.of(words), 2, _ -> {});
    }

    private byte[] written(byte[] state, Command command, long nowMillis) {
        return machine.evaluate(state, command, nowMillis).state();
    }

    private byte[] executed(byte[] state, long writtenMillis, String... commands) {
        Deque<Step> waiting = new ArrayDeque<>();
        Stream.of(commands).map(DeadlinesOfKeysTest::step).forEach(waiting::add);
        StringBatch batch =
                StringBatch.next(
                        Commands.TABLE,
                        KEY,
                        waiting,
                        () -> NOW,
                        NO_EVENTS,
                        new KeyDeadlines(null, NO_EVENTS, null));
        if (batch.question().isRead()) {
            batch.complete(state, waiting);
        }
        return written(state, batch.question().command(), writtenMillis);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "APPEND k 1",
                "DECRBY k 2",
                "INCRBYFLOAT k 0.5",
                "SETRANGE k 1 2",
                "SETBIT k 7 1",
                "SET k v KEEPTTL",
                "INCR k"
            })
    void aDeadlineStaysWhereItIs(String command) {
        byte[] state =
                written(
                        StateMachine.NO_STATE,
                        new KvOperation.Put(ascii("12"), DEADLINE - NOW),
                        NOW);
        assertEquals(
                DEADLINE, KvState.expiresAtMillis(executed(state, NOW + 70, command)), command);
        assertEquals(
                DEADLINE,
                KvState.expiresAtMillis(executed(state, NOW - 70, command, command)),
                command);
    }

    @Test
    void aMomentIsThatMoment() {
        byte[] none = StateMachine.NO_STATE;
        String command = "SET k v PXAT " + DEADLINE;
        assertEquals(DEADLINE, KvState.expiresAtMillis(executed(none, NOW + 70, command)));
        assertNull(KvState.value(executed(none, DEADLINE, command)));
    }

    /** A lock must not be granted, and gone, since a clock is ahead of another one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET k v PX 1000",
                "SET k v NX PX 1000",
                "SET k EXAT PX 1000",
                "SET k v EX 1",
                "GETEX k PX 1000"
            })
    void aTimeToLiveIsCountedByWhoeverWrites(String command) {
        byte[] before =
                command.startsWith("GETEX")
                        ? written(StateMachine.NO_STATE, new KvOperation.Put(ascii("v"), 0), NOW)
                        : StateMachine.NO_STATE;
        for (long skewMillis : new long[] {-3_600_000, -70, 0, 2_000, 3_600_000}) {
            byte[] state = executed(before, NOW + skewMillis, command);
            assertEquals(NOW + skewMillis + 1000, KvState.expiresAtMillis(state), command);
        }
    }

    /** The last one counts, be there a moment before it. */
    @Test
    void whatNamesAMomentAndThenATimeToLiveIsCountedByWhoeverWrites() {
        byte[] state =
                executed(
                        StateMachine.NO_STATE,
                        NOW + 3_600_000,
                        "SET k v",
                        "PEXPIREAT k " + DEADLINE,
                        "PEXPIRE k 1000");
        assertEquals(NOW + 3_600_000 + 1000, KvState.expiresAtMillis(state));
        byte[] named =
                executed(
                        StateMachine.NO_STATE,
                        NOW + 70,
                        "SET k v PX 1000",
                        "EXPIREAT k " + DEADLINE / 1000);
        assertEquals(DEADLINE, KvState.expiresAtMillis(named));
    }

    /** As a time to live it could be written here, and could not be sent to another node. */
    @Test
    void whatIsLongerThanATimeToLiveIsAMoment() {
        assertInstanceOf(
                KvOperation.Put.class,
                DirectWrite.of(step("SETEX k 3162240000 v"), NOW).operation());
        assertNull(DirectWrite.of(step("SETEX k 3162240001 v"), NOW));
        byte[] state = executed(StateMachine.NO_STATE, NOW + 70, "SETEX k 3162240001 v");
        assertEquals(NOW + 3_162_240_001_000L, KvState.expiresAtMillis(state));
    }
}
