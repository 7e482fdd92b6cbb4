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
}
