package io.paxosstore.redis.resp;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Bytes of any kind as text, and back, so that none is lost: text is UTF-8, and a byte that is no
 * part of that stands as half of a pair of surrogates, which no text has alone.
 */
public final class TextBytes {
    private static final char REPLACEMENT = '\ufffd';

    /** The byte 0 would be this character; only bytes from 0x80 on are no UTF-8. */
    private static final char ZERO = '\udc00';

    private static final int BYTE_MAX = 0xff;

    private TextBytes() {}

    /** The text that bytes are. */
    public static String text(byte[] bytes) {
        String plain = new String(bytes, StandardCharsets.UTF_8);
        return plain.indexOf(REPLACEMENT) < 0 ? plain : decoded(bytes);
    }

    private static String decoded(byte[] bytes) {
        CharsetDecoder decoder =
                StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length); // a character is a byte at least
        CoderResult result = decoder.decode(in, out, true);
        while (result.isError()) {
            for (int i = 0; i < result.length(); i++) {
                out.put((char) (ZERO + (in.get() & BYTE_MAX)));
            }
            result = decoder.decode(in, out, true);
        }
        return out.flip().toString();
    }

    /** The bytes that are this text. */
    public static byte[] bytes(String text) {
        int next = firstByte(text, 0);
        if (next < 0) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length());
        int done = 0;
        while (next >= 0) {
            out.writeBytes(utf8(text, done, next));
            out.write(text.charAt(next) - ZERO);
            done = next + 1;
            next = firstByte(text, done);
        }
        out.writeBytes(utf8(text, done, text.length()));
        return out.toByteArray();
    }

    /** Where the first byte stands that is no UTF-8, from there on; -1 for none. */
    private static int firstByte(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char next = text.charAt(i);
            if (Character.isHighSurrogate(next)) {
                i++; // with its other half
            } else if (next >= ZERO && next <= ZERO + BYTE_MAX) {
                return i;
            }
        }
        return -1;
    }

    private static byte[] utf8(String text, int from, int to) {
        return text.substring(from, to).getBytes(StandardCharsets.UTF_8);
    }
}
