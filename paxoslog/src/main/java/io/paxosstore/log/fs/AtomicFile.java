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
}
