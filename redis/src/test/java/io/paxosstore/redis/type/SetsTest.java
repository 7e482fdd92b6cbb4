package io.paxosstore.redis.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.redis.MemoryRedis;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What clients get to see of sets. */
class SetsTest {
    private static final int MANY = 25_000;

    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void membersAreAddedAndRemoved() {
        assertEquals(":2", redis.run("SADD s a b a"));
        assertEquals(":1", redis.run("SADD s b c"));
        assertEquals("*3 $1 a $1 b $1 c", redis.run("SMEMBERS s"));
        assertEquals(":3", redis.run("SCARD s"));
        assertEquals("*2 :1 :0", redis.run("SMISMEMBER s a x"));
        assertEquals(":2", redis.run("SREM s a x b"));
        assertEquals(":0", redis.run("SISMEMBER s a"));
        assertEquals(":1", redis.run("SREM s c"));
        assertEquals("+OK", redis.run("SET s v NX"));
        assertTrue(redis.run("SADD s a").startsWith("-WRONGTYPE"));
    }

    @Test
    void severalSets() {
        redis.run("SADD a 1 2 3 4");
        redis.run("SADD b 2 3 5");
        redis.run("SADD c 3 9");
        assertEquals("*2 $1 2 $1 3", redis.run("SINTER a b"));
        assertEquals("*1 $1 3", redis.run("SINTER a b c"));
        assertEquals("*0", redis.run("SINTER a none"));
        assertEquals("*6 $1 1 $1 2 $1 3 $1 4 $1 5 $1 9", redis.run("SUNION a b c none"));
        assertEquals("*2 $1 1 $1 4", redis.run("SDIFF a b c"));
        assertEquals(":1", redis.run("SINTERCARD 2 a b LIMIT 1"));
        assertEquals(":2", redis.run("SINTERCARD 2 a b LIMIT 0"));
        assertEquals(":1", redis.run("SMOVE a c 1"));
        assertEquals(":0", redis.run("SMOVE a c 1"));
        assertEquals("*3 $1 1 $1 3 $1 9", redis.run("SMEMBERS c"));
    }

    @Test
    void aStoreReplacesWhateverIsThere() {
        redis.run("SADD a 1 2 3");
        redis.run("SADD b 2 3");
        redis.run("SETEX d 100 v");
        assertEquals(":2", redis.run("SINTERSTORE d a b"));
        redis.pass(1_000_000);
        assertEquals("*2 $1 2 $1 3", redis.run("SMEMBERS d"));
        assertEquals(":1", redis.run("SDIFFSTORE a a b"));
        assertEquals("*1 $1 1", redis.run("SMEMBERS a"));
        assertEquals(":0", redis.run("SDIFFSTORE d d b"));
        assertEquals("+OK", redis.run("SET d v NX"));
        assertTrue(redis.run("SUNIONSTORE a a d").startsWith("-WRONGTYPE"));
        assertEquals("*1 $1 1", redis.run("SMEMBERS a"));
    }

    @Test
    void aSetKeepsItsTimeToLive() {
        redis.run("SADD s a b");
        redis.execute(new ObjectOperation.Expire("s", 100));
        redis.run("SADD s c");
        redis.run("SREM s b");
        redis.pass(100);
        assertEquals(":0", redis.run("SCARD s"));
    }

    @Test
    void thirdVersionOfTheProtocol() {
        redis.version(3);
        redis.run("SADD s a b");
        assertEquals("~2 $1 a $1 b", redis.run("SMEMBERS s"));
        assertEquals("~0", redis.run("SMEMBERS none"));
        assertEquals("~2 $1 a $1 b", redis.run("SUNION s none"));
        assertEquals("_", redis.run("SPOP none"));
        assertEquals("~0", redis.run("SPOP none 2"));
        assertEquals("*0", redis.run("SRANDMEMBER none 2"));
        redis.run("SREM s b");
        assertEquals("*1 $1 a", redis.run("SRANDMEMBER s 2"));
        assertEquals("*2 $1 0 *1 $1 a", redis.run("SSCAN s 0"));
        assertEquals("~1 $1 a", redis.run("SPOP s 2"));
    }

    @Test
    void randomMembers() {
        redis.run("SADD s a b c d e");
        assertEquals(3, new HashSet<>(Words.of(redis.run("SRANDMEMBER s 3"))).size());
        assertEquals(5, new HashSet<>(Words.of(redis.run("SRANDMEMBER s 9"))).size());
        assertEquals(9, Words.of(redis.run("SRANDMEMBER s -9")).size());
        assertEquals("*0", redis.run("SRANDMEMBER s 0"));
        assertTrue(Words.of(redis.run("SMEMBERS s")).containsAll(one("SRANDMEMBER s")));
        List<String> popped = one("SPOP s");
        popped.addAll(Words.of(redis.run("SPOP s 2")));
        assertEquals(3, new HashSet<>(popped).size());
        assertEquals(":2", redis.run("SCARD s"));
        popped.addAll(Words.of(redis.run("SPOP s 100")));
        assertEquals(Set.of("a", "b", "c", "d", "e"), new HashSet<>(popped));
        assertEquals("+OK", redis.run("SET s v NX"));
        assertEquals("-ERR value is out of range, must be positive", redis.run("SPOP s -1"));
    }

    private List<String> one(String command) {
        List<String> words = Words.of(redis.run(command));
        assertEquals(1, words.size());
        return words;
    }

    @Test
    void aLargeSetIsReadInPages() {
        fill("s", 0, MANY);
        fill("t", MANY / 2, MANY + MANY / 2);
        assertEquals(":" + MANY, redis.run("SCARD s"));
        assertEquals(MANY, new HashSet<>(Words.of(redis.run("SMEMBERS s"))).size());
        assertEquals(":" + MANY / 2, redis.run("SINTERCARD 2 s t"));
        assertEquals(":" + (MANY + MANY / 2), redis.run("SUNIONSTORE u s t"));
        assertEquals(":" + MANY / 2, redis.run("SDIFFSTORE d u t"));
        Set<String> seen = new HashSet<>();
        String cursor = "0";
        int pages = 0;
        do {
            List<String> page = Words.of(redis.run("SSCAN s " + cursor));
            cursor = page.getFirst();
            page.subList(1, page.size()).forEach(member -> assertTrue(seen.add(member)));
            pages++;
        } while (!cursor.equals("0"));
        assertEquals(MANY, seen.size());
        assertTrue(pages <= 17, pages + " pages");
    }

    @Test
    void randomMembersOfALargeSet() {
        fill("s", 0, MANY);
        Set<String> all = new HashSet<>(Words.of(redis.run("SMEMBERS s")));
        for (int count : new int[] {1, 10, 249, 250, 3000, MANY - 1}) {
            List<String> some = Words.of(redis.run("SRANDMEMBER s " + count));
            assertEquals(count, new HashSet<>(some).size());
            assertTrue(all.containsAll(some));
            assertEquals(count, Words.of(redis.run("SRANDMEMBER s " + -count)).size());
        }
        Set<String> popped = new HashSet<>();
        for (int count : new int[] {1, 200, 7000, 12_000, 5799}) {
            for (String member : Words.of(redis.run("SPOP s " + count))) {
                assertTrue(popped.add(member));
            }
        }
        assertEquals(all, popped);
        assertEquals(":0", redis.run("SCARD s"));
    }

    @Test
    void tooManyRandomMembersAreRefused() {
        redis.run("SADD", "s", "");
        assertTrue(redis.run("SRANDMEMBER s -9223372036854775807").startsWith("-ERR the command"));
        assertFalse(redis.run("SRANDMEMBER s -100000").startsWith("-"));
        assertTrue(redis.run("SADD", "s", "m".repeat(5000)).contains("is too long"));
    }

    private void fill(String key, int from, int to) {
        for (int begin = from; begin < to; begin += 5000) {
            List<String> words = new ArrayList<>(List.of("SADD", key));
            for (int i = begin; i < Math.min(to, begin + 5000); i++) {
                words.add("member:" + i);
            }
            redis.run(words.toArray(String[]::new));
        }
    }
}
