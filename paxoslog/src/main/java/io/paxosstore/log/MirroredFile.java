package io.paxosstore.log;

import io.paxosstore.log.fs.AtomicFile;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * A small file that is replaced as a whole and holds its content twice, so that damage to one copy
 * is harmless (Rule D5). Not thread-safe.
 *
 * <pre>
 * two copies of equal size, one after the other, each:
 *  0  u64 magic
 *  8  u32 format version
 * 12  u32 length of the content
 * 16  content
 *  .  u32 CRC32C of everything before
 * </pre>
 *
 * <p>Big-endian. The second copy begins in the middle of the file, wherever damage lies.
 */
public final class MirroredFile {
    private static final int FIXED_BYTES = 20;
    private static final int CONTENT_AT = 16;
    private static final byte[] NOTHING = {};
    private static final Logger LOG = LoggerFactory.getLogger(MirroredFile.class);

    private final FileSystem fs;
    private final Path file;
    private final long magic;
    private final int version;
    private final int contentBytesMax;
    private final FailStop failStop;

    /**
     * Names a file; touches nothing.
     *
     * @param version the format version of the content
     * @param contentBytesMax the largest content
     * @param failStop stops the store when an fsync fails (Rule D4)
     */
    public MirroredFile(
            FileSystem fs,
            Path file,
            long magic,
            int version,
            int contentBytesMax,
            FailStop failStop) {
        this.fs = fs;
        this.file = file;
        this.magic = magic;
        this.version = version;
        this.contentBytesMax = contentBytesMax;
        this.failStop = failStop;
    }

    /**
     * What was read.
     *
     * @param content the content; null when no copy is intact
     * @param version the format version of the intact copy; 0 when there is none
     * @param whole whether both copies are intact and equal; if not, the file should be written
     *     again
     */
    public record Found(@Nullable ByteBuffer content, int version, boolean whole) {}

    /** The file's name. */
    public Path file() {
        return file;
    }

    /** Whether the file is there. */
    public boolean exists() {
        return fs.exists(file);
    }

    /**
     * Reads the file. A copy that the disk does not give is a damaged one.
     *
     * @throws IOException if it is missing or cannot be opened
     */
    public Found read() throws IOException {
        byte[] first;
        byte[] second;
        try (FileHandle handle = fs.open(file, OpenMode.READ)) {
            long size = handle.size();
            if (size > 2L * (FIXED_BYTES + contentBytesMax)) {
                return new Found(null, 0, false);
            }
            int half = (int) size / 2;
            first = read(handle, 0, half);
            second = read(handle, half, (int) size - half);
        }
        boolean firstIntact = isIntact(first);
        boolean secondIntact = isIntact(second);
        if (!firstIntact && !secondIntact) {
            return new Found(null, 0, false);
        }
        byte[] intact = firstIntact ? first : second;
        boolean whole = firstIntact && secondIntact && Arrays.equals(first, second);
        ByteBuffer content =
                ByteBuffer.wrap(intact, CONTENT_AT, intact.length - FIXED_BYTES).slice();
        return new Found(content, ByteBuffer.wrap(intact).getInt(8), whole);
    }

    private byte[] read(FileHandle handle, int from, int length) {
        byte[] copy = new byte[length];
        try {
            if (handle.fill(ByteBuffer.wrap(copy), from)) {
                return copy;
            }
        } catch (IOException e) {
            LOG.error("storage.unreadable file={} offset={}", file, from, e);
        }
        return NOTHING;
    }

    private boolean isIntact(byte[] copy) {
        ByteBuffer in = ByteBuffer.wrap(copy);
        return copy.length >= FIXED_BYTES
                && in.getLong(0) == magic
                && in.getInt(12) == copy.length - FIXED_BYTES
                && in.getInt(copy.length - Integer.BYTES) == checksum(copy);
    }

    /**
     * Replaces the file durably: after a crash the old or the new content is there. Nothing is
     * written once the store has stopped: whoever tries again what failed must not have a second
     * fsync tell that all is well (Rule D4).
     *
     * @throws IOException if there is no room, or no descriptor, for now: the old content stays,
     *     and it may be tried again; or if the disk fails, or has failed: the store has stopped
     */
    public void write(byte[] content) throws IOException {
        if (failStop.isFailed()) {
            throw new IOException(file + " is not written: the store has stopped");
        }
        byte[] encoded = encode(content);
        try {
            replace(encoded);
        } catch (IOException e) {
            if (!FileSystem.isPassing(e)) {
                failStop.fail(e);
            }
            throw e;
        }
    }

    private void replace(byte[] encoded) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + AtomicFile.TEMPORARY_SUFFIX);
        if (fs.exists(temporary)) {
            fs.delete(temporary);
        }
        try (FileHandle handle = fs.open(temporary, OpenMode.CREATE)) {
            handle.write(ByteBuffer.wrap(encoded), 0);
            failStop.guard(handle::force);
        }
        fs.rename(temporary, file);
        Path directory = Objects.requireNonNull(file.getParent());
        failStop.guard(() -> fs.syncDirectory(directory));
    }

    /** The file's bytes for a content. */
    public byte[] encode(byte[] content) {
        if (content.length > contentBytesMax) {
            throw new IllegalArgumentException(file + " would be larger than its limit");
        }
        int half = FIXED_BYTES + content.length;
        byte[] copy = new byte[half];
        ByteBuffer.wrap(copy).putLong(magic).putInt(version).putInt(content.length).put(content);
        ByteBuffer.wrap(copy).putInt(half - Integer.BYTES, checksum(copy));
        byte[] both = Arrays.copyOf(copy, half * 2);
        System.arraycopy(copy, 0, both, half, half);
        return both;
    }

    private static int checksum(byte[] copy) {
        CRC32C crc = new CRC32C();
        crc.update(copy, 0, copy.length - Integer.BYTES);
        return (int) crc.getValue();
    }
}
