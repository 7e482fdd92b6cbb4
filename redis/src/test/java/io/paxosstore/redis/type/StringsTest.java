package io.paxosstore.redis.type;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.redis.MemoryRedis;
import io.paxosstore.redis.procedure.CommandBatch;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What clients get to see of strings and numbers. */
class StringsTest {
    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void aStringIsSetReadAndChanged() {
        assertEquals("+OK", redis.run("SET k hello"));
        assertEquals("$5 hello", redis.run("get k"));
        assertEquals(":11", redis.run("APPEND", "k", " world"));
        assertEquals("$5 world", redis.run("GETRANGE k -5 -1"));
        assertEquals("$0", redis.run("GETRANGE k 20 30"));
        assertEquals(":11", redis.run("SETRANGE k 0 J"));
        assertEquals("$11 Jello world", redis.run("GET k"));
        assertEquals(":11", redis.run("STRLEN k"));
        assertEquals("$-1", redis.run("GET none"));
    }

    @Test
    void conditionsOfSet() {
        assertEquals("$-1", redis.run("SET k v XX"));
        assertEquals("+OK", redis.run("SET k v NX"));
        assertEquals("$-1", redis.run("SET k w NX"));
        assertEquals("$1 v", redis.run("SET k w XX GET"));
        assertEquals("$1 w", redis.run("GET k"));
        assertEquals("-ERR syntax error", redis.run("SET k v NX XX"));
        assertEquals("-ERR syntax error", redis.run("SET k v EX 1 PX 1"));
        assertEquals("-ERR syntax error", redis.run("SET k v KEEPTTL EX 1"));
        assertEquals("-ERR invalid expire time in 'set' command", redis.run("SET k v EX 0"));
        assertEquals(
                "-ERR invalid expire time in 'set' command",
                redis.run("SET k v EX 9223372036854775807"));
        assertEquals("-ERR value is not an integer or out of range", redis.run("SET k v EX soon"));
    }

    @Test
    void ofAnOptionThatIsThereTwiceTheLastCounts() {
        assertEquals("+OK", redis.run("SET k v EX 10 EX 20"));
        assertEquals(":20", redis.run("TTL k"));
        assertEquals("+OK", redis.run("SET k v EX 0 EX soon EX 30"));
        assertEquals(":30", redis.run("TTL k"));
        assertEquals("$1 v", redis.run("GETEX k EX 10 EX 20"));
        assertEquals(":20", redis.run("TTL k"));
        assertEquals("$1 v", redis.run("GETEX k PERSIST PERSIST"));
        assertEquals(":-1", redis.run("TTL k"));
        for (String no :
                List.of(
                        "SET k v EX 0 FOO",
                        "SET k v EX soon FOO",
                        "SET k v PX 1 EX 1",
                        "SET k v EX 1 KEEPTTL",
                        "GETEX k EX 0 FOO",
                        "GETEX k EX 1 PERSIST",
                        "GETEX k PERSIST EX 1",
                        "GETEX k EX")) {
            assertEquals("-ERR syntax error", redis.run(no), no);
        }
        assertEquals("$-1", redis.run("GETEX none EX 0"));
        assertEquals("-ERR invalid expire time in 'getex' command", redis.run("GETEX k EX 0"));
    }

    @Test
    void aStringExpires() {
        assertEquals("+OK", redis.run("SET k v PX 100"));
        redis.pass(99);
        assertEquals("$1 v", redis.run("GET k"));
        assertEquals("+OK", redis.run("SET k w KEEPTTL"));
        redis.pass(2);
        assertEquals("$-1", redis.run("GET k"));
        assertEquals("+OK", redis.run("SETEX k 1 v"));
        assertEquals("$1 v", redis.run("GETEX k PERSIST"));
        redis.pass(2000);
        assertEquals("$1 v", redis.run("GETDEL k"));
        assertEquals("$-1", redis.run("GET k"));
    }

    @Test
    void numbers() {
        assertEquals(":1", redis.run("INCR n"));
        assertEquals(":11", redis.run("INCRBY n 10"));
        assertEquals(":10", redis.run("DECR n"));
        assertEquals("$4 10.5", redis.run("INCRBYFLOAT n 0.5"));
        assertEquals("-ERR value is not an integer or out of range", redis.run("INCR n"));
        redis.run("SET max 9223372036854775807");
        assertEquals("-ERR increment or decrement would overflow", redis.run("INCR max"));
        assertEquals("$19 9223372036854775807", redis.run("GET max"));
        redis.run("SET odd 007");
        assertEquals("-ERR value is not an integer or out of range", redis.run("INCR odd"));
        assertEquals("-ERR value is not a valid float", redis.run("INCRBYFLOAT max x"));
    }

    @Test
    void largeAndSmallDecimals() {
        assertEquals("+OK", redis.run("SET n 1e200"));
        String large = "1" + "0".repeat(199) + "1";
        assertEquals("$201 " + large, redis.run("INCRBYFLOAT n 1"));
        assertEquals("$1 1", redis.run("INCRBYFLOAT n -1e200"));
        assertEquals("$4932 9" + "0".repeat(4930) + "1", redis.run("INCRBYFLOAT n 9e4931"));
        assertEquals(
                "-ERR increment would produce NaN or Infinity", redis.run("INCRBYFLOAT n 1e4932"));
        assertEquals(
                "-ERR increment would produce NaN or Infinity", redis.run("INCRBYFLOAT n inf"));
        for (String no : List.of("1e5000", "1e-5000", "0x1p20000", "0x1p-20000", "1e9999999999")) {
            assertEquals("-ERR value is not a valid float", redis.run("INCRBYFLOAT n " + no), no);
        }
        redis.run("SET n 0x10");
        assertEquals("$5 17.75", redis.run("INCRBYFLOAT n 0x1.cP0"));
        assertEquals("$5 17.75", redis.run("INCRBYFLOAT n 1e-4940"));
        assertEquals("$4 18.5", redis.run("INCRBYFLOAT", "n", "0".repeat(5000) + ".75"));
        assertEquals(
                "-ERR value is not a valid float",
                redis.run("INCRBYFLOAT", "n", "0".repeat(5120) + ".75"));
        redis.run("HSET h f 1");
        assertEquals("$401 1" + "0".repeat(399) + "1", redis.run("HINCRBYFLOAT h f 1e400"));
        assertEquals("-ERR value is NaN or Infinity", redis.run("HINCRBYFLOAT h f -inf"));
    }

    @Test
    void severalAtOnce() {
        assertEquals("+OK", redis.run("MSET a 1 b 2"));
        assertEquals("*3 $1 1 $-1 $1 2", redis.run("MGET a none b"));
        assertEquals(":0", redis.run("MSETNX c 3 a 4"));
        assertEquals("$-1", redis.run("GET c"));
        assertEquals("-ERR wrong number of arguments for 'mset' command", redis.run("MSET a 1 b"));
    }

    @Test
    void commandsOfATransactionFailByThemselves() {
        assertEquals(
                List.of("+OK", "-ERR value is not an integer or out of range", ":1"),
                redis.transaction(null, "SET k v", "INCR k", "INCR n"));
        assertEquals(List.of(), redis.transaction(new CommandBatch.Watch(7, 0), "SET k w"));
        assertEquals("$1 v", redis.run("GET k"));
    }
}
