package io.paxosstore.redis.difference;

import org.junit.jupiter.api.Test;

/** Keys, whatever they hold: the same replies as Redis gives. */
class GenericDifferenceTest {
    @Test
    void keys() throws Exception {
        Comparison.of(
                        "SET @k @v",
                        "SET @k @v EX 100000|200000",
                        "LPUSH @k @m*",
                        "SADD @k @m*",
                        "HSET @k @m_@v*",
                        "LRANGE @k 0 -1",
                        "HGET @k @m",
                        "SCARD @k",
                        "GET @k",
                        "DEL @k*",
                        "UNLINK @k*",
                        "EXISTS @k*",
                        "TOUCH @k*",
                        "TYPE @k",
                        "EXPIRE @k 100000|200000|x|-1|0|9223372036854775807|-9223372036854775808",
                        "EXPIRE @k 100000 NX|XX|FOO?",
                        "PEXPIRE @k 100000000|-5|9223372036854775807|-9223372036854775808",
                        "TTL @k",
                        "PERSIST @k",
                        "RENAME @k @k",
                        "RENAMENX @k @k",
                        "COPY @k @k REPLACE|FOO?",
                        "COPY @k @k DB|REPLACE? 0|-1|x?",
                        "COPY @k @k DB_0|x|-1* REPLACE|FOO|DB?",
                        "OBJECT ENCODING @k",
                        "OBJECT FREQ @k",
                        "OBJECT HELP|REFCOUNT|foo",
                        "OBJECT foo|ENCODING @k @k?")
                .commands(20_000)
                .run();
    }

    /** At moments that the clock has no part in. */
    @Test
    void deadlines() throws Exception {
        String times = "4102444800|4102444801|4102444805|1|0|-7|x|9223372036854775807";
        String millis = "4102444800000|4102444800499|4102444800500|4102444805999|1|0|-7|x";
        Comparison.of(
                        "SET @k @v",
                        "LPUSH @k @v",
                        "SET @k @v KEEPTTL",
                        "SET @k @v EXAT 4102444800",
                        "EXPIREAT @k 4102444800|4102444801|4102444805",
                        "EXPIREAT @k 4102444800|4102444801|4102444805 NX|XX|GT|LT|FOO*",
                        "EXPIREAT @k " + times + " NX|XX|GT|LT|gt?",
                        "PEXPIREAT @k " + millis + " NX|XX|GT|LT|gt?",
                        "EXPIRETIME @k",
                        "PEXPIRETIME @k",
                        "PERSIST @k",
                        "RENAME @k @k",
                        "COPY @k @k REPLACE?",
                        "RPOPLPUSH @k @k",
                        "LPOP @k")
                .commands(20_000)
                .run();
    }

    private static final String[] SORTED = {
        "DEL @k",
        "SET @k @v",
        "RPUSH @k 1|2|3|10|-5|3.5|1e2|0x10 2|3|11|07| 5",
        "RPUSH @k 1|2|3|10|20 2|3|11|7|5",
        "RPUSH @k @v",
        "LTRIM @k 0 5",
        "SET w1x|w2x|w3x|w10x|w11x|wx 1|2|3|20|abc|inf|-0|0|",
        "SET w1x|w2x|w3x|w10x|w11x 1|2|3|20|2.5",
        "LPUSH w3x|w7x 1",
        "HSET w1x|w2x|w10x f|g 1|5|7|x",
        "SADD @k 1|2|3 5|7|10|11",
        "SADD @k @m",
        "DEL w1x|w2x|w3x|w10x",
        "LRANGE @k 0 -1"
    };

    @Test
    void sorting() throws Exception {
        Comparison.of(SORTED)
                .and(
                        "SORT @k ASC|DESC? ALPHA|foo?",
                        "SORT @k LIMIT_@n_@i? ASC|DESC? LIMIT?",
                        "SORT @k ALPHA LIMIT_@n_@n? DESC?",
                        "SORT @k LIMIT_@n_@n? BY_w*x? DESC?",
                        "SORT @k BY w*x GET_#|w*x|v*y|z? GET_#|w*x? STORE_@k?",
                        "SORT @k BY nosort DESC? LIMIT_@n_@n? GET_w*x? STORE @k",
                        "SORT @k BY w*x->f|w*x-> GET_w*x->f?",
                        "SORT @k STORE_@k? ALPHA?",
                        "SORT_RO @k DESC? ALPHA? STORE_@k?")
                .commands(20_000)
                .run();
    }

    /** What has an order of its own is not sorted if nobody asks for it. */
    @Test
    void notSorting() throws Exception {
        Comparison.of(
                        "RPUSH @k @m*",
                        "DEL @k",
                        "LTRIM @k 0 9",
                        "SET w1x|w2x|w3x @v",
                        "RPUSH @k 1|2|3",
                        "SORT @k BY nosort DESC? LIMIT_@n_@n? GET_w*x?",
                        "SORT_RO @k DESC? LIMIT_@n_@n? BY nosort")
                .commands(10_000)
                .run();
    }

    /** Where Redis says nothing of the order of equal ones. */
    @Test
    void sortingByStrings() throws Exception {
        Comparison.of(SORTED)
                .and("SORT @k BY w*x ALPHA DESC? GET_#? GET_w*x?")
                .unordered("SORT")
                .commands(10_000)
                .run();
    }
}
