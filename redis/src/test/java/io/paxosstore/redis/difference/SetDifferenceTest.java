package io.paxosstore.redis.difference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sets: the same replies as Redis gives. */
class SetDifferenceTest {
    private static final String[] COMMANDS = {
        "SET @k @v NX?",
        "GETDEL @k",
        "HSET @k @m @v",
        "SADD @k @m*",
        "SADD @k @m*",
        "SADD @k @i*",
        "SREM @k @m*",
        "SREM @k @m*",
        "SISMEMBER @k @m",
        "SMISMEMBER @k @m*",
        "SCARD @k",
        "SMEMBERS @k",
        "SPOP @k 0|100|-1|x",
        "SPOP @k 100 x",
        "SRANDMEMBER @k 0|100|x|-9223372036854775808|9223372036854775807",
        "SRANDMEMBER @k 100 x",
        "SMOVE @k @k @m",
        "SMOVE @k @k @m",
        "SINTER @k*",
        "SUNION @k*",
        "SDIFF @k*",
        "SINTERSTORE @k @k*",
        "SUNIONSTORE @k @k*",
        "SDIFFSTORE @k @k*",
        "SINTERCARD @n @k*",
        "SINTERCARD 1|2|x @k* LIMIT @i",
        "SINTERCARD 2 @k @k LIMIT|FOO",
        "SSCAN @k 0 COUNT 100",
        "SSCAN @k 0 MATCH @m COUNT 1000",
        "SSCAN @k 0 MATCH m*|m[1-3]|*1|?? COUNT 1000",
        "SSCAN @k 0 MATCH * COUNT 1000",
        "SSCAN @k @i MATCH|COUNT|TYPE",
        "SSCAN @k 0|x|-18446744073709551615|18446744073709551616|+0|-0|++1 FOO"
    };

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void sets(int version) throws Exception {
        Comparison.of(COMMANDS)
                .version(version)
                .unordered("SMEMBERS", "SPOP", "SRANDMEMBER", "SINTER", "SUNION", "SDIFF", "SSCAN")
                .commands(20_000)
                .run();
    }

    @Test
    void patterns() throws Exception {
        Comparison.of("SADD k @g", "SSCAN k 0 COUNT 1000 MATCH @g", "SSCAN k 0 MATCH @g COUNT 1000")
                .unordered("SSCAN")
                .commands(20_000)
                .run();
    }
}
