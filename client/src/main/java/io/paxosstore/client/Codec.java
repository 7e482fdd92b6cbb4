package io.paxosstore.client;

/**
 * Turns keys or values into bytes and back. Equal keys must give equal bytes. Implementations must
 * be thread-safe.
 *
 * @param <T> what is stored
 */
public interface Codec<T> {
    /** The bytes of a value: a fresh array, or one that nobody changes afterwards. */
    byte[] encode(T value);

    /**
     * The value of these bytes, which belong to the codec from now on.
     *
     * @throws IllegalArgumentException if the bytes are no encoded value
     */
    T decode(byte[] bytes);

    /** Strings in UTF-8. */
    static Codec<String> utf8() {
        return Codecs.Utf8.INSTANCE;
    }

    /** Byte arrays as they are, without a copy: do not change an array that was written. */
    static Codec<byte[]> bytes() {
        return Codecs.Bytes.INSTANCE;
    }

    /** Numbers as decimal text, which {@link KeyValue#increment} and people can read. */
    static Codec<Long> longs() {
        return Codecs.Longs.INSTANCE;
    }
}
