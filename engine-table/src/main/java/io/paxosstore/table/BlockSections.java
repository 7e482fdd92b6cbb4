package io.paxosstore.table;

import io.paxosstore.protocol.bytes.ByteWriter;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * The parts of a block that hold one value of each row, so that each is found without a look at
 * those before it.
 *
 * <pre>
 *  numbers  u8 width (0, 1, 2, 4, 8) | u64 base | per row: the difference to the base, unsigned
 *  texts    u8 width (2, 4) | per row and once more: where it begins, from the end of these on |
 *           their bytes
 *  bits     one per row, lowest first
 * </pre>
 */
final class BlockSections {
    private static final int HEAD_BYTES = 1 + Long.BYTES;
    private static final int SHORT_MAX = 0xffff;

    private BlockSections() {}

    static void putNumbers(ByteWriter out, long[] numbers) {
        long base = Arrays.stream(numbers).min().orElse(0);
        long greatest = Arrays.stream(numbers).max().orElse(0);
        long range = greatest - base;
        int width = range < 0 ? Long.BYTES : width(range);
        if (width == Long.BYTES) {
            base = 0;
        }
        out.putByte(width).putLong(base);
        for (long number : numbers) {
            long difference = number - base;
            for (int shift = width * Byte.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
                out.putByte((int) (difference >>> shift));
            }
        }
    }

    private static int width(long range) {
        if (range == 0) {
            return 0;
        }
        int bits = Long.SIZE - Long.numberOfLeadingZeros(range);
        if (bits <= Byte.SIZE) {
            return Byte.BYTES;
        }
        if (bits <= Short.SIZE) {
            return Short.BYTES;
        }
        return bits <= Integer.SIZE ? Integer.BYTES : Long.BYTES;
    }

    static long number(ByteBuffer block, int at, int row) {
        int width = block.get(at);
        long base = block.getLong(at + 1);
        int place = at + HEAD_BYTES + row * width;
        return base
                + switch (width) {
                    case 0 -> 0L;
                    case Byte.BYTES -> block.get(place) & 0xffL;
                    case Short.BYTES -> block.getShort(place) & 0xffffL;
                    case Integer.BYTES -> block.getInt(place) & 0xffffffffL;
                    default -> block.getLong(place);
                };
    }

    static int numbersBytes(ByteBuffer block, int at, int rows) {
        return HEAD_BYTES + block.get(at) * rows;
    }

    static void putTexts(ByteWriter out, List<byte[]> texts) {
        int bytes = texts.stream().mapToInt(text -> text.length).sum();
        boolean isShort = bytes <= SHORT_MAX;
        out.putByte(isShort ? Short.BYTES : Integer.BYTES);
        int offset = 0;
        for (byte[] text : texts) {
            putOffset(out, isShort, offset);
            offset += text.length;
        }
        putOffset(out, isShort, offset);
        texts.forEach(out::putRaw);
    }

    private static void putOffset(ByteWriter out, boolean isShort, int offset) {
        if (isShort) {
            out.putByte(offset >>> Byte.SIZE).putByte(offset);
        } else {
            out.putInt(offset);
        }
    }

    static byte[] text(ByteBuffer block, int at, int rows, int row) {
        int from = textAt(block, at, rows, row);
        byte[] text = new byte[textAt(block, at, rows, row + 1) - from];
        block.get(from, text);
        return text;
    }

    /** Where a text begins in the block, and the one before it ends. */
    static int textAt(ByteBuffer block, int at, int rows, int row) {
        int width = block.get(at);
        int begin = at + 1 + (rows + 1) * width;
        int offset =
                width == Short.BYTES
                        ? block.getShort(at + 1 + row * width) & SHORT_MAX
                        : block.getInt(at + 1 + row * width);
        return begin + offset;
    }

    static void putBits(ByteWriter out, boolean[] bits) {
        for (int from = 0; from < bits.length; from += Byte.SIZE) {
            int b = 0;
            for (int i = from; i < Math.min(bits.length, from + Byte.SIZE); i++) {
                b |= bits[i] ? 1 << (i - from) : 0;
            }
            out.putByte(b);
        }
    }

    static boolean bit(ByteBuffer block, int at, int row) {
        return (block.get(at + row / Byte.SIZE) >> (row % Byte.SIZE) & 1) != 0;
    }

    static int bitsBytes(int rows) {
        return (rows + Byte.SIZE - 1) / Byte.SIZE;
    }
}
