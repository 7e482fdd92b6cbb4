package io.paxosstore.redis.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** What patterns match. */
class GlobTest {
    @ParameterizedTest
    @CsvSource({
        "abc, abc, true",
        "abc, ab, false",
        "ab, abc, false",
        "a?c, abc, true",
        "a?c, ac, false",
        "*, abc, true",
        "a*, a, true",
        "a*?, a, false",
        "*b*d, abcd, true",
        "*b*d, abcde, false",
        "a**c, abc, true",
        "[a-c]x, bx, true",
        "[c-a]x, bx, true",
        "[^a-c]x, bx, false",
        "[^a-c]x, dx, true",
        "[a-, -, true",
        "[ab, b, true",
        "[^, x, true",
        "[, x, false",
        "[]a], a, false",
        "[\\]]x, ]x, true",
        "\\*, *, true",
        "\\*, a, false",
        "a\\, a\\, true",
        "'', a, false",
    })
    void patterns(String pattern, String string, boolean matches) {
        assertEquals(matches, new Glob(bytes(pattern)).matches(bytes(string)));
    }

    @Test
    void theEmptyStringIsMatchedByNothingElse() {
        assertTrue(new Glob(bytes("")).matches(bytes("")));
        assertFalse(new Glob(bytes("*")).matches(bytes("")));
        assertTrue(new Glob(bytes("*")).isAll());
        assertFalse(new Glob(bytes("**")).isAll());
    }

    @Test
    void bytesAreNoCharacters() {
        assertTrue(new Glob(bytes("???")).matches(new byte[] {0, -1, 127}));
        assertTrue(new Glob(new byte[] {'[', -2, '-', 1, ']'}).matches(new byte[] {-1}));
    }

    @Test
    @Timeout(10)
    void manyStarsTakeNoLonger() {
        assertFalse(new Glob(bytes("*a".repeat(500) + "b")).matches(bytes("a".repeat(4000))));
        assertTrue(new Glob(bytes("*a".repeat(500))).matches(bytes("a".repeat(4000))));
    }

    @Test
    @Timeout(10)
    void aLongPartBehindAStarTakesNoLonger() {
        Glob glob = new Glob(bytes("*" + "a".repeat(1020) + "b"));
        byte[] name = bytes("a".repeat(4096));
        for (int i = 0; i < 1000; i++) {
            assertFalse(glob.matches(name));
        }
        assertTrue(glob.matches(bytes("a".repeat(4096) + "b")));
    }

    @Test
    void bothWaysToMatchSayTheSame() {
        Random random = new Random(3);
        String[] parts = {"a", "b", "*", "?", "[ab]", "[^a]", "[b-", "\\", "\\*", "]", "^"};
        for (int i = 0; i < 50_000; i++) {
            StringBuilder pattern = new StringBuilder();
            for (int j = random.nextInt(1, 9); j > 0; j--) {
                pattern.append(parts[random.nextInt(parts.length)]);
            }
            StringBuilder string = new StringBuilder();
            for (int j = random.nextInt(1, 9); j > 0; j--) {
                string.append("aab*\\".charAt(random.nextInt(5)));
            }
            Glob glob = new Glob(bytes(pattern.toString()));
            byte[] bytes = bytes(string.toString());
            assertEquals(
                    glob.matches(bytes),
                    glob.states().matches(bytes),
                    () -> pattern + " and " + string);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
