package io.paxosstore.redis.difference;

import org.junit.jupiter.api.Test;

/** The bits of strings, and what strings have in common: the same replies as Redis gives. */
class BitDifferenceTest {
    private static final String FIELD = "u8|i8|u1|i1|i5|u16|u63|i64|u64|i65|u0|x|U8";
    private static final String GOOD = "u8|i8|u1|i1|i5|u16|u63|i64";
    private static final String NUMBER =
            "0|1|-1|100|-100|127|128|255|256|1000000|9223372036854775807|-9223372036854775808|x";

    @Test
    void bits() throws Exception {
        Comparison.of(
                        "SET @k @v",
                        "DEL @k",
                        "LPUSH @k @v",
                        "GET @k",
                        "STRLEN @k",
                        "SETBIT @k @o 0|1|2|-1|x",
                        "SETBIT @k 0|1|7|8|20|100 0|1",
                        "GETBIT @k @o",
                        "BITCOUNT @k",
                        "BITCOUNT @k @i @i BIT|BYTE|FOO?",
                        "BITCOUNT @k @n @n BIT|BYTE?",
                        "BITCOUNT @k @n",
                        "BITCOUNT @k 0|-1|-9|-20 -1|-5|100 BIT BIT?",
                        "BITPOS @k 0|1|2|x",
                        "BITPOS @k 0|1 @i? @i? BIT|BYTE|x?",
                        "BITPOS @k 0|1 @n @n BIT|BYTE?",
                        "BITPOS @k 0|1 -9|-20|3|0 -12|-5|20|9 BIT FOO?",
                        "BITOP AND|OR|XOR|NOT|FOO @k @k*",
                        "BITOP AND|OR|XOR|not @k @k @k?")
                .commands(20_000)
                .run();
    }

    @Test
    void fields() throws Exception {
        Comparison.of(
                        "SET @k @v",
                        "DEL @k",
                        "LPUSH @k @v",
                        "GET @k",
                        "BITFIELD @k",
                        "BITFIELD @k GET " + FIELD + " @o",
                        "BITFIELD @k SET " + FIELD + " @o " + NUMBER,
                        "BITFIELD @k INCRBY " + FIELD + " @o " + NUMBER,
                        "BITFIELD @k OVERFLOW WRAP|SAT|FAIL|FOO SET " + GOOD + " 0|3|#1 " + NUMBER,
                        "BITFIELD @k OVERFLOW WRAP|SAT|FAIL|sat INCRBY "
                                + GOOD
                                + " 0|3|#1 "
                                + NUMBER,
                        ("BITFIELD @k OVERFLOW_SAT|fail? SET_~F_0|8_~N? GET_~F_0|4?"
                                        + " INCRBY_~F_0|5_~N? OVERFLOW_WRAP? INCRBY_~F_1_~N?"
                                        + " GET?")
                                .replace("~F", GOOD)
                                .replace("~N", NUMBER),
                        "BITFIELD_RO @k GET_u8|i8|i64_@o? SET_u8_0_1?")
                .commands(20_000)
                .run();
    }

    @Test
    void commonSubsequences() throws Exception {
        Comparison.of(
                        "SET @k @v",
                        "SET @k ohmytext|mynewtext|abcabcabc|bcabc|aaaa|xaxbxc|hello world",
                        "APPEND @k abc|cab|text|ba|x",
                        "LPUSH @k @v",
                        "DEL @k",
                        "LCS @k @k",
                        "LCS @k @k LEN|FOO? IDX? WITHMATCHLEN? MINMATCHLEN_@i?",
                        "LCS @k @k IDX WITHMATCHLEN? MINMATCHLEN_0|1|2|3?")
                .commands(20_000)
                .run();
    }
}
