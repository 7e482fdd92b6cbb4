package io.paxosstore.bitcask;

/**
 * Where a record lies, in one long: segment slot (17 bits), offset and padded length in units of 8
 * bytes (27 and 20 bits). 0 means nowhere: slots begin at 1.
 */
final class Location {
    static final long NONE = 0;

    /** Records begin at multiples of this many bytes. */
    static final int ALIGNMENT = 8;

    /** The greatest size of a segment: what 27 bits of offset reach. */
    static final int SEGMENT_BYTES_MAX = 1 << 30;

    /** The greatest padded length of a record. */
    static final int RECORD_BYTES_MAX = ((1 << 20) - 1) * ALIGNMENT;

    /** The greatest slot number, and so the greatest number of segments of a store. */
    static final int SLOT_MAX = (1 << 17) - 1;

    private static final int OFFSET_BITS = 27;
    private static final int LENGTH_BITS = 20;

    private Location() {}

    static long pack(int slot, int offset, int paddedLength) {
        return ((long) slot << (OFFSET_BITS + LENGTH_BITS))
                | ((long) (offset >>> 3) << LENGTH_BITS)
                | (paddedLength >>> 3);
    }

    static int slot(long location) {
        return (int) (location >>> (OFFSET_BITS + LENGTH_BITS));
    }

    static int offset(long location) {
        return ((int) (location >>> LENGTH_BITS) & ((1 << OFFSET_BITS) - 1)) << 3;
    }

    /** The record's length on disk, padding included. */
    static int length(long location) {
        return ((int) location & ((1 << LENGTH_BITS) - 1)) << 3;
    }

    static int padded(int length) {
        return (length + ALIGNMENT - 1) & -ALIGNMENT;
    }
}
