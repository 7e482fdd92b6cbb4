package io.paxosstore.redis.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.redis.MemoryRedis;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.resp.Arguments;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** What clients get to see of sorted elements. */
class SortTest {
    private static final String NO_NUMBER =
            "-ERR One or more scores can't be converted into double";

    private final MemoryRedis redis = MemoryRedis.together();

    @Test
    void byThemselves() {
        redis.run("RPUSH l 10 9 2.5 -1 9");
        assertEquals("*5 $2 -1 $3 2.5 $1 9 $1 9 $2 10", redis.run("SORT l"));
        assertEquals("*5 $2 10 $1 9 $1 9 $3 2.5 $2 -1", redis.run("SORT l DESC"));
        assertEquals("*5 $2 -1 $2 10 $3 2.5 $1 9 $1 9", redis.run("SORT_RO l ALPHA"));
        assertEquals("*2 $3 2.5 $1 9", redis.run("SORT l LIMIT 1 2"));
        assertEquals("*0", redis.run("SORT l LIMIT 7 2"));
        assertEquals("*0", redis.run("SORT none"));
        redis.run("SET s v");
        assertEquals(
                "-WRONGTYPE Operation against a key holding the wrong kind of value",
                redis.run("SORT s"));
    }

    @Test
    void byOtherKeys() {
        redis.run("RPUSH l 1 2 3");
        redis.run("MSET w1 30 w2 20 w3 10 n1 one n3 three");
        assertEquals("*3 $1 3 $1 2 $1 1", redis.run("SORT l BY w*"));
        assertEquals(
                "*6 $1 3 $5 three $1 2 $-1 $1 1 $3 one", redis.run("SORT l BY w* GET # GET n*"));
        assertEquals("*3 $1 1 $1 2 $1 3", redis.run("SORT l BY nosort"));
        assertEquals("*2 $1 3 $1 2", redis.run("SORT l BY nosort DESC LIMIT 0 2"));
    }

    /** More than a command may read, of a type whose members are short each. */
    @Test
    void sortedSetsThatAreTooLargeAreNeitherSortedNorCopied() {
        String more = "0".repeat(4_000);
        for (int i = 0; i < 4_300; i++) {
            redis.run("ZADD", "z", "1", i + more);
        }
        assertTrue(redis.run("SORT z LIMIT 0 1").startsWith("-ERR the command reads more than"));
        assertTrue(redis.run("COPY z to").startsWith("-ERR the command reads more than"));
        assertEquals(":0", redis.run("EXISTS to"));
    }

    @Test
    void membersAndFields() {
        redis.run("SADD s 3 1 2");
        redis.run("HSET w1 f 9");
        redis.run("HSET w2 f 7 g x");
        assertEquals("*3 $1 1 $1 2 $1 3", redis.run("SORT s"));
        assertEquals("*3 $1 3 $1 2 $1 1", redis.run("SORT s BY w*->f"));
        assertEquals("*3 $-1 $1 x $-1", redis.run("SORT s GET w*->g"));
        assertEquals(":3", redis.run("SORT s BY nosort STORE to"));
        assertEquals("*3 $1 1 $1 2 $1 3", redis.run("LRANGE to 0 -1"));
    }

    @Test
    void keysOfAnotherTagAreNotLookedFor() {
        MemoryRedis tag = new MemoryRedis();
        tag.run("RPUSH {tag}l 2 1 3");
        tag.run("MSET {tag}w1 9 {tag}w2 8 {tag}w3 7");
        assertEquals("*3 $1 3 $1 2 $1 1", tag.run("SORT {tag}l BY {tag}w*"));
        assertEquals("*3 $1 9 $1 8 $1 7", tag.run("SORT {tag}l GET {tag}w*"));
        assertEquals("*3 $1 1 $1 2 $1 3", tag.run("SORT {tag}l GET #"));
        assertEquals("*3 $1 2 $1 1 $1 3", tag.run("SORT {tag}l BY nosort"));
        assertEquals(
                "-ERR BY option of SORT denied in Cluster mode.", tag.run("SORT {tag}l BY w*"));
        assertEquals(
                "-ERR GET option of SORT denied in Cluster mode.",
                tag.run("SORT_RO {tag}l GET # GET w_*->f"));
        assertEquals(
                "-ERR BY option of SORT denied in Cluster mode.",
                tag.run("SORT {tag}l BY {*}w STORE {tag}to"));
        assertEquals("+none", tag.run("TYPE {tag}to"));
        tag.run("RPUSH {tag}names {tag}w1 {tag}w3");
        assertEquals("*2 $7 {tag}w3 $7 {tag}w1", tag.run("SORT {tag}names BY *"));
    }

    @Test
    void theResultIsKept() {
        redis.run("RPUSH l 3 1 2");
        redis.run("SET to v");
        assertEquals(":3", redis.run("SORT l STORE to"));
        assertEquals("*3 $1 1 $1 2 $1 3", redis.run("LRANGE to 0 -1"));
        assertEquals(":0", redis.run("SORT none STORE to"));
        assertEquals("+none", redis.run("TYPE to"));
        assertEquals("-ERR syntax error", redis.run("SORT_RO l STORE to"));
    }

    @Test
    void whatCReadsAsNumbers() {
        assertEquals(16.5, score("0x10.8"));
        assertEquals(-0.5, score("-.5"));
        assertEquals(0, score(""));
        assertEquals(7, score(" \t+7.e0"));
        assertEquals(Double.NEGATIVE_INFINITY, score("-Infinity"));
        assertEquals(0, score("0e5000"));
        assertEquals(1, score("1\0x"));
        redis.run("RPUSH l 2 1");
        for (String no : List.of("1e400", "1e-400", "nan", "1f", "0x", "1 ", "--1", " ", "1e")) {
            redis.run("SET", "w1", no);
            assertEquals(NO_NUMBER, redis.run("SORT l BY w*"), no);
        }
    }

    private static double score(String text) {
        return SortScore.of(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void theKeptResultIsAKeyOfTheCommand() {
        List<byte[]> words =
                Arrays.stream("SORT k BY STORE GET STORE LIMIT 1 2 STORE a STORE b".split(" "))
                        .map(word -> word.getBytes(StandardCharsets.UTF_8))
                        .toList();
        assertEquals(List.of(1, 12), new KeyPositions.Sorting().of(new Arguments(words)));
        assertEquals(List.of(1), new KeyPositions.Sorting().of(new Arguments(words.subList(0, 9))));
        assertEquals(
                List.of(1), new KeyPositions.Sorting().of(new Arguments(words.subList(0, 10))));
    }
}
