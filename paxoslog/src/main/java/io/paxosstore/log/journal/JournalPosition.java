package io.paxosstore.log.journal;

/**
 * A place in the journal, in one long that grows as the journal does: segment id (37 bits), offset
 * in units of 8 bytes (27 bits). 0 is before everything.
 */
final class JournalPosition {
    private static final int OFFSET_BITS = 27;

    private JournalPosition() {}

    static long of(long segmentId, int offset) {
        return segmentId << OFFSET_BITS | offset >>> 3;
    }

    static long segmentId(long position) {
        return position >>> OFFSET_BITS;
    }

    static int offset(long position) {
        return ((int) position & ((1 << OFFSET_BITS) - 1)) << 3;
    }
}
