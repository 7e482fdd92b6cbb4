package io.paxosstore.log.identity;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.fs.FileSystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The spaces that were dropped, in memory and in a small durable file. A number is never used again
 * for another space. Thread-safe.
 *
 * <p>Content of the {@link MirroredFile}: u32 count, then as many u32 space numbers, ascending.
 */
final class DroppedSpaces {
    static final String FILE = "DROPPED";

    /** The most spaces that a store can drop in its life. */
    static final int COUNT_MAX = 1 << 20;

    static final int FORMAT_VERSION = 2;

    private static final long MAGIC = 0x50585344524f5031L;

    private final MirroredFile file;
    private boolean toBeWritten;

    // Replaced as a whole, under the lock; never changed. Ascending.
    private volatile int[] spaces;

    private DroppedSpaces(MirroredFile file, int[] spaces, boolean toBeWritten) {
        this.file = file;
        this.spaces = spaces;
        this.toBeWritten = toBeWritten;
    }

    /** Reads the file; writes nothing. */
    static DroppedSpaces read(
            FileSystem fs, Path directory, FailStop failStop, boolean fresh, SmallFileLosses losses)
            throws IOException {
        MirroredFile file =
                new MirroredFile(
                        fs,
                        directory.resolve(FILE),
                        MAGIC,
                        FORMAT_VERSION,
                        (COUNT_MAX + 1) * Integer.BYTES,
                        failStop);
        SmallFileLosses.Content content = losses.read(file, FORMAT_VERSION, fresh);
        ByteBuffer in = content.bytes();
        int[] spaces = new int[in.hasRemaining() ? in.getInt() : 0];
        in.asIntBuffer().get(spaces);
        return new DroppedSpaces(file, spaces, content.isToBeWritten());
    }

    /** Writes the file if it is missing, or one of its copies is damaged. */
    synchronized void repair() throws IOException {
        if (toBeWritten) {
            file.write(encode(spaces));
            toBeWritten = false;
        }
    }

    /** All of them, ascending. */
    int[] all() {
        return spaces.clone();
    }

    int count() {
        return spaces.length;
    }

    boolean contains(int space) {
        int[] now = spaces;
        return now.length > 0 && Arrays.binarySearch(now, space) >= 0;
    }

    /**
     * Adds spaces durably, in one write.
     *
     * @return whether one of them was not there yet
     */
    synchronized boolean add(int... more) throws IOException {
        int[] next =
                IntStream.concat(Arrays.stream(spaces), Arrays.stream(more))
                        .sorted()
                        .distinct()
                        .toArray();
        if (next.length == spaces.length) {
            return false;
        }
        if (next.length > COUNT_MAX) {
            throw new IOException("This store has dropped " + COUNT_MAX + " spaces, the limit.");
        }
        file.write(encode(next));
        spaces = next;
        return true;
    }

    private static byte[] encode(int[] spaces) {
        ByteBuffer out = ByteBuffer.allocate((spaces.length + 1) * Integer.BYTES);
        out.putInt(spaces.length);
        for (int space : spaces) {
            out.putInt(space);
        }
        return out.array();
    }
}
