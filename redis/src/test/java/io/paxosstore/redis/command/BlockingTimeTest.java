package io.paxosstore.redis.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.redis.Commands;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** How long commands wait. */
class BlockingTimeTest {
    private static long millis(String command) {
        Arguments words =
                new Arguments(
                        Arrays.stream(command.split(" "))
                                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                                .toList());
        return BlockingTime.millis(words, Commands.TABLE.of(words));
    }

    @Test
    void secondsOfAnyForm() {
        assertEquals(1500, millis("BLPOP a b 1.5"));
        assertEquals(63, millis("BLMOVE a b LEFT LEFT 0x.1"));
        assertEquals(1, millis("BZMPOP 1e-9 1 a MIN"));
        assertEquals(0, millis("BRPOP a 0"));
        assertEquals(Long.MAX_VALUE / 2, millis("BRPOP a 9e15"));
        assertEquals(BlockingTime.NEVER, millis("LPOP a"));
    }

    @Test
    void theLastOfSeveral() {
        assertEquals(1, millis("XREAD BLOCK 0 BLOCK 1 STREAMS s $"));
        assertEquals(
                7, millis("XREADGROUP BLOCK 3 GROUP g c BLOCK 7 NOACK STREAMS BLOCK BLOCK > 9"));
        assertEquals(BlockingTime.NEVER, millis("XREAD COUNT 1 STREAMS BLOCK 0"));
    }

    /** What else is wrong with them comes first, which they know themselves. */
    @Test
    void commandsSayThemselvesWhatIsNoTime() {
        assertEquals(BlockingTime.NEVER, millis("BLMOVE a b FOO LEFT -1"));
        assertEquals(BlockingTime.NEVER, millis("BLMPOP x 1 a FOO"));
        assertEquals(BlockingTime.NEVER, millis("XREAD BLOCK 1 BLOCK x STREAMS s $"));
        assertThrows(RedisError.class, () -> millis("BLPOP {a}1 {b}2 x"));
    }
}
