package io.paxosstore.redis.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.redis.MemoryRedis;

import org.junit.jupiter.api.Test;

/** What clients get to see of the bits of strings, and of what strings have in common. */
class BitsTest {
    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void singleBits() {
        assertEquals(":0", redis.run("SETBIT k 9 1"));
        assertEquals(":1", redis.run("SETBIT k 9 1"));
        assertEquals(":1", redis.run("GETBIT k 9"));
        assertEquals(":0", redis.run("GETBIT k 1000"));
        assertEquals("$2 \0@", redis.run("GET k"));
        redis.run("EXPIRE k 100");
        redis.run("SETBIT k 0 1");
        assertEquals(":100", redis.run("TTL k"));
        assertEquals("-ERR bit is not an integer or out of range", redis.run("SETBIT k 0 2"));
        assertEquals(
                "-ERR bit offset is not an integer or out of range",
                redis.run("SETBIT k 4294967296 1"));
        assertTrue(redis.run("SETBIT k 4294967295 1").startsWith("-ERR string exceeds"));
        assertEquals(":0", redis.run("GETBIT k 4294967295"));
    }

    @Test
    void bitsAreCountedAndFound() {
        redis.run("SET k foobar");
        assertEquals(":26", redis.run("BITCOUNT k"));
        assertEquals(":6", redis.run("BITCOUNT k 1 1"));
        assertEquals(":17", redis.run("BITCOUNT k 5 30 BIT"));
        assertEquals(":1", redis.run("BITPOS k 1"));
        assertEquals(":8", redis.run("BITPOS k 0 8 -1 BIT"));
        redis.run("SETBIT ones 0 1");
        redis.run("BITFIELD ones SET u8 0 255");
        assertEquals(":8", redis.run("BITPOS ones 0"));
        assertEquals(":-1", redis.run("BITPOS ones 0 0 -1"));
        assertEquals(":0", redis.run("BITPOS none 0"));
        assertEquals(":-1", redis.run("BITPOS none 1"));
    }

    @Test
    void bitsAreCombined() {
        redis.run("MSET a abc b ab");
        assertEquals(":3", redis.run("BITOP AND to a b"));
        assertEquals("$3 ab\0", redis.run("GET to"));
        assertEquals(":3", redis.run("BITOP XOR to a a"));
        assertEquals("$3 \0\0\0", redis.run("GET to"));
        assertEquals(":3", redis.run("BITOP OR to b a none"));
        assertEquals("$3 abc", redis.run("GET to"));
        assertEquals(":0", redis.run("BITOP NOT to none"));
        assertEquals(":0", redis.run("EXISTS to"));
        assertEquals(
                "-ERR BITOP NOT must be called with a single source key.",
                redis.run("BITOP NOT to a b"));
    }

    @Test
    void fields() {
        assertEquals("*2 :0 :-56", redis.run("BITFIELD k SET i8 0 200 GET i8 0"));
        assertEquals("*1 :200", redis.run("BITFIELD_RO k GET u8 0"));
        assertEquals("*1 :127", redis.run("BITFIELD k OVERFLOW SAT INCRBY i8 #1 1000"));
        assertEquals("*1 $-1", redis.run("BITFIELD k OVERFLOW FAIL INCRBY i8 #1 1"));
        assertEquals("*1 :-128", redis.run("BITFIELD k INCRBY i8 #1 1"));
        assertEquals(
                "-ERR BITFIELD_RO only supports the GET subcommand",
                redis.run("BITFIELD_RO k SET u8 0 1"));
    }

    @Test
    void commonSubsequences() {
        redis.run("MSET a ohmytext b mynewtext");
        assertEquals("$6 mytext", redis.run("LCS a b"));
        assertEquals(":6", redis.run("LCS a b LEN"));
        assertEquals(
                "*4 $7 matches *1 *3 *2 :4 :7 *2 :5 :8 :4 $3 len :6",
                redis.run("LCS a b IDX MINMATCHLEN 4 WITHMATCHLEN"));
        redis.version(3);
        assertTrue(redis.run("LCS a b IDX").startsWith("%2 "));
        redis.run("SET", "long", "x".repeat(8_001));
        assertTrue(redis.run("LCS long long").startsWith("-ERR the strings are too long"));
        redis.run("SET", "long", "x".repeat(8_000));
        assertEquals(":8000", redis.run("LCS long long LEN"));
    }
}
