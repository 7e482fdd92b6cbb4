package io.paxosstore.bitcask;

import io.paxosstore.log.fs.AtomicFile;
import io.paxosstore.log.fs.FileSystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The spaces that were dropped, in memory and in a small durable file. A number is never used again
 * for another space. Thread-safe.
 *
 * <pre>
 *  0  u64 magic "PXSDROP1"
 *  8  u32 count, then as many u32 space numbers, ascending
 *  .  u32 CRC32C of everything before
 * </pre>
 */
final class DroppedSpaces {
    static final String FILE = "DROPPED";

    /** The most spaces that a store can drop in its life. */
    static final int COUNT_MAX = 1 << 20;

    private static final long MAGIC = 0x50585344524f5031L;
    private static final int FIXED_BYTES = 16;

    private final FileSystem fs;
    private final Path file;

    // Replaced as a whole, under the lock; never changed. Ascending.
    private volatile int[] spaces;

    private DroppedSpaces(FileSystem fs, Path file, int[] spaces) {
        this.fs = fs;
        this.file = file;
        this.spaces = spaces;
    }

    /**
     * Reads the file where there is one.
     *
     * @throws StoreOpenException if it is damaged
     */
    static DroppedSpaces open(FileSystem fs, Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (!fs.exists(file)) {
            return new DroppedSpaces(fs, file, new int[0]);
        }
        byte[] bytes = AtomicFile.read(fs, file, FIXED_BYTES + COUNT_MAX * Integer.BYTES);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (bytes.length < FIXED_BYTES
                || in.getInt(bytes.length - Integer.BYTES) != checksum(bytes)
                || in.getLong() != MAGIC
                || in.getInt() != (bytes.length - FIXED_BYTES) / Integer.BYTES) {
            throw new StoreOpenException(
                    "The list of dropped spaces "
                            + file
                            + " is damaged: restore it from a backup of this node.");
        }
        int[] spaces = new int[(bytes.length - FIXED_BYTES) / Integer.BYTES];
        in.asIntBuffer().get(spaces);
        return new DroppedSpaces(fs, file, spaces);
    }

    boolean isEmpty() {
        return spaces.length == 0;
    }

    boolean contains(int space) {
        int[] now = spaces;
        return now.length > 0 && Arrays.binarySearch(now, space) >= 0;
    }

    /**
     * Adds a space durably.
     *
     * @return whether it was not there yet
     */
    synchronized boolean add(int space) throws IOException {
        int[] old = spaces;
        int at = Arrays.binarySearch(old, space);
        if (at >= 0) {
            return false;
        }
        if (old.length == COUNT_MAX) {
            throw new IOException("This store has dropped " + COUNT_MAX + " spaces, the limit.");
        }
        int[] next = new int[old.length + 1];
        int insert = -at - 1;
        System.arraycopy(old, 0, next, 0, insert);
        next[insert] = space;
        System.arraycopy(old, insert, next, insert + 1, old.length - insert);
        AtomicFile.write(fs, file, encode(next));
        spaces = next;
        return true;
    }

    private static byte[] encode(int[] spaces) {
        ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + spaces.length * Integer.BYTES);
        out.putLong(MAGIC).putInt(spaces.length);
        for (int space : spaces) {
            out.putInt(space);
        }
        out.putInt(checksum(out.array()));
        return out.array();
    }

    private static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length - Integer.BYTES);
        return (int) crc.getValue();
    }
}
