package io.paxosstore.redis.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.redis.MemoryRedis;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What clients get to see of sorted sets. */
class SortedSetsTest {
    private static final String WRONG_TYPE =
            "-WRONGTYPE Operation against a key holding the wrong kind of value";

    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void membersAreAddedReadAndRemoved() {
        assertEquals(":2", redis.run("ZADD z 2 b 1 a"));
        assertEquals(":1", redis.run("ZADD z 3 b 1.5 c"));
        assertEquals(":2", redis.run("ZADD z CH 4 b 1.5 c 5 d"));
        assertEquals(":4", redis.run("ZCARD z"));
        assertEquals("$3 1.5", redis.run("ZSCORE z c"));
        assertEquals("$-1", redis.run("ZSCORE z x"));
        assertEquals("*2 $1 4 $-1", redis.run("ZMSCORE z b x"));
        assertEquals("*1 $-1", redis.run("ZMSCORE none x"));
        assertEquals(":2", redis.run("ZRANK z b"));
        assertEquals(":1", redis.run("ZREVRANK z b"));
        assertEquals("$-1", redis.run("ZRANK z x"));
        assertEquals("$3 3.5", redis.run("ZINCRBY z -0.5 b"));
        assertEquals("$3 inf", redis.run("ZINCRBY z inf d"));
        assertEquals("-ERR resulting score is not a number (NaN)", redis.run("ZADD z INCR -inf d"));
        assertEquals(":4", redis.run("ZREM z a b c d x"));
        assertEquals(":0", redis.run("ZCARD z"));
        assertEquals("+OK", redis.run("SET z v NX"));
        assertEquals(WRONG_TYPE, redis.run("ZADD z 1 a"));
        assertEquals(WRONG_TYPE, redis.run("ZRANGE z 0 -1"));
        assertEquals("-ERR value is not a valid float", redis.run("ZADD y nan a"));
        assertEquals("-ERR syntax error", redis.run("ZADD y 1 a 2"));
    }

    @Test
    void conditions() {
        assertEquals(":0", redis.run("ZADD z XX 1 a"));
        assertEquals("+OK", redis.run("SET z v NX"));
        redis.run("GETDEL z");
        assertEquals(":1", redis.run("ZADD z NX 1 a"));
        assertEquals(":0", redis.run("ZADD z NX CH 2 a"));
        assertEquals("$-1", redis.run("ZADD z NX INCR 2 a"));
        assertEquals(":1", redis.run("ZADD z GT CH 2 a"));
        assertEquals(":0", redis.run("ZADD z GT CH 1 a"));
        assertEquals("$-1", redis.run("ZADD z LT INCR 1 a"));
        assertEquals("$1 1", redis.run("ZADD z LT INCR -1 a"));
        assertEquals(
                "-ERR XX and NX options at the same time are not compatible",
                redis.run("ZADD z NX XX 1 a"));
        assertEquals(
                "-ERR GT, LT, and/or NX options at the same time are not compatible",
                redis.run("ZADD z GT LT 1 a"));
        assertEquals(
                "-ERR INCR option supports a single increment-element pair",
                redis.run("ZADD z INCR 1 a 1 b"));
    }

    @Test
    void ranges() {
        redis.run("ZADD z 1 a 2 b 2 c 3 d");
        assertEquals("*4 $1 a $1 b $1 c $1 d", redis.run("ZRANGE z 0 -1"));
        assertEquals("*2 $1 c $1 b", redis.run("ZRANGE z 1 2 REV"));
        assertEquals("*4 $1 c $1 2 $1 d $1 3", redis.run("ZRANGE z -2 -1 WITHSCORES"));
        assertEquals("*2 $1 b $1 c", redis.run("ZRANGE z (1 2 BYSCORE"));
        assertEquals("*2 $1 c $1 b", redis.run("ZRANGE z 2 1 BYSCORE REV LIMIT 0 2"));
        assertEquals("*1 $1 c", redis.run("ZRANGEBYSCORE z -inf +inf LIMIT 2 1"));
        assertEquals("*0", redis.run("ZRANGEBYSCORE z -inf +inf LIMIT -1 1"));
        assertEquals("*1 $1 d", redis.run("ZREVRANGEBYSCORE z inf (2"));
        assertEquals("*2 $1 d $1 c", redis.run("ZREVRANGE z 0 1"));
        assertEquals(":3", redis.run("ZCOUNT z 2 inf"));
        assertEquals("-ERR min or max is not a float", redis.run("ZCOUNT z 2 x"));
        assertEquals(":2", redis.run("ZRANGESTORE to z 2 2 BYSCORE"));
        assertEquals("*4 $1 b $1 2 $1 c $1 2", redis.run("ZRANGE to 0 -1 WITHSCORES"));
        assertEquals(":0", redis.run("ZRANGESTORE to none 0 -1"));
        assertEquals(":0", redis.run("ZCARD to"));
        assertEquals(
                "-ERR syntax error, LIMIT is only supported in combination with either BYSCORE or"
                        + " BYLEX",
                redis.run("ZRANGE z 0 1 LIMIT 0 1"));
        assertEquals(":2", redis.run("ZREMRANGEBYSCORE z 2 (3"));
        assertEquals(":1", redis.run("ZREMRANGEBYRANK z 0 0"));
        assertEquals(":1", redis.run("ZREMRANGEBYRANK z 0 -1"));
        assertEquals("+OK", redis.run("SET z v NX"));
    }

    @Test
    void rangesOfMembers() {
        redis.run("ZADD z 0 a 0 b 0 c 0 d");
        assertEquals("*2 $1 b $1 c", redis.run("ZRANGEBYLEX z [b (d"));
        assertEquals("*2 $1 d $1 c", redis.run("ZREVRANGEBYLEX z + (b"));
        assertEquals("*1 $1 b", redis.run("ZRANGE z - + BYLEX LIMIT 1 1"));
        assertEquals(":4", redis.run("ZLEXCOUNT z - +"));
        assertEquals(":0", redis.run("ZLEXCOUNT z + -"));
        assertEquals(":3", redis.run("ZREMRANGEBYLEX z - [c"));
        assertEquals("-ERR min or max not valid string range item", redis.run("ZLEXCOUNT z a b"));
    }

    @Test
    void membersArePopped() {
        redis.run("ZADD z 1 a 2 b 3 c");
        assertEquals("*2 $1 a $1 1", redis.run("ZPOPMIN z"));
        assertEquals("*0", redis.run("ZPOPMIN z 0"));
        assertEquals(
                "*2 $1 z *2 *2 $1 c $1 3 *2 $1 b $1 2", redis.run("ZMPOP 2 none z MAX COUNT 5"));
        assertEquals("*-1", redis.run("ZMPOP 2 none z MIN"));
        assertEquals("*0", redis.run("ZPOPMAX z"));
    }

    @Test
    void severalSets() {
        redis.run("ZADD x 1 a 2 b");
        redis.run("SADD y b c");
        assertEquals("*6 $1 a $1 1 $1 c $1 1 $1 b $1 3", redis.run("ZUNION 2 x y WITHSCORES"));
        assertEquals(
                "*2 $1 b $1 2", redis.run("ZINTER 2 x y WEIGHTS 1 5 AGGREGATE MIN WITHSCORES"));
        assertEquals("*1 $1 a", redis.run("ZDIFF 2 x y"));
        assertEquals(":1", redis.run("ZINTERCARD 2 x y LIMIT 3"));
        assertEquals(":3", redis.run("ZUNIONSTORE x 2 x y WEIGHTS 10 1"));
        assertEquals("$2 21", redis.run("ZSCORE x b"));
        assertEquals(":2", redis.run("ZINTERSTORE y 2 x y"));
        assertEquals(":1", redis.run("ZDIFFSTORE y 2 x y"));
        assertEquals("*2 $1 a $2 10", redis.run("ZRANGE y 0 -1 WITHSCORES"));
        assertEquals(":0", redis.run("ZDIFFSTORE y 2 x x"));
        assertEquals("+OK", redis.run("SET y v NX"));
        assertEquals(WRONG_TYPE, redis.run("ZUNION 2 x y FOO"));
        assertEquals(
                "-ERR at least 1 input key is needed for 'zinterstore' command",
                redis.run("ZINTERSTORE y 0 x"));
    }

    @Test
    void someAreDrawnAndScanned() {
        assertEquals("$-1", redis.run("ZRANDMEMBER z"));
        assertEquals("*2 $1 0 *0", redis.run("ZSCAN z 0"));
        redis.run("ZADD z 1 a 0.5 b");
        assertTrue(Set.of("$1 a", "$1 b").contains(redis.run("ZRANDMEMBER z")));
        assertEquals(3, redis.run("ZRANDMEMBER z -3").split("\\$1").length - 1);
        List<String> words = Arrays.asList(redis.run("ZRANDMEMBER z 5 WITHSCORES").split(" "));
        assertEquals(Set.of("*4", "$1", "a", "1", "$3", "0.5", "b"), new HashSet<>(words));
        redis.run("ZREM z b");
        assertEquals("*2 $1 0 *2 $1 a $1 1", redis.run("ZSCAN z 0 MATCH a* COUNT 5"));
    }

    @Test
    void inTheThirdProtocolScoresAreNumbers() {
        redis.version(3);
        redis.run("ZADD z 1 a 2.5 b");
        assertEquals(",2.5", redis.run("ZSCORE z b"));
        assertEquals("_", redis.run("ZSCORE z x"));
        assertEquals("*2 *2 $1 a ,1 *2 $1 b ,2.5", redis.run("ZRANGE z 0 -1 WITHSCORES"));
        assertEquals("*2 *2 $1 a ,1 *2 $1 b ,2.5", redis.run("ZUNION 1 z WITHSCORES"));
        assertEquals("*2 $1 0 *4 $1 a $1 1 $1 b $3 2.5", sorted(redis.run("ZSCAN z 0")));
        assertEquals("*2 $1 a ,1", redis.run("ZPOPMIN z"));
        assertEquals("*1 *2 $1 b ,2.5", redis.run("ZPOPMIN z 1"));
    }

    /** The order of a scan is nobody's business. */
    private static String sorted(String scan) {
        return scan.replace("*4 $1 b $3 2.5 $1 a $1 1", "*4 $1 a $1 1 $1 b $3 2.5");
    }

    /** More than fit into a page, and what is too large for one command. */
    @Test
    void largeSetsAreReadPageByPage() {
        for (int i = 0; i < 25; i++) {
            StringBuilder add = new StringBuilder("ZADD z");
            for (int j = 0; j < 1000; j++) {
                add.append(' ').append(i).append(" m").append(1000 * i + j);
            }
            assertEquals(":1000", redis.run(add.toString()));
        }
        assertTrue(redis.run("ZRANGE z 0 -1").startsWith("*25000 $2 m0 "));
        assertTrue(redis.run("ZRANGEBYSCORE z 0 14 LIMIT 10 -1").startsWith("*14990 "));
        assertTrue(redis.run("ZRANGE z 2000 13999 REV").startsWith("*12000 $6 m22999 "));
        assertEquals(":12000", redis.run("ZCOUNT z 3 14"));
        assertEquals(":13005", redis.run("ZRANK z m13005"));
        assertEquals(":25000", redis.run("ZUNIONSTORE y 2 z none"));
        assertEquals(":25000", redis.run("ZINTERCARD 2 y z"));
        assertEquals(":11000", redis.run("ZREMRANGEBYRANK z 2000 12999"));
        assertTrue(redis.run("ZPOPMAX z 12000").startsWith("*24000 $6 m24999 "));
        assertEquals(":2000", redis.run("ZCARD z"));
        assertEquals(":25000", redis.run("ZREMRANGEBYSCORE y -inf inf"));
        assertEquals(
                "-ERR a member or field name of 5000 bytes is too long: the most are 4096",
                redis.run("ZADD z 1 " + "x".repeat(5000)));
    }
}
