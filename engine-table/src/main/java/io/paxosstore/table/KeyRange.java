package io.paxosstore.table;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Keys from one up to but not including another.
 *
 * @param to null for no end
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
record KeyRange(byte[] from, byte @Nullable [] to) {
    /** All keys. */
    static final KeyRange ALL = new KeyRange(new byte[0], null);

    boolean isEmpty() {
        byte[] end = to;
        return end != null && Arrays.compareUnsigned(from, end) >= 0;
    }

    /** The part that begins at a key or behind it. */
    KeyRange startingAt(byte[] key) {
        return Arrays.compareUnsigned(key, from) > 0 ? new KeyRange(key, to) : this;
    }

    /** The part that ends before a key. */
    KeyRange endingBefore(byte[] key) {
        byte[] end = to;
        return end == null || Arrays.compareUnsigned(key, end) < 0 ? new KeyRange(from, key) : this;
    }

    boolean contains(byte[] key) {
        byte[] end = to;
        return Arrays.compareUnsigned(key, from) >= 0
                && (end == null || Arrays.compareUnsigned(key, end) < 0);
    }
}
