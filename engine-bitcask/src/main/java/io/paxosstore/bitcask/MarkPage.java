package io.paxosstore.bitcask;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Marks of the records in a part of a segment: one bit for each {@link #CELL_BYTES} of it, set when
 * a record begins there that is known to be chosen. Bits are set by any thread, and never taken
 * back.
 *
 * <p>A page of a file of marks:
 *
 * <pre>
 *  0  u64 magic "PXSMARK1"
 *  8  u64 segment id
 * 16  u32 number of the page in its segment, from 0
 * 20  u32 CRC32C of the other bytes
 * 24  u32 checksum of the segment's first record, u32 0
 * 32  bits: bit i of u64 j (big-endian) stands for cell 64 j + i of the page
 * </pre>
 */
final class MarkPage {
    static final int BYTES = 4096;

    /** No two records begin in one cell: none is shorter, padding included. */
    static final int CELL_BYTES = 16;

    private static final long MAGIC = 0x5058534d41524b31L;
    private static final int CHECKSUM_AT = 20;
    private static final int AFTER_CHECKSUM = CHECKSUM_AT + Integer.BYTES;
    private static final int HEADER_BYTES = 32;
    private static final int WORDS = (BYTES - HEADER_BYTES) / Long.BYTES;
    private static final int CELLS = WORDS * Long.SIZE;

    /** The bytes of a segment that a page is for. */
    static final int SPAN_BYTES = CELLS * CELL_BYTES;

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private final long segmentId;
    private final int number;
    private final long[] words = new long[WORDS];
    private volatile boolean isChanged;
    private volatile boolean isLetGo;

    MarkPage(long segmentId, int number) {
        this.segmentId = segmentId;
        this.number = number;
    }

    /** The page for a place in a segment. */
    static int numberOf(int offset) {
        return offset / SPAN_BYTES;
    }

    private static int cellOf(int offset) {
        return offset % SPAN_BYTES / CELL_BYTES;
    }

    int number() {
        return number;
    }

    /** The record at a place in the segment is chosen. */
    void set(int offset) {
        int cell = cellOf(offset);
        long bit = 1L << cell;
        if (((long) WORD.getAndBitwiseOr(words, cell / Long.SIZE, bit) & bit) == 0) {
            isChanged = true;
        }
    }

    boolean isSet(int offset) {
        int cell = cellOf(offset);
        return ((long) WORD.getOpaque(words, cell / Long.SIZE) & 1L << cell) != 0;
    }

    /** Nobody looks after this page any more: what is set in it is not kept. */
    void letGo() {
        isLetGo = true;
    }

    boolean isLetGo() {
        return isLetGo;
    }

    /** Whether this is a certain page of a segment. */
    boolean is(long segment, int page) {
        return segmentId == segment && number == page;
    }

    /** Whether bits have been set since {@link #encode}. */
    boolean isChanged() {
        return isChanged;
    }

    /** All that is set in a page of the same place is set here too. */
    void add(MarkPage other) {
        for (int word = 0; word < WORDS; word++) {
            long bits = (long) WORD.getOpaque(other.words, word);
            WORD.getAndBitwiseOr(words, word, bits);
        }
    }

    /**
     * What is set now; what is set meanwhile may be in it or not, and counts as changed.
     *
     * @param first the checksum of the segment's first record, which no other segment has: a file
     *     that was left of one of the same id must not speak for it
     */
    ByteBuffer encode(int first) {
        isChanged = false;
        ByteBuffer page = ByteBuffer.allocate(BYTES);
        page.putLong(MAGIC).putLong(segmentId).putInt(number).putInt(0);
        page.putInt(first).putInt(0);
        for (int word = 0; word < WORDS; word++) {
            page.putLong((long) WORD.getVolatile(words, word));
        }
        page.putInt(CHECKSUM_AT, checksum(page));
        return page.flip();
    }

    /**
     * Reads a page.
     *
     * @param page at least its bytes, from index 0
     * @param first the checksum of the segment's first record
     * @return null if it is damaged, or another one
     */
    static @Nullable MarkPage decode(ByteBuffer page, long segmentId, int number, int first) {
        if (page.getLong(0) != MAGIC
                || page.getLong(8) != segmentId
                || page.getInt(16) != number
                || page.getInt(AFTER_CHECKSUM) != first
                || page.getInt(CHECKSUM_AT) != checksum(page)) {
            return null;
        }
        MarkPage read = new MarkPage(segmentId, number);
        for (int word = 0; word < WORDS; word++) {
            read.words[word] = page.getLong(HEADER_BYTES + word * Long.BYTES);
        }
        return read;
    }

    private static int checksum(ByteBuffer page) {
        CRC32C crc = new CRC32C();
        crc.update(page.duplicate().clear().limit(CHECKSUM_AT));
        crc.update(page.duplicate().clear().position(AFTER_CHECKSUM).limit(BYTES));
        return (int) crc.getValue();
    }
}
