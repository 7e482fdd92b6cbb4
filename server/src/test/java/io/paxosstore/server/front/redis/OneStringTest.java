package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.OperationFailedException;
import io.paxosstore.protocol.model.ValueOperation;
import io.paxosstore.redis.Commands;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.procedure.CommandBatch;
import io.paxosstore.redis.procedure.CommandsProcedure;
import io.paxosstore.redis.procedure.ProcedureResult;
import io.paxosstore.redis.resp.Arguments;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What commands do to a key of a database of keys: executed on a loop, which others wait for. */
final class OneStringTest {
    private static final int HEAD_BYTES = 16;
    private static final int REGISTERS = 1 << 14;

    /** A HyperLogLog of which each register is a run of its own, with the greatest sparse rank. */
    private static OneString longest() {
        byte[] value = new byte[HEAD_BYTES + REGISTERS];
        Arrays.fill(value, (byte) 0xfc);
        System.arraycopy(
                new byte[] {'H', 'Y', 'L', 'L', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0x80},
                0,
                value,
                0,
                HEAD_BYTES);
        OneString string = new OneString(new byte[0], 0);
        string.execute(new ValueOperation.Put("", value, 0));
        return string;
    }

    private static List<String> replies(String... commands) {
        CommandBatch batch =
                new CommandBatch(
                        2,
                        false,
                        EventClass.NONE,
                        null,
                        Stream.of(commands).map(OneStringTest::words).toList());
        CommandTable table = Commands.TABLE;
        byte[] key = "k".getBytes(StandardCharsets.US_ASCII);
        ProcedureResult result =
                ProcedureResult.decode(new CommandsProcedure(table, key, batch).run(longest()));
        return assertInstanceOf(ProcedureResult.Done.class, result).replies().stream()
                .map(reply -> new String(reply, StandardCharsets.US_ASCII))
                .toList();
    }

    private static Arguments words(String command) {
        return new Arguments(
                Stream.of(command.split(" "))
                        .map(word -> word.getBytes(StandardCharsets.US_ASCII))
                        .toList());
    }

    @Test
    void workEnds() {
        OneString string = new OneString(new byte[0], 0);
        string.work(OneString.STEPS_MAX);
        OperationFailedException error =
                assertThrows(OperationFailedException.class, () -> string.work(1));
        assertInstanceOf(Failure.LimitExceeded.class, error.failure());
    }

    @Test
    void aCommandThatIsTooMuchWorkAloneFails() {
        List<String> replies = replies("PFMERGE k");
        assertEquals(1, replies.size());
        assertTrue(replies.getFirst().startsWith("-ERR"), replies.getFirst());
    }

    /** Those that come behind it have nothing to do with it. */
    @Test
    void whatIsTooMuchTogetherIsLeftForLater() {
        assertEquals(List.of(":0\r\n"), replies("PFADD k a", "PFMERGE k", "PFADD k b"));
        assertEquals(1, replies("PFMERGE k", "PFADD k a").size());
    }
}
