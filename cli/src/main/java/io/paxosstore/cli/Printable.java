package io.paxosstore.cli;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes for people: text in UTF-8 as it is, anything else in escapes, so that nothing looks alike.
 */
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
     * One line: like {@link #text}, but control characters and backslashes are escaped too.
     *
     * @param bytesMax what is longer is cut, and its length is said
     */
    static String line(byte[] bytes, int bytesMax) {
        boolean cut = bytes.length > bytesMax;
        String text = text(cut ? Arrays.copyOf(bytes, bytesMax) : bytes);
        StringBuilder out = new StringBuilder("'");
        text.chars()
                .forEach(c -> {
                    if (Character.isISOControl(c)) {
                        out.append(c > BYTE_MASK ? (char) c : escape((byte) c));
                    } else {
                        out.append((char) c);
                    }
                });
        return out.append('\'').append(cut ? "... (" + bytes.length + " bytes)" : "").toString();
    }

    private static String escape(byte next) {
        return String.format("\\x%02x", next & BYTE_MASK);
    }
}
