package io.paxosstore.redis.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.redis.resp.RedisError;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;

/** Ids, and how clients write them. */
class IdWordsTest {
    private static final String GREATEST = "18446744073709551615";

    private static byte[] word(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void wholeIdsAndPartsOfThem() {
        assertEquals(new StreamId(5, 7), IdWords.strict(word("5-7"), 3));
        assertEquals(new StreamId(5, 3), IdWords.strict(word("5"), 3));
        assertEquals(StreamId.LAST, IdWords.strict(word(GREATEST + "-" + GREATEST), 0));
        assertEquals(StreamId.ZERO, IdWords.orEnd(word("-"), 3));
        assertEquals(StreamId.LAST, IdWords.orEnd(word("+"), 3));
        assertEquals(new IdWords.Wanted(new StreamId(5, 0), false), IdWords.wanted(word("5-*")));
        assertEquals(new IdWords.Wanted(new StreamId(5, 0), true), IdWords.wanted(word("5")));
    }

    @Test
    void numbersAreReadAsInC() {
        assertEquals(new StreamId(7, 0), IdWords.strict(word(" 007"), 0));
        assertEquals(new StreamId(7, 0), IdWords.strict(word("+7"), 0));
        assertEquals(new StreamId(1, -3), IdWords.strict(word("1--03"), 0));
        assertEquals(new StreamId(1, 2), IdWords.strict(word("1-2\0x"), 0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "+",
                "x",
                "1-",
                "-1",
                "1-x",
                "1-2-3",
                "1--3",
                "1-*",
                "*",
                "$",
                "1 ",
                "1.5",
                "18446744073709551616",
                "1-18446744073709551616",
                "(1"
            })
    void whatIsNone(String text) {
        assertThrows(RedisError.class, () -> IdWords.strict(word(text), 0));
        assertNull(IdWords.strictOrNull(word(text)));
    }

    @Test
    void longWordsAreNone() {
        assertThrows(RedisError.class, () -> IdWords.strict(word("0".repeat(128)), 0));
        assertEquals(StreamId.ZERO, IdWords.strict(word("0".repeat(127)), 0));
    }

    @Test
    void rangesLeaveOutWhatStandsBehindABracket() {
        assertEquals(new StreamId(5, 8), IdWords.from(word("(5-7")));
        assertEquals(new StreamId(5, 1), IdWords.from(word("(5")));
        assertEquals(new StreamId(5, 6), IdWords.to(word("(5-7")));
        assertEquals(new StreamId(5, -2), IdWords.to(word("(5")));
        assertEquals(new StreamId(5, -1), IdWords.to(word("5")));
        assertThrows(RedisError.class, () -> IdWords.to(word("(0-0")));
        assertThrows(RedisError.class, () -> IdWords.from(word("(" + GREATEST + "-" + GREATEST)));
        assertThrows(RedisError.class, () -> IdWords.from(word("(-")));
    }

    @Test
    void idsFollowOneAnotherWithoutASign() {
        StreamId end = new StreamId(5, -1);
        assertEquals(new StreamId(6, 0), end.next());
        assertEquals(end, new StreamId(6, 0).previous());
        assertNull(StreamId.LAST.next());
        assertNull(StreamId.ZERO.previous());
        assertTrue(new StreamId(-1, 0).isAbove(new StreamId(1, 0)));
        assertTrue(new StreamId(1, -1).isAbove(new StreamId(1, 1)));
        assertFalse(new StreamId(1, 1).isAbove(new StreamId(1, 1)));
        assertEquals("5-" + GREATEST, end.toString());
    }
}
