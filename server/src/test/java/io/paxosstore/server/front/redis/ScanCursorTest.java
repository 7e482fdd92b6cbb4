package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.redis.resp.RedisError;

import org.junit.jupiter.api.Test;

import java.util.List;

/** The cursors of SCAN. */
class ScanCursorTest {
    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static long position(String key) {
        return ScanCursor.positionOf(new EntityKey(1, bytes("user7")), bytes(key));
    }

    /** If this fails, the order of scans has changed, which it never must. */
    @Test
    void theOrderIsFixed() {
        assertEquals("65006629429884", ScanCursor.cursor(position("{user7}mail")));
        assertEquals("45103235342972", ScanCursor.cursor(position("{user7}name")));
    }

    @Test
    void theBeginOfASlotIsItsPlace() {
        for (int place : List.of(0, 1, 777, Slots.COUNT - 1)) {
            long begin = ScanCursor.beginOf(place);
            assertEquals(Integer.toString(place), ScanCursor.cursor(begin));
            assertEquals(begin, ScanCursor.position(bytes(Integer.toString(place))));
            assertEquals(place, ScanCursor.place(begin));
        }
        assertEquals("0", ScanCursor.cursor(ScanCursor.END));
    }

    @Test
    void cursorsComeBackAndAreSmall() {
        long place = Slots.place(new EntityKey(1, bytes("user7")).slot());
        for (int i = 0; i < 1000; i++) {
            long position = position("{user7}" + i);
            assertEquals(place, ScanCursor.place(position));
            String cursor = ScanCursor.cursor(position);
            assertEquals(position, ScanCursor.position(bytes(cursor)));
            assertEquals(cursor, String.format("%.0f", Double.parseDouble(cursor)));
            assertTrue(cursor.length() <= 14, cursor);
        }
        long last = ScanCursor.END - 1;
        assertEquals("70368744177663", ScanCursor.cursor(last));
        assertEquals(last, ScanCursor.position(bytes("70368744177663")));
    }

    @Test
    void whatIsNoCursorIsRefused() {
        for (String wrong : List.of("x", "-1", "70368744177664", "18446744073709551615")) {
            RedisError error =
                    assertThrows(RedisError.class, () -> ScanCursor.position(bytes(wrong)), wrong);
            assertEquals("ERR invalid cursor", error.getMessage());
        }
    }
}
