package io.paxosstore.protocol.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The fields that bodies are made of: strings and byte arrays with their length, frame headers.
 *
 * <p>Reading checks every length against what the frame still holds, so that a bad frame ends in a
 * {@link MalformedFrameException} and allocates nothing.
 */
final class Fields {
    private Fields() {}

    static byte[] name(String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > Wire.NAME_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "The name \""
                            + name.substring(0, 40)
                            + "...\" is "
                            + utf8.length
                            + " bytes long; use at most "
                            + Wire.NAME_BYTES_MAX
                            + ".");
        }
        return utf8;
    }

    /** Cuts a sentence at a character so that its UTF-8 form fits. */
    static byte[] sentence(String sentence) {
        byte[] utf8 = sentence.getBytes(StandardCharsets.UTF_8);
        if (utf8.length <= Wire.SENTENCE_BYTES_MAX) {
            return utf8;
        }
        int end = Wire.SENTENCE_BYTES_MAX;
        while (end > 0 && (utf8[end] & 0xc0) == 0x80) {
            end--;
        }
        return Arrays.copyOf(utf8, end);
    }

    static void putName(ByteBuffer out, byte[] utf8) {
        out.put((byte) utf8.length).put(utf8);
    }

    static void putShort(ByteBuffer out, byte[] bytes) {
        if (bytes.length > 0xffff) {
            throw new IllegalArgumentException(
                    "A key of " + bytes.length + " bytes does not fit; the limit is 65535.");
        }
        out.putShort((short) bytes.length).put(bytes);
    }

    static void putLong(ByteBuffer out, byte[] bytes) {
        out.putInt(bytes.length).put(bytes);
    }

    /** Starts a frame; {@code bodyBytes} is the size of what follows the header. */
    static void putHeader(ByteBuffer out, byte type, long correlation, int bodyBytes) {
        out.putInt(Wire.HEADER_BYTES - Wire.LENGTH_BYTES + bodyBytes);
        out.put(type).putLong(correlation);
    }

    static void need(ByteBuffer in, int bytes) throws MalformedFrameException {
        if (in.remaining() < bytes) {
            throw new MalformedFrameException(
                    "The frame is too short: a field of "
                            + bytes
                            + " bytes begins "
                            + in.remaining()
                            + " bytes before its end.");
        }
    }

    static byte getByte(ByteBuffer in) throws MalformedFrameException {
        need(in, 1);
        return in.get();
    }

    static boolean getBoolean(ByteBuffer in) throws MalformedFrameException {
        byte b = getByte(in);
        if (b != 0 && b != 1) {
            throw new MalformedFrameException("A yes-or-no field holds " + b + ".");
        }
        return b == 1;
    }

    static int getUnsignedShort(ByteBuffer in) throws MalformedFrameException {
        need(in, 2);
        return in.getShort() & 0xffff;
    }

    static int getInt(ByteBuffer in) throws MalformedFrameException {
        need(in, 4);
        return in.getInt();
    }

    /** A number from 0 to 2^31 - 1. */
    static int getCount(ByteBuffer in, String what) throws MalformedFrameException {
        int count = getInt(in);
        if (count < 0) {
            throw new MalformedFrameException("The field " + what + " holds " + count + ".");
        }
        return count;
    }

    static long getLong(ByteBuffer in) throws MalformedFrameException {
        need(in, 8);
        return in.getLong();
    }

    /** A time to live: 0, for no expiry, to {@link Wire#TTL_MILLIS_MAX}. */
    static long getTtlMillis(ByteBuffer in) throws MalformedFrameException {
        long ttlMillis = getLong(in);
        if (ttlMillis < 0 || ttlMillis > Wire.TTL_MILLIS_MAX) {
            throw new MalformedFrameException(
                    "The time to live is %d ms; use 1 to %d, or 0 for no expiry."
                            .formatted(ttlMillis, Wire.TTL_MILLIS_MAX));
        }
        return ttlMillis;
    }

    /** A moment, milliseconds since 1970; 0 for none. */
    static long getMillis(ByteBuffer in) throws MalformedFrameException {
        long millis = getLong(in);
        if (millis < 0) {
            throw new MalformedFrameException(
                    "The time of expiry is %d ms since 1970; use 0 for no expiry."
                            .formatted(millis));
        }
        return millis;
    }

    static String getName(ByteBuffer in) throws MalformedFrameException {
        return getString(in, getByte(in) & 0xff);
    }

    static String getSentence(ByteBuffer in) throws MalformedFrameException {
        return getString(in, getUnsignedShort(in));
    }

    private static String getString(ByteBuffer in, int bytes) throws MalformedFrameException {
        need(in, bytes);
        ByteBuffer utf8 = in.slice().limit(bytes);
        in.position(in.position() + bytes);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
        } catch (CharacterCodingException e) {
            throw new MalformedFrameException("A string is not valid UTF-8.");
        }
    }

    static byte[] getShortBytes(ByteBuffer in) throws MalformedFrameException {
        return getBytes(in, getUnsignedShort(in));
    }

    static byte[] getLongBytes(ByteBuffer in) throws MalformedFrameException {
        return getBytes(in, getCount(in, "length"));
    }

    static byte[] getBytes(ByteBuffer in, int count) throws MalformedFrameException {
        need(in, count);
        byte[] bytes = new byte[count];
        in.get(bytes);
        return bytes;
    }

    static void end(ByteBuffer in) throws MalformedFrameException {
        if (in.hasRemaining()) {
            throw new MalformedFrameException(
                    "The frame has " + in.remaining() + " bytes after its last field.");
        }
    }
}
