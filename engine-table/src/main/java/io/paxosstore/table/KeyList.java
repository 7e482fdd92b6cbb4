package io.paxosstore.table;

import io.paxosstore.protocol.bytes.ByteWriter;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Keys in ascending order, part of a block or record, in which one is found without a look at all.
 * Immutable.
 *
 * <pre>
 *  u16 length, the bytes with which all keys begin | texts: the rest of each
 * </pre>
 *
 * <p>Texts: {@link BlockSections}.
 */
final class KeyList {
    private final ByteBuffer buffer;
    private final byte[] bytes;
    private final int count;
    private final int prefixAt;
    private final int prefixBytes;
    private final int suffixesAt;

    /**
     * The keys that lie somewhere in a block.
     *
     * @param bytes of the block
     * @param at where the keys begin in it
     */
    KeyList(byte[] bytes, int at, int count) {
        this.buffer = ByteBuffer.wrap(bytes);
        this.bytes = bytes;
        this.count = count;
        this.prefixBytes = buffer.getShort(at) & 0xffff;
        this.prefixAt = at + Short.BYTES;
        this.suffixesAt = prefixAt + prefixBytes;
    }

    /** Writes keys. */
    static void put(ByteWriter out, List<byte[]> keys) {
        int prefix = keys.isEmpty() ? 0 : common(keys.getFirst(), keys.getLast());
        out.putByte(prefix >>> Byte.SIZE).putByte(prefix);
        if (!keys.isEmpty()) {
            out.putRaw(Arrays.copyOf(keys.getFirst(), prefix));
        }
        List<byte[]> suffixes = new ArrayList<>(keys.size());
        for (byte[] key : keys) {
            suffixes.add(Arrays.copyOfRange(key, prefix, key.length));
        }
        BlockSections.putTexts(out, suffixes);
    }

    /** With how many bytes both begin; as keys are in order, all between them do as well. */
    private static int common(byte[] first, byte[] last) {
        int common = Arrays.mismatch(first, last);
        return common < 0 ? first.length : common;
    }

    int count() {
        return count;
    }

    byte[] key(int place) {
        int from = BlockSections.textAt(buffer, suffixesAt, count, place);
        int to = BlockSections.textAt(buffer, suffixesAt, count, place + 1);
        byte[] key = Arrays.copyOfRange(bytes, prefixAt, prefixAt + prefixBytes + to - from);
        System.arraycopy(bytes, from, key, prefixBytes, to - from);
        return key;
    }

    /** Where a key is; if it is not there, {@code -1 - n} with the number of keys before it. */
    int find(byte[] key) {
        int common = Math.min(key.length, prefixBytes);
        int order = Arrays.compareUnsigned(key, 0, common, bytes, prefixAt, prefixAt + prefixBytes);
        if (order != 0) {
            return order < 0 ? -1 : -1 - count;
        }
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int compared =
                    Arrays.compareUnsigned(
                            bytes,
                            BlockSections.textAt(buffer, suffixesAt, count, middle),
                            BlockSections.textAt(buffer, suffixesAt, count, middle + 1),
                            key,
                            prefixBytes,
                            key.length);
            if (compared == 0) {
                return middle;
            }
            if (compared < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }

    /** How many keys are below a key. */
    int below(byte[] key) {
        int found = find(key);
        return found >= 0 ? found : -1 - found;
    }
}
