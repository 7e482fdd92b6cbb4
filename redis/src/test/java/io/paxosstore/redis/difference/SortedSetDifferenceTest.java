package io.paxosstore.redis.difference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;

/** Sorted sets: the same replies as Redis gives. */
class SortedSetDifferenceTest {
    private static final String SCORE =
            "0|1|2|3|-1|1.5|0.1|-2.25|1e300|3e-5|100000000000000000000|inf|-inf|nan|x|"
                    + "1e400|1e-400|4e-324|0x10|0x1.8p1|.5|5.|+3|-0|007|1e|Infinity|-iNf";

    /** Of a new member we say that its score is 0 after -0 was added, Redis says -0. */
    private static final String DELTA = SCORE.replace("|-0|", "|");

    private static final String BOUND =
            "0|1|2|-1|(1|(2|(-2.25|1.5|-inf|+inf|inf|(inf|(-inf|((1|(|x|1x|1e400|0x10|nan|3";

    /** Numbers of many digits, of which the last may decide. */
    private static final String LONG =
            "0".repeat(2000)
                    + "1.5|1."
                    + "0".repeat(2000)
                    + "1|1.00000000000000011102230246251565"
                    + "0".repeat(2000)
                    + "|1.00000000000000011102230246251565404236316680908203125"
                    + "0".repeat(2000)
                    + "1|"
                    + "1".repeat(2000)
                    + "e-1990|"
                    + "1".repeat(400)
                    + "|"
                    + "1".repeat(2000)
                    + "x|0x"
                    + "0".repeat(2000)
                    + "1.8|0x1."
                    + "0".repeat(13)
                    + "8"
                    + "0".repeat(2000)
                    + "1|0x"
                    + "1".repeat(2000)
                    + "g";

    private static final String[] MEMBERS = {
        "SET @k @v NX?",
        "GETDEL @k",
        "ZADD @k @s_@m*",
        "ZADD @k @s_@m*",
        "ZADD @k 1|2|3 @m 1|2|3 @m 1|2|3 @m",
        "ZADD @k NX|XX? GT|LT? CH? @s_@m*",
        "ZADD @k NX|XX|GT|LT? CH? 1|2|3 @m 2 @m",
        "ZADD @k NX|XX? GT|LT? INCR @d @m",
        "ZADD @k INCR @d_@m*",
        "ZADD @k NX|CH|@m",
        "ZADD @k @s_@m* 1",
        "ZINCRBY @k @d @m",
        "ZADD @k @v @m",
        "ZADD|ZINCRBY @k @l @m",
        "ZCOUNT @k @l @l",
        "ZINCRBY @k @v @m",
        "ZCOUNT @k @v @v",
        "ZRANGEBYSCORE @k @v @v",
        "ZLEXCOUNT @k @v @v",
        "ZREM @k @m*",
        "ZREM @k m1 m2 m3 m4 m5",
        "ZSCORE @k @m",
        "ZMSCORE @k @m*",
        "ZCARD @k",
        "ZCOUNT @k @b @b",
        "ZRANK @k @m",
        "ZREVRANK @k @m",
        "ZRANGE @k 0 -1 WITHSCORES",
        "ZRANGE @k @n @n REV? WITHSCORES?",
        "ZRANGE @k @i @i REV? WITHSCORES? LIMIT_0_-1?",
        "ZRANGE @k @i @i LIMIT @i @i",
        "ZRANGE @k @b @b BYSCORE REV? WITHSCORES? LIMIT_@n_@n?",
        "ZRANGE @k @b @b BYSCORE LIMIT @i @i WITHSCORES?",
        "ZRANGE none @b @b BYSCORE|BYLEX|REV|FOO|LIMIT BYSCORE|REV|WITHSCORES?",
        "ZRANGESTORE @k @k @n @n REV?",
        "ZRANGESTORE @k @k @b @b BYSCORE REV? LIMIT_@n_@n? WITHSCORES?",
        "ZREVRANGE @k @i @i WITHSCORES? LIMIT_1_1?",
        "ZRANGEBYSCORE @k @b @b WITHSCORES? LIMIT_@n_@n? REV?",
        "ZREVRANGEBYSCORE @k @b @b WITHSCORES? LIMIT_@i_@n? BYLEX?",
        "ZREMRANGEBYRANK @k @i @i",
        "ZREMRANGEBYSCORE @k @b @b",
        "ZPOPMIN @k @i?",
        "ZPOPMAX @k @n?",
        "ZPOPMAX @k 2 3",
        "ZMPOP 1|2|3|0|x|-1 @k* MIN|MAX",
        "ZMPOP 1|2|3 @k* MIN|MAX|MID COUNT|FOO @i",
        "ZMPOP 1 @k MAX COUNT|FOO",
        "ZMPOP 1 @k MAX COUNT 1 COUNT 1",
        "ZRANDMEMBER @k 0|100|9223372036854775807|x|1.5",
        "ZRANDMEMBER @k 100 FOO",
        "zrandmember @k 0|100 WITHSCORES",
        "zrandmember @k 100|-9223372036854775808|9223372036854775807 withscores x?",
        "ZSCAN @k 0 COUNT 100",
        "ZSCAN @k 0 MATCH @m COUNT 1000",
        "ZSCAN @k 0 MATCH m*|m[1-3]|*1|?? COUNT 1000",
        "ZSCAN @k @i MATCH|COUNT|TYPE",
        "ZSCAN @k 0|x|-18446744073709551615|18446744073709551616|+0|-0|++1 FOO"
    };

    private static final String[] ALGEBRA = {
        "SET @k @v NX?",
        "GETDEL @k",
        "SADD @k @m*",
        "ZADD @k @s_@m*",
        "ZADD @k @s_@m*",
        "ZADD @k 1|2|3 @m 1|2|3 @m 1|2|3 @m",
        "ZUNION|ZINTER|ZDIFF 1|2|3 @k* WITHSCORES?",
        "ZUNION|ZINTER|ZDIFF @i @k* WITHSCORES?",
        "ZUNION|ZINTER 2 @k @k WEIGHTS @w @w AGGREGATE_SUM|MIN|MAX? WITHSCORES",
        "ZUNION|ZINTER 3 @k @k @k WITHSCORES WEIGHTS 1|2|x 2 3 AGGREGATE SUM|MIN|MAX|AVG",
        "ZUNION|ZINTER|ZDIFF 2 @k @k WEIGHTS 1 2? FOO? AGGREGATE?",
        "ZUNIONSTORE|ZINTERSTORE|ZDIFFSTORE @k 1|2|3 @k*",
        "ZUNIONSTORE|ZINTERSTORE|ZDIFFSTORE @k @i @k* WITHSCORES?",
        "ZUNIONSTORE|ZINTERSTORE @k 2 @k @k WEIGHTS @w @w",
        "ZINTERSTORE @k 2 @k @k AGGREGATE MIN|MAX",
        "ZINTERCARD @i @k*",
        "ZINTERCARD 1|2 @k @k LIMIT|FOO @i",
        "ZINTERCARD 2 @k @k LIMIT|WITHSCORES",
        "ZRANGE @k 0 -1 WITHSCORES",
        "ZREM @k @m*"
    };

    private static Comparison of(String... patterns) {
        return Comparison.of(
                Arrays.stream(patterns)
                        .map(pattern ->
                                pattern.replace("@l", LONG)
                                        .replace("@s", SCORE)
                                        .replace("@d", DELTA)
                                        .replace("@b", BOUND)
                                        .replace("@w", "1|2|-1|0.5|0|inf"))
                        .toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void members(int version) throws Exception {
        of(MEMBERS)
                .version(version)
                .unordered("ZRANDMEMBER")
                .pairs("ZSCAN", "zrandmember")
                .commands(20_000)
                .run();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void severalSets(int version) throws Exception {
        of(ALGEBRA).version(version).commands(20_000).run();
    }

    /** So many members that Redis keeps them in another way. */
    @Test
    void largeSets() throws Exception {
        StringBuilder many = new StringBuilder("ZADD @k");
        for (int i = 0; i < 300; i++) {
            many.append(" 0|1|2|3|4|5.5|1e9|-7|0.1 n").append(i);
        }
        of(
                        many.toString(),
                        "ZADD @k @d_@m*",
                        "ZRANGE @k -400|-3|0|10|150|290 -280|-1|5|20|160|1000 REV? WITHSCORES?",
                        "ZRANGEBYSCORE @k @b @b WITHSCORES? LIMIT_100_20?",
                        "ZREVRANGEBYSCORE @k @b @b LIMIT 0|7|250 30",
                        "ZRANK|ZREVRANK|ZSCORE @k n1|n20|n250|n299|n300",
                        "ZCOUNT @k @b @b",
                        "ZREMRANGEBYRANK @k 100 110|-190",
                        "ZREMRANGEBYSCORE @k (0 1",
                        "ZPOPMIN|ZPOPMAX @k 5",
                        "ZUNION|ZINTER 2 @k @k WITHSCORES",
                        "ZUNIONSTORE|ZINTERSTORE|ZDIFFSTORE @k 2 @k @k",
                        "ZSCAN @k 0 COUNT 10000")
                .pairs("ZSCAN")
                .commands(2_000)
                .run();
    }

    /** All of one score, for else Redis says that it does not say what it does. */
    @Test
    void rangesOfMembers() throws Exception {
        String bound = "-|+|[m1|[m2|(m2|(m5|[M1|[|(|[zz|m1|+x|-x";
        Comparison.of(
                        "SET f @v NX?",
                        "GETDEL f",
                        "ZADD @k 0 @m 0 @m 0 @m",
                        "ZREM @k @m",
                        "ZRANGE @k @b @b BYLEX REV? LIMIT_@n_@n?".replace("@b", bound),
                        "ZRANGE @k @b @b BYLEX WITHSCORES".replace("@b", bound),
                        "ZRANGESTORE @k @k @b @b BYLEX REV? LIMIT_@n_@n?".replace("@b", bound),
                        "ZRANGEBYLEX @k @b @b LIMIT_@n_@n? WITHSCORES?".replace("@b", bound),
                        "ZREVRANGEBYLEX @k @b @b LIMIT_@n_@n?".replace("@b", bound),
                        "ZLEXCOUNT @k @b @b".replace("@b", bound),
                        "ZREMRANGEBYLEX @k @b @b".replace("@b", bound))
                .commands(20_000)
                .run();
    }
}
