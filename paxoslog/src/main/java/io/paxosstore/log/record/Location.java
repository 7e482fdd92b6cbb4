package io.paxosstore.log.record;

/**
 * Where a record lies, in one long: segment slot (17 bits), offset and padded length in units of 8
 * bytes (27 and 20 bits). 0 means nowhere: slots begin at 1.
 */
public final class Location {
    /** No place. */
    public static final long NONE = 0;

    /** Records begin at multiples of this many bytes. */
    public static final int ALIGNMENT = 8;

    /** The greatest size of a segment: what 27 bits of offset reach. */
    public static final int SEGMENT_BYTES_MAX = 1 << 30;

    /** The greatest padded length of a record. */
    public static final int RECORD_BYTES_MAX = ((1 << 20) - 1) * ALIGNMENT;

    /** The greatest slot number, and so the greatest number of segments of a store. */
    public static final int SLOT_MAX = (1 << 17) - 1;

    private static final int OFFSET_BITS = 27;
    private static final int LENGTH_BITS = 20;

    private Location() {}

    /** Packs a place. */
    public static long pack(int slot, int offset, int paddedLength) {
        return ((long) slot << (OFFSET_BITS + LENGTH_BITS))
                | ((long) (offset >>> 3) << LENGTH_BITS)
                | (paddedLength >>> 3);
    }

    /** The slot of the segment. */
    public static int slot(long location) {
        return (int) (location >>> (OFFSET_BITS + LENGTH_BITS));
    }

    /** The record's offset in the segment. */
    public static int offset(long location) {
        return ((int) (location >>> LENGTH_BITS) & ((1 << OFFSET_BITS) - 1)) << 3;
    }

    /** The record's length on disk, padding included. */
    public static int length(long location) {
        return ((int) location & ((1 << LENGTH_BITS) - 1)) << 3;
    }

    /** A length with its padding. */
    public static int padded(int length) {
        return (length + ALIGNMENT - 1) & -ALIGNMENT;
    }
}
