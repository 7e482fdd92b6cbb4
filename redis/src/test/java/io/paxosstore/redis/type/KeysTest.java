package io.paxosstore.redis.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.redis.MemoryRedis;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What clients get to see of keys, whatever they hold. */
class KeysTest {
    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void keysAreCountedAndRemoved() {
        redis.run("MSET a 1 b 2");
        redis.run("RPUSH l x");
        assertEquals(":4", redis.run("EXISTS a a b l none"));
        assertEquals(":2", redis.run("TOUCH a l none"));
        assertEquals("+list", redis.run("TYPE l"));
        assertEquals("+string", redis.run("TYPE a"));
        assertEquals("+none", redis.run("TYPE none"));
        assertEquals(":2", redis.run("DEL a l a none"));
        assertEquals(":1", redis.run("UNLINK b"));
        assertEquals(":0", redis.run("EXISTS a b l"));
    }

    @Test
    void aKeyTakesMoreTheMoreItHolds() {
        redis.run("SET s 0123456789");
        redis.run("RPUSH l 0123456789 0123456789");
        redis.run("SADD u 0123456789 9876543210");
        redis.run("HSET h 01234 56789 56789 01234");
        redis.run("ZADD z 1 0123456789 2 9876543210");
        redis.run("XADD x 1-1 01234 56789");
        assertEquals(":59", redis.run("MEMORY USAGE s"));
        assertEquals(":101", redis.run("MEMORY USAGE l"));
        assertEquals(":101", redis.run("MEMORY USAGE u SAMPLES 1"));
        assertEquals(":101", redis.run("memory usage h samples 0"));
        assertEquals(":117", redis.run("MEMORY USAGE z"));
        assertTrue(redis.run("MEMORY USAGE x").startsWith(":"));
        assertEquals("$-1", redis.run("MEMORY USAGE none"));
        assertEquals("-ERR syntax error", redis.run("MEMORY USAGE s SAMPLES"));
        assertEquals("-ERR syntax error", redis.run("MEMORY USAGE s SAMPLES -1"));
        assertEquals(
                "-ERR unknown subcommand 'DOCTOR'. Try MEMORY HELP.", redis.run("MEMORY DOCTOR"));
        redis.run("SET {tag}s 0123");
        assertEquals(
                ":58",
                redis.run("EVAL", "return redis.call('MEMORY', 'USAGE', KEYS[1])", "1", "{tag}s"));
    }

    @Test
    void aKeyExpires() {
        redis.run("SET k v");
        assertEquals(":-1", redis.run("TTL k"));
        assertEquals(":-2", redis.run("TTL none"));
        assertEquals(":1", redis.run("EXPIRE k 100"));
        redis.pass(1_400);
        assertEquals(":99", redis.run("TTL k"));
        assertEquals(":98600", redis.run("PTTL k"));
        assertEquals(":1700000100", redis.run("EXPIRETIME k"));
        assertEquals(":1700000100000", redis.run("PEXPIRETIME k"));
        redis.pass(98_599);
        assertEquals(":1", redis.run("EXISTS k"));
        redis.pass(1);
        assertEquals(":0", redis.run("EXISTS k"));
        assertEquals(":0", redis.run("EXPIRE k 100"));
    }

    @Test
    void conditionsOfExpiry() {
        redis.run("SET k v");
        assertEquals(":0", redis.run("EXPIRE k 100 XX"));
        assertEquals(":0", redis.run("EXPIRE k 100 GT"));
        assertEquals(":1", redis.run("EXPIRE k 100 NX"));
        assertEquals(":0", redis.run("EXPIRE k 100 GT"));
        assertEquals(":1", redis.run("PEXPIRE k 100001 GT"));
        assertEquals(":1", redis.run("EXPIRE k 50 LT"));
        assertEquals(":1", redis.run("PERSIST k"));
        assertEquals(":0", redis.run("PERSIST k"));
        assertEquals(":-1", redis.run("TTL k"));
        assertEquals(":1", redis.run("EXPIRE k 50 LT"));
        assertEquals(
                "-ERR NX and XX, GT or LT options at the same time are not compatible",
                redis.run("EXPIRE k 1 NX GT"));
        assertEquals("-ERR Unsupported option no", redis.run("EXPIRE k 1 no"));
        assertEquals(
                "-ERR invalid expire time in 'expire' command",
                redis.run("EXPIRE k 9223372036854775807"));
    }

    @Test
    void aDeadlineInThePastRemovesAKey() {
        for (String expire : new String[] {"EXPIRE k 0", "EXPIREAT k 0", "PEXPIREAT k -5"}) {
            redis.run("SET k v");
            assertEquals(":1", redis.run(expire));
            assertEquals(":0", redis.run("EXISTS k"));
        }
    }

    @Test
    void theLastMomentIsADeadlineToo() {
        redis.run("SET k v");
        assertEquals(":1", redis.run("PEXPIREAT k " + Long.MAX_VALUE));
        assertEquals("$1 v", redis.run("GET k"));
        assertEquals(":" + (Long.MAX_VALUE - 1), redis.run("PEXPIRETIME k"));
    }

    @Test
    void aRenamedKeyKeepsItsTimeToLive() {
        redis.run("RPUSH a x y");
        redis.run("EXPIRE a 100");
        redis.run("SET b v");
        assertEquals("+OK", redis.run("RENAME a b"));
        assertEquals("*2 $1 x $1 y", redis.run("LRANGE b 0 -1"));
        assertEquals(":100", redis.run("TTL b"));
        assertEquals(":0", redis.run("EXISTS a"));
        redis.run("SET c v");
        assertEquals(":0", redis.run("RENAMENX b c"));
        assertEquals("-ERR no such key", redis.run("RENAME a c"));
        redis.pass(100_000);
        assertEquals("+none", redis.run("TYPE b"));
        assertEquals("-ERR no such key", redis.run("RENAME b c"));
    }

    @Test
    void aCopyIsOneOfItsOwn() {
        redis.run("RPUSH a x y");
        redis.run("EXPIRE a 100");
        assertEquals(":1", redis.run("COPY a b"));
        redis.run("RPUSH a z");
        assertEquals("*2 $1 x $1 y", redis.run("LRANGE b 0 -1"));
        assertEquals(":100", redis.run("TTL b"));
        assertEquals(":0", redis.run("COPY a b"));
        assertEquals(":1", redis.run("COPY a b DB 0 REPLACE"));
        assertEquals(":3", redis.run("LLEN b"));
        assertEquals(
                "-ERR source and destination objects are the same", redis.run("COPY none none"));
    }

    @Test
    void everyTypeButOurOwnIsCopied() {
        redis.run("SADD s a b");
        redis.run("HSET h f v g w");
        assertEquals(":1", redis.run("COPY s t"));
        assertEquals(":1", redis.run("COPY h t REPLACE"));
        assertEquals("*4 $1 f $1 v $1 g $1 w", redis.run("HGETALL t"));
        redis.execute(new QueueOperation.Enqueue("q", List.of(new byte[] {1})));
        assertEquals("+queue", redis.run("TYPE q"));
        assertEquals("-ERR a queue cannot be copied", redis.run("COPY q t REPLACE"));
        assertEquals("+OK", redis.run("RENAME q t"));
        assertEquals("+queue", redis.run("TYPE t"));
    }

    @Test
    void howRedisWouldKeepIt() {
        redis.run("SET n 12");
        redis.run("SET s abc");
        redis.run("SET", "r", "x".repeat(45));
        redis.run("RPUSH l x");
        assertEquals("$3 int", redis.run("OBJECT ENCODING n"));
        assertEquals("$6 embstr", redis.run("OBJECT ENCODING s"));
        assertEquals("$3 raw", redis.run("OBJECT ENCODING r"));
        assertEquals("$9 quicklist", redis.run("object encoding l"));
        redis.run("SADD numbers 1 2");
        redis.run("SADD words 1 b");
        redis.run("HSET short f v");
        redis.run("HSET", "long", "f", "x".repeat(65));
        assertEquals("$6 intset", redis.run("OBJECT ENCODING numbers"));
        assertEquals("$9 hashtable", redis.run("OBJECT ENCODING words"));
        assertEquals("$8 listpack", redis.run("OBJECT ENCODING short"));
        assertEquals("$9 hashtable", redis.run("OBJECT ENCODING long"));
        assertEquals("$-1", redis.run("OBJECT ENCODING none"));
        assertEquals(":1", redis.run("OBJECT REFCOUNT l"));
        assertEquals(":0", redis.run("OBJECT IDLETIME l"));
        assertTrue(redis.run("OBJECT HELP").startsWith("*15 +OBJECT <subcommand>"));
    }

    /** The connection takes the option away where it names the selected database. */
    @Test
    void aCopyStaysInItsDatabase() {
        redis.run("SET k v");
        assertEquals(":1", redis.run("COPY k a DB 0"));
        assertEquals(":1", redis.run("COPY k a DB 0 REPLACE"));
        assertEquals(":1", redis.run("COPY k b DB 1 DB 0"));
        assertEquals("$1 v", redis.run("GET b"));
        String other =
                "-ERR COPY copies within the selected database only: DB is to be its number, and is"
                        + " not known in scripts";
        assertEquals(other, redis.run("COPY k c DB 1"));
        assertEquals(other, redis.run("COPY k c DB 0 DB 1"));
        assertEquals(other, redis.run("COPY k k DB 1 REPLACE"));
        assertEquals("-ERR DB index is out of range", redis.run("COPY k c DB -1"));
        assertEquals("-ERR value is not an integer or out of range", redis.run("COPY k c DB x"));
        assertEquals("-ERR syntax error", redis.run("COPY k c DB 0 FOO"));
        assertEquals("-ERR syntax error", redis.run("COPY k c DB"));
        assertEquals(":0", redis.run("EXISTS c"));
        String script = "return redis.pcall('copy', '{tag}k', '{tag}c', 'DB', '0')";
        assertEquals(other, redis.run("EVAL", script, "0"));
    }
}
