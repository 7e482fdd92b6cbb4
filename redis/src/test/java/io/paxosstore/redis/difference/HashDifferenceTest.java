package io.paxosstore.redis.difference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hashes: the same replies as Redis gives. */
class HashDifferenceTest {
    private static final String[] COMMANDS = {
        "SET @k @v NX?",
        "GETDEL @k",
        "SADD @k @m",
        "HSET @k @m_@v*",
        "HSET @k @m*",
        "HSETNX @k @m @v",
        "HMSET @k @m_@v*",
        "HMSET @k @m @v @m",
        "HGET @k @m",
        "HMGET @k @m*",
        "HDEL @k @m*",
        "HDEL @k @m*",
        "HDEL @k m1 m2 m3 m4",
        "HLEN @k",
        "HSTRLEN @k @m",
        "HEXISTS @k @m",
        "HINCRBY @k @m @i",
        "HINCRBY @k @m @i @v?",
        "HKEYS @k",
        "HVALS @k",
        "HGETALL @k",
        "HRANDFIELD @k 0|100|9223372036854775807|x|1.5",
        "HRANDFIELD @k 100 FOO",
        "hrandfield @k 0|100 WITHVALUES",
        "hrandfield @k 100|-9223372036854775808|9223372036854775807 withvalues x?",
        "HSCAN @k 0 COUNT 100",
        "HSCAN @k 0 MATCH @m COUNT 1000",
        "HSCAN @k 0 MATCH m*|m[1-3]|*1|?? COUNT 1000",
        "HSCAN @k 0 MATCH * COUNT 1000",
        "HSCAN @k 0 COUNT 0|-1|x|100",
        "HSCAN @k @i MATCH|COUNT|TYPE",
        "HSCAN @k 0|x|-18446744073709551615|18446744073709551616|+0|-0|++1 FOO"
    };

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void hashes(int version) throws Exception {
        Comparison.of(COMMANDS)
                .version(version)
                .unordered("HKEYS", "HVALS", "HRANDFIELD")
                .pairs("HGETALL", "HSCAN", "hrandfield")
                .commands(20_000)
                .run();
    }

    /** With numbers that fit: ours are exact where Redis rounds to 64 bits. */
    @Test
    void floatingPointNumbers() throws Exception {
        Comparison.of("HSET @k @m @f", "HINCRBYFLOAT @k @m @f", "HGET @k @m", "SET @k @v NX")
                .commands(5_000)
                .run();
    }
}
