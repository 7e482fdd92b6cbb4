package io.paxosstore.redis.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.redis.MemoryRedis;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** What clients get to see of lists. */
class ListsTest {
    private static final int MANY = 25_000;

    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void elementsComeAndGoAtBothEnds() {
        assertEquals(":2", redis.run("RPUSH l b c"));
        assertEquals(":4", redis.run("LPUSH l a z"));
        assertEquals("*4 $1 z $1 a $1 b $1 c", redis.run("LRANGE l 0 -1"));
        assertEquals("$1 z", redis.run("LPOP l"));
        assertEquals("*2 $1 c $1 b", redis.run("RPOP l 2"));
        assertEquals("*1 $1 a", redis.run("LPOP l 5"));
        assertEquals("+none", redis.run("TYPE l"));
        assertEquals("$-1", redis.run("LPOP l"));
        assertEquals("*-1", redis.run("LPOP l 1"));
        assertEquals(":0", redis.run("LPUSHX l a"));
        assertEquals("-ERR value is out of range, must be positive", redis.run("LPOP l -1"));
        assertEquals("-ERR wrong number of arguments for 'rpop' command", redis.run("RPOP l 1 2"));
    }

    @Test
    void elementsInTheMiddleAreChanged() {
        redis.run("RPUSH l a b c d e f g");
        assertEquals("+OK", redis.run("LSET l 1 B"));
        assertEquals("+OK", redis.run("LSET l -2 F"));
        assertEquals("-ERR index out of range", redis.run("LSET l 7 x"));
        assertEquals("-ERR no such key", redis.run("LSET none 0 x"));
        assertEquals(":8", redis.run("LINSERT l BEFORE B x"));
        assertEquals(":9", redis.run("LINSERT l AFTER F x"));
        assertEquals(":-1", redis.run("LINSERT l AFTER none x"));
        assertEquals("*9 $1 a $1 x $1 B $1 c $1 d $1 e $1 F $1 x $1 g", redis.run("LRANGE l 0 -1"));
        assertEquals(":1", redis.run("LREM l -1 x"));
        assertEquals("$1 x", redis.run("LINDEX l 1"));
        assertEquals(":1", redis.run("LREM l 0 x"));
        assertEquals("+OK", redis.run("LTRIM l 1 -2"));
        assertEquals("*5 $1 B $1 c $1 d $1 e $1 F", redis.run("LRANGE l 0 -1"));
        assertEquals("+OK", redis.run("LTRIM l 5 9"));
        assertEquals(":0", redis.run("EXISTS l"));
    }

    @Test
    void aChangedListKeepsItsTimeToLiveAndANewOneHasNone() {
        redis.run("RPUSH l a");
        redis.run("EXPIRE l 100");
        assertEquals("$1 a", redis.run("LMOVE l l LEFT RIGHT"));
        assertEquals("+OK", redis.run("LSET l 0 b"));
        assertEquals(":100", redis.run("TTL l"));
        assertEquals(":1", redis.run("LREM l 0 b"));
        redis.run("RPUSH l a");
        assertEquals(":-1", redis.run("TTL l"));
    }

    @Test
    void anEmptyObjectIsNotInTheWay() {
        List<byte[]> members = List.of(new byte[] {1});
        redis.execute(new SetOperation.Add("l", members));
        redis.execute(new SetOperation.Remove("l", members));
        redis.execute(new ObjectOperation.Expire("l", 1000));
        assertEquals("+none", redis.run("TYPE l"));
        assertEquals(":0", redis.run("RPUSHX l a"));
        assertEquals(":1", redis.run("RPUSH l a"));
        assertEquals(":-1", redis.run("TTL l"));
    }

    @Test
    void elementsAreFound() {
        redis.run("RPUSH l a b a c a");
        assertEquals(":0", redis.run("LPOS l a"));
        assertEquals(":4", redis.run("LPOS l a RANK -1"));
        assertEquals("*2 :2 :4", redis.run("LPOS l a RANK 2 COUNT 0"));
        assertEquals("*1 :0", redis.run("LPOS l a COUNT 0 MAXLEN 2"));
        assertEquals("$-1", redis.run("LPOS l x"));
        assertEquals("*0", redis.run("LPOS l x COUNT 1"));
    }

    @Test
    void elementsMoveBetweenLists() {
        redis.run("RPUSH a 1 2 3");
        assertEquals("$1 3", redis.run("RPOPLPUSH a b"));
        assertEquals("$1 1", redis.run("LMOVE a b LEFT RIGHT"));
        assertEquals("*2 $1 3 $1 1", redis.run("LRANGE b 0 -1"));
        assertEquals("*2 $1 b *2 $1 1 $1 3", redis.run("LMPOP 2 none b RIGHT COUNT 5"));
        assertEquals("*-1", redis.run("LMPOP 2 none b RIGHT"));
        redis.run("SET s v");
        assertEquals(
                "-WRONGTYPE Operation against a key holding the wrong kind of value",
                redis.run("LMOVE a s LEFT RIGHT"));
        assertEquals(":1", redis.run("LLEN a"));
    }

    private void pushMany() {
        for (int from = 0; from < MANY; from += 5_000) {
            List<String> words = new ArrayList<>(List.of("RPUSH", "l"));
            for (int i = from; i < from + 5_000; i++) {
                words.add(Integer.toString(i));
            }
            redis.run(words.toArray(String[]::new));
        }
    }

    @Test
    void manyElementsAreReadInPages() {
        pushMany();
        String all = redis.run("LRANGE l 0 -1");
        assertTrue(all.startsWith("*25000 $1 0 $1 1 "));
        assertTrue(all.endsWith(" $5 24998 $5 24999"));
        assertEquals(":12345", redis.run("LPOS l 12345"));
        assertEquals(":12345", redis.run("LPOS l 12345 RANK -1"));
        assertEquals("+OK", redis.run("LSET l 12345 x"));
        assertEquals("$1 x", redis.run("LINDEX l 12345"));
        assertEquals(":25001", redis.run("LINSERT l AFTER 12999 y"));
        assertEquals(":1", redis.run("LREM l -1 x"));
        assertEquals("*3 $5 12344 $5 12346 $5 12347", redis.run("LRANGE l 12344 12346"));
        assertEquals("$5 24999", redis.run("LINDEX l -1"));
        assertTrue(redis.run("LPOP l 20000").startsWith("*20000 $1 0 "));
        assertEquals(":5000", redis.run("LLEN l"));
    }

    @Test
    void moreThanACommandMayRead() {
        String large = "x".repeat(900_000);
        for (int i = 0; i < 20; i++) {
            redis.run("RPUSH", "l", large);
        }
        assertEquals(
                "-ERR the command reads more than 16777216 bytes; ask for a part of it, or use a"
                        + " SCAN command",
                redis.run("LRANGE l 0 -1"));
        assertTrue(redis.run("LRANGE l 0 9").startsWith("*10 "));
        assertTrue(redis.run("LREM l -3 " + large).startsWith(":3"));
        assertEquals(":17", redis.run("LLEN l"));
    }

    @Test
    void whatIsWrongWithACommandThatWaits() {
        assertEquals("-ERR syntax error", redis.run("BLMOVE a b FOO LEFT -1"));
        assertEquals("-ERR timeout is negative", redis.run("BLMOVE a b LEFT LEFT -1"));
        assertEquals("-ERR syntax error", redis.run("BLMPOP -1 1 a FOO"));
        assertEquals("-ERR numkeys should be greater than 0", redis.run("BLMPOP x 0 a LEFT"));
        assertEquals("-ERR count should be greater than 0", redis.run("BZMPOP x 1 a MIN COUNT 0"));
        assertEquals("-ERR timeout is not a float or out of range", redis.run("BZMPOP x 1 a MIN"));
        assertEquals("*-1", redis.run("BLPOP a 0x1p-8"));
        assertEquals("-ERR timeout is negative", redis.run("BLPOP a inf"));
        assertEquals("-ERR timeout is negative", redis.run("BLPOP a 1e300"));
        assertEquals("-ERR timeout is not a float or out of range", redis.run("BLPOP a 0x"));
    }
}
