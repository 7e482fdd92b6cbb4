package io.paxosstore.redis.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.redis.Commands;
import io.paxosstore.redis.MemoryRedis;
import io.paxosstore.redis.resp.Arguments;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.StringJoiner;

/** What is attempted of a command that waits for streams. */
class WaitingReadTest {
    private final MemoryRedis redis = new MemoryRedis();

    private static WaitingRead of(String command) {
        Arguments words =
                new Arguments(
                        Arrays.stream(command.split(" "))
                                .map(word -> word.getBytes(StandardCharsets.US_ASCII))
                                .toList());
        return Objects.requireNonNull(WaitingRead.of(words, Commands.TABLE.of(words)));
    }

    private static String text(@Nullable Arguments words) {
        StringJoiner text = new StringJoiner(" ");
        for (byte[] word : Objects.requireNonNull(words).from(0)) {
            text.add(new String(word, StandardCharsets.US_ASCII));
        }
        return text.toString();
    }

    private byte[] answer(@Nullable Arguments question) {
        return redis.run(Objects.requireNonNull(question).from(0));
    }

    @Test
    void nowIsTheLastIdWhenItBegins() {
        redis.run("XADD a 5-1 last-generated-id 9-9");
        WaitingRead read = of("XREAD BLOCK 0 STREAMS a b a $ $ 1");
        assertEquals("XINFO STREAM a", text(read.question()));
        read = Objects.requireNonNull(read.answered(answer(read.question())));
        assertEquals("XINFO STREAM b", text(read.question()));
        read = Objects.requireNonNull(read.answered(answer(read.question())));
        assertNull(read.question());
        assertEquals("XREAD BLOCK 0 STREAMS a b a 5-1 0-0 1", text(read.command()));
        redis.run("SET b x");
        WaitingRead wrong = of("XREAD BLOCK 0 STREAMS b $");
        assertNull(wrong.answered(answer(wrong.question())));
    }

    @Test
    void whoWaitsGetsSomeEntriesOnly() {
        assertEquals(
                "XREAD COUNT 1000 BLOCK 0 STREAMS a 0",
                text(of("XREAD BLOCK 0 STREAMS a 0").waiting().command()));
        assertEquals(
                "XREAD BLOCK 0 COUNT 5 STREAMS COUNT 0",
                text(of("XREAD BLOCK 0 COUNT 5 STREAMS COUNT 0").waiting().command()));
        assertEquals(
                "XREADGROUP COUNT 1000 GROUP COUNT c BLOCK 0 STREAMS a >",
                text(of("XREADGROUP GROUP COUNT c BLOCK 0 STREAMS a >").waiting().command()));
    }

    @Test
    void theWaitEndsWithTheGroup() {
        redis.run("XADD a 5-1 f v");
        WaitingRead read = of("XREADGROUP GROUP g c BLOCK 0 STREAMS a >");
        assertTrue(read.isGone(answer(read.command())));
        assertTrue(gone(read).startsWith("-NOGROUP the consumer"));
        redis.run("DEL a");
        assertTrue(read.isGone(answer(read.command())));
        assertTrue(gone(read).startsWith("-UNBLOCKED the stream"));
        redis.run("SET a x");
        assertTrue(read.isGone(answer(read.command())));
        assertFalse(of("XREAD BLOCK 0 STREAMS a 0").isGone(answer(read.command())));
    }

    /** The key that is gone, or is no stream any more, may be any of them. */
    @Test
    void theWaitEndsWithAnyOfTheKeys() {
        redis.run("XADD a 5-1 f v");
        redis.run("XADD b 5-1 f v");
        WaitingRead read = of("XREADGROUP GROUP g c BLOCK 0 STREAMS a b > >");
        assertTrue(gone(read).startsWith("-NOGROUP the consumer"));
        redis.run("DEL b");
        assertTrue(gone(read).startsWith("-UNBLOCKED the stream"));
        redis.run("SET b x");
        assertTrue(gone(read).startsWith("-UNBLOCKED the stream"));
    }

    private String gone(WaitingRead read) {
        return text(read.gone(read.whatIsGone().stream().map(this::answer).toList()));
    }

    private static String text(byte[] reply) {
        return new String(reply, StandardCharsets.US_ASCII);
    }
}
