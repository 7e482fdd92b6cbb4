package io.paxosstore.cli;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes for people: text in UTF-8 as it is, anything else in escapes. */
final class Printable {
    private static final int BYTE_MASK = 0xff;

    private Printable() {}

    /** Text, with {@code \xNN} for every byte that is not UTF-8. */
    static String text(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer decoded = CharBuffer.allocate(bytes.length);
        StringBuilder out = new StringBuilder();
        while (true) {
            CoderResult result = decoder.decode(in, decoded, true);
            out.append(decoded.flip());
            decoded.clear();
            if (!result.isError()) {
                return out.toString();
            }
            for (int i = 0; i < result.length(); i++) {
                out.append(escape(in.get()));
            }
        }
    }

    /**
     * The same, on one line and without effect on a terminal: control characters are escaped too.
     */
    static String plain(byte[] bytes) {
        return plain(text(bytes));
    }

    /** Text that came from elsewhere, with escapes for its control characters. */
    static String plain(String text) {
        if (text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        text.chars()
                .forEach(c -> {
                    if (Character.isISOControl(c)) {
                        out.append(escape((byte) c));
                    } else {
                        out.append((char) c);
                    }
                });
        return out.toString();
    }

    /**
     * As {@link #plain(byte[])} has it, in quotes.
     *
     * @param bytesMax what is longer is cut, and its length is said
     */
    static String line(byte[] bytes, int bytesMax) {
        boolean cut = bytes.length > bytesMax;
        String text = plain(cut ? Arrays.copyOf(bytes, bytesMax) : bytes);
        return "'" + text + "'" + (cut ? "... (" + bytes.length + " bytes)" : "");
    }

    private static String escape(byte next) {
        return String.format("\\x%02x", next & BYTE_MASK);
    }
}
