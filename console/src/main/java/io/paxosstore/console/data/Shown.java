package io.paxosstore.console.data;

import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is stored, for people, and on its way there and back. */
public final class Shown {
    /** Longer ones are cut. */
    static final int BYTES_MAX = 2048;

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private Shown() {}

    /** As "text" if they are UTF-8 without control characters but for those of text, else "hex". */
    static Map<String, Object> bytes(byte[] bytes) {
        Map<String, Object> shown = new LinkedHashMap<>();
        String text = text(bytes);
        if (text == null) {
            byte[] first = Arrays.copyOf(bytes, Math.min(bytes.length, BYTES_MAX));
            shown.put("hex", HexFormat.of().formatHex(first));
        } else {
            shown.put("text", text);
        }
        if (bytes.length > BYTES_MAX) {
            shown.put("length", bytes.length);
        }
        return shown;
    }

    /** Like {@link #bytes}, with what {@link #decode} makes the same bytes of again. */
    public static Map<String, Object> name(byte[] bytes) {
        Map<String, Object> shown = bytes(bytes);
        shown.put("raw", encode(bytes));
        return shown;
    }

    /** What a space holds, in a word that the pages know. */
    public static String kind(SpaceKind kind) {
        return kind == SpaceKind.KEY_VALUE ? "keys" : "entities";
    }

    /** A text of a column, which may be long. */
    static Map<String, Object> text(String text) {
        return text.length() <= BYTES_MAX
                ? Map.of("text", text)
                : Map.of("text", text.substring(0, BYTES_MAX), "length", text.length());
    }

    private static @Nullable String text(byte[] bytes) {
        int length = Math.min(bytes.length, BYTES_MAX);
        while (length > 0 && length < bytes.length && (bytes[length] & 0xC0) == 0x80) {
            length--; // not within a character
        }
        try {
            String text =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes, 0, length))
                            .toString();
            boolean isText =
                    text.chars()
                            .noneMatch(c -> Character.isISOControl(c) && "\t\n\r".indexOf(c) < 0);
            return isText ? text : null;
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** Bytes as a part of an address. */
    static String encode(byte[] bytes) {
        return ENCODER.encodeToString(bytes);
    }

    /**
     * The bytes again.
     *
     * @throws IllegalArgumentException if nothing was encoded so
     */
    static byte[] decode(String text) {
        return Base64.getUrlDecoder().decode(text);
    }
}
