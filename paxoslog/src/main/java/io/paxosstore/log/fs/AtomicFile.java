package io.paxosstore.log.fs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Small files that are replaced as a whole: after a crash the old or the new content is there. */
public final class AtomicFile {
    /** Ends the name of a file that is being written; such a file may be deleted at start. */
    public static final String TEMPORARY_SUFFIX = ".tmp";

    private AtomicFile() {}

    /** Replaces a file durably: temporary file, force, rename, directory sync. */
    public static void write(FileSystem fs, Path file, byte[] content) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + TEMPORARY_SUFFIX);
        if (fs.exists(temporary)) {
            fs.delete(temporary);
        }
        try (FileHandle handle = fs.open(temporary, OpenMode.CREATE)) {
            handle.write(ByteBuffer.wrap(content), 0);
            handle.force();
        }
        fs.rename(temporary, file);
        Path directory = file.getParent();
        if (directory != null) {
            fs.syncDirectory(directory);
        }
    }

    /**
     * Reads a whole small file.
     *
     * @param limit the greatest size in bytes that is accepted
     * @throws IOException if it is larger, or cannot be read
     */
    public static byte[] read(FileSystem fs, Path file, int limit) throws IOException {
        try (FileHandle handle = fs.open(file, OpenMode.READ)) {
            long size = handle.size();
            if (size > limit) {
                throw new IOException(
                        file + " has " + size + " bytes, more than the limit of " + limit);
            }
            ByteBuffer content = ByteBuffer.allocate((int) size);
            if (!handle.fill(content, 0)) {
                throw new IOException(file + " became shorter while it was read");
            }
            return content.array();
        }
    }
}
