package io.paxosstore.console.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paxosstore.client.Cursor;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Objects;

/** Bytes for people, and back. */
class ShownTest {
    @Test
    void textIsTextAndOtherBytesAreDigits() {
        assertEquals(Map.of("text", "Füße\t1\n"), Shown.bytes("Füße\t1\n".getBytes(UTF_8)));
        assertEquals(Map.of("text", ""), Shown.bytes(new byte[0]));
        assertEquals(Map.of("hex", "00ff"), Shown.bytes(new byte[] {0, -1}));
        assertEquals(Map.of("hex", "1b5b"), Shown.bytes(new byte[] {27, '['}), "no terminal codes");
    }

    @Test
    void whatIsLongIsCutBetweenCharacters() {
        String text = "a" + "ü".repeat(Shown.BYTES_MAX);
        Map<String, Object> shown = Shown.bytes(text.getBytes(UTF_8));
        assertEquals(2 * Shown.BYTES_MAX + 1, shown.get("length"));
        assertEquals("a" + "ü".repeat(Shown.BYTES_MAX / 2 - 1), shown.get("text"));
        Map<String, Object> digits = Shown.bytes(new byte[Shown.BYTES_MAX + 1]);
        assertEquals("00".repeat(Shown.BYTES_MAX), digits.get("hex"));
    }

    @Test
    void namesAndCursorsComeBackAsTheyWere() {
        byte[] name = new byte[256];
        for (int i = 0; i < name.length; i++) {
            name[i] = (byte) i;
        }
        assertArrayEquals(name, Shown.decode(String.valueOf(Shown.name(name).get("raw"))));
        for (byte @Nullable [] to : new byte @Nullable [][] {null, {}, {1, 2}}) {
            Parameters asked =
                    new Parameters(Map.of("from", Parameters.encode(new Cursor(name, to))));
            Cursor cursor = Objects.requireNonNull(asked.cursor());
            assertArrayEquals(name, cursor.from());
            assertArrayEquals(to, cursor.to());
        }
        assertThrows(IllegalArgumentException.class, () -> Shown.decode("+ /"));
        assertThrows(IllegalArgumentException.class, () -> new Parameters(Map.of()).text("space"));
    }
}
