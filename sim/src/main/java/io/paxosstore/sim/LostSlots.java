package io.paxosstore.sim;

import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.OpenMode;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A planted bug: the file of what was entered of slots is not made durable (Rule M2). Not
 * thread-safe.
 */
final class LostSlots {
    private final Path file;
    private byte @Nullable [] before;

    /**
     * @param file the one that is not made durable
     */
    LostSlots(Path file) {
        this.file = file;
    }

    /** The file is about to be written. */
    void writing(CrashableFileSystem fs) {
        before = fs.exists(file) ? fs.content(file) : null;
    }

    /** Power has failed: the file is as it was before it was written last. */
    void crashed(CrashableFileSystem fs) {
        byte[] old = before;
        if (old == null || !fs.exists(file)) {
            return;
        }
        try (FileHandle handle = fs.open(file, OpenMode.WRITE)) {
            handle.truncate(0);
            handle.write(new ByteBuffer[] {ByteBuffer.wrap(old)}, 1, 0);
            handle.force();
        } catch (IOException e) {
            throw new IllegalStateException("a bug cannot be planted", e);
        }
        before = null;
    }
}
