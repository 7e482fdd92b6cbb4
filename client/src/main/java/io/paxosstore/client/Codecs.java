package io.paxosstore.client;

import io.paxosstore.protocol.bytes.Utf8Bytes;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The codecs that {@link Codec} offers. */
final class Codecs {
    private Codecs() {}

    enum Utf8 implements Codec<String> {
        INSTANCE;

        @Override
        public byte[] encode(String value) {
            return Utf8Bytes.of("text", value, "; do not cut pairs, or use Codec.bytes()");
        }

        @Override
        public String decode(byte[] bytes) {
            String text = new String(bytes, StandardCharsets.UTF_8);
            if (text.indexOf('\ufffd') >= 0) {
                checkUtf8(bytes);
            }
            return text;
        }

        private static void checkUtf8(byte[] bytes) {
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            } catch (CharacterCodingException e) {
                throw new IllegalArgumentException(
                        "The stored " + bytes.length + " bytes are not text in UTF-8.", e);
            }
        }
    }

    enum Bytes implements Codec<byte[]> {
        INSTANCE;

        @Override
        public byte[] encode(byte[] value) {
            return value;
        }

        @Override
        public byte[] decode(byte[] bytes) {
            return bytes;
        }
    }

    enum Longs implements Codec<Long> {
        INSTANCE;

        @Override
        public byte[] encode(Long value) {
            return Long.toString(value).getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public Long decode(byte[] bytes) {
            String text = new String(bytes, StandardCharsets.US_ASCII);
            try {
                return Long.valueOf(text);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "The stored value is no decimal number of 64 bits.", e);
            }
        }
    }
}
