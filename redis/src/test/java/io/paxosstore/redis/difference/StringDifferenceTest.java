package io.paxosstore.redis.difference;

import org.junit.jupiter.api.Test;

/** Strings and numbers: the same replies as Redis gives. */
class StringDifferenceTest {
    @Test
    void stringsAndNumbers() throws Exception {
        Comparison.of(
                        "SET @k @v",
                        "SET @k @v NX|XX|GET|KEEPTTL|EX|FOO?",
                        "SET @k @v EX @i",
                        "SET @k @v PX 100000|0|-1|x|9223372036854775807",
                        "SET @k @v NX|XX|GET? EX|PX? 100000?",
                        "SET @k @v EX|PX_100000|200000|0|x|-1* NX|KEEPTTL|GET|FOO?",
                        "GETEX @k EX|PX_100000|200000|0|x* PERSIST|FOO?",
                        "GETEX @k PERSIST|EX*",
                        "SETNX @k @v",
                        "SETEX @k @i @v",
                        "GET @k",
                        "GETSET @k @v",
                        "GETDEL @k",
                        "GETEX @k PERSIST|EX? @i?",
                        "MGET @k*",
                        "MSET @k_@v*",
                        "MSET @k*",
                        "MSETNX @k_@v*",
                        "APPEND @k @v",
                        "STRLEN @k",
                        "GETRANGE @k @i @i",
                        "SUBSTR @k @n @n",
                        "SETRANGE @k @n @v",
                        "INCR @k",
                        "DECR @k",
                        "INCRBY @k @i",
                        "DECRBY @k @i")
                .commands(20_000)
                .run();
    }

    /** With numbers that fit: ours are exact where Redis rounds to 64 bits. */
    @Test
    void floatingPointNumbers() throws Exception {
        Comparison.of("SET @k @f", "INCRBYFLOAT @k @f", "GET @k").commands(5_000).run();
    }

    /** In all forms, and with so many digits; such as are sums of few powers of two. */
    @Test
    void numbersOfAllForms() throws Exception {
        String zeros = "0".repeat(300);
        String numbers =
                "0x10|0x.8|0X1P-3|-0x1.8p+2|0x|1e2|1e|+5|.5|5.|-0|inf|-Infinity|nan|1e5000|-1e-5000|"
                        + zeros
                        + "7|0."
                        + zeros
                        + "|"
                        + zeros
                        + "x|0x"
                        + zeros
                        + "9|1e-400|007| 1|1 ";
        Comparison.of(
                        "SET @k " + numbers,
                        "HSET @k f " + numbers,
                        "DEL @k",
                        "INCRBYFLOAT @k " + numbers,
                        "HINCRBYFLOAT @k f " + numbers,
                        "INCR @k",
                        "HINCRBY @k f 1",
                        "GET @k",
                        "HGET @k f",
                        "BLPOP @k x|0x|nan|inf|1e300|-1|1e5000|" + zeros + "x",
                        "BLMOVE @k @k LEFT|FOO RIGHT|FOO -1|x|inf",
                        "BLMPOP -1|x|inf 0|1|2|x @k LEFT|FOO COUNT? 0|1?",
                        "BZMPOP -1|x|inf 0|1|2|x @k MIN|FOO COUNT? 0|1?")
                .commands(10_000)
                .run();
    }
}
