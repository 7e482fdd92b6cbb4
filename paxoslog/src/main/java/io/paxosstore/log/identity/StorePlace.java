package io.paxosstore.log.identity;

import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileMark;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * The file PLACE: says by which {@link FileMark} the file system knows this very file. So a copy of
 * the directory can be told from it. Whoever starts on a copy that was made while its node ran has
 * forgotten what that node promised and accepted afterwards, and nobody else can see it: for them
 * it is a node that was killed (Rule D1).
 *
 * <pre>
 *  u64 "PXSPLAC1" | u64 number | u64 birth in nanoseconds | u32 CRC32C of everything before
 * </pre>
 *
 * <p>Where the file system has no such mark there is no such file; without it, or when it is
 * damaged, nothing is refused. Not thread-safe.
 */
final class StorePlace {
    static final String FILE = "PLACE";

    private static final Logger LOG = LoggerFactory.getLogger(StorePlace.class);

    private static final long MAGIC = 0x505853504c414331L;
    private static final int MARKED_BYTES = 3 * Long.BYTES;
    private static final int FILE_BYTES = MARKED_BYTES + Integer.BYTES;

    private final FileSystem fs;
    private final Path directory;
    private final Path file;

    StorePlace(FileSystem fs, Path directory) {
        this.fs = fs;
        this.directory = directory;
        this.file = directory.resolve(FILE);
    }

    /**
     * Refuses a copy of the directory of a node that ran, or was killed.
     *
     * @throws StoreOpenException with the remedy
     */
    void refuseCopy() throws IOException {
        FileMark told = told();
        if (told != null && !isHere(told)) {
            throw new StoreOpenException(
                    ("The directory %s is a copy that was made while its node was running, or after"
                                    + " it was killed: what that node has voted since would be"
                                    + " forgotten, and acknowledged writes with it. Start with an"
                                    + " empty directory; only if the node never ran again after the"
                                    + " copy was made, delete the file %s in it instead.")
                            .formatted(directory, FILE));
        }
    }

    /** Whether the file is the one that it tells of, as far as that can be found out. */
    private boolean isHere(FileMark told) throws IOException {
        FileMark found = fs.mark(file);
        return found == null || told.isThatOf(found);
    }

    private @Nullable FileMark told() throws IOException {
        if (!fs.exists(file)) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.allocate(FILE_BYTES);
        try (FileHandle handle = fs.open(file, OpenMode.READ)) {
            if (!isGiven(handle, bytes)) {
                return null;
            }
        }
        bytes.flip();
        boolean isSound =
                bytes.getLong() == MAGIC && bytes.getInt(MARKED_BYTES) == checksum(bytes.array());
        return isSound ? new FileMark(bytes.getLong(), bytes.getLong()) : null;
    }

    private boolean isGiven(FileHandle handle, ByteBuffer bytes) {
        try {
            return handle.fill(bytes, 0); // false if a crash has cut it
        } catch (IOException e) { // no worse than damage
            LOG.warn("storage.place.unreadable file={}", file, e);
            return false;
        }
    }

    /**
     * Makes the file, durably, if it is missing, damaged, or that of another place. That it cannot
     * be made, for want of room for one, keeps no node from its start.
     *
     * @throws IOException if there is one of another place that cannot be deleted
     */
    void keep() throws IOException {
        if (!fs.hasMarks(directory)) {
            return;
        }
        FileMark told = told();
        if (told != null && isHere(told)) {
            return;
        }
        if (fs.exists(file)) {
            fs.delete(file);
        }
        try (FileHandle handle = fs.open(file, OpenMode.CREATE)) {
            FileMark mark = fs.mark(file);
            if (mark != null) {
                write(handle, mark);
            }
        } catch (IOException e) {
            LOG.warn("storage.place.unknown directory={}", directory, e);
        }
        fs.syncDirectory(directory);
    }

    private static void write(FileHandle handle, FileMark mark) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(FILE_BYTES);
        out.putLong(MAGIC).putLong(mark.number()).putLong(mark.birthNanos());
        out.putInt(checksum(out.array())).flip();
        handle.write(out, 0);
        handle.force();
    }

    private static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, MARKED_BYTES);
        return (int) crc.getValue();
    }
}
