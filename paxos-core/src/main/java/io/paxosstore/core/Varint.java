package io.paxosstore.core;

import java.nio.ByteBuffer;

/** Unsigned numbers of variable length: seven bits a byte, the lowest first. */
final class Varint {
    /** The most bytes one takes. */
    static final int BYTES_MAX = 10;

    private Varint() {}

    static void put(ByteBuffer out, long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        out.put((byte) rest);
    }

    static long get(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte b = in.get();
            value |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new Invariant.Violation("a varint is longer than ten bytes");
    }
}
