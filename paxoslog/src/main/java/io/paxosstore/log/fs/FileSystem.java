package io.paxosstore.log.fs;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What the storage layer needs of a file system. Thread-safe.
 *
 * <p>Creating, renaming and deleting a file survives a power loss only after {@link #syncDirectory}
 * of the directory; a file's content only after {@link FileHandle#force}.
 */
public interface FileSystem {
    /** The machine's own file system. */
    static FileSystem real() {
        return new NioFileSystem();
    }

    /**
     * Opens a file.
     *
     * @throws java.nio.file.NoSuchFileException if it is missing and the mode is not {@code CREATE}
     * @throws java.nio.file.FileAlreadyExistsException if it exists and the mode is {@code CREATE}
     */
    FileHandle open(Path file, OpenMode mode) throws IOException;

    /** The paths of a directory's files, sorted by name; sub-directories included. */
    List<Path> list(Path directory) throws IOException;

    /** Whether there is a file or directory of that name. */
    boolean exists(Path path);

    /** Creates a directory and its parents where missing, durably. */
    void createDirectories(Path directory) throws IOException;

    /** Renames a file within its directory, atomically, replacing the target if there is one. */
    void rename(Path from, Path to) throws IOException;

    /** Deletes a file that exists. */
    void delete(Path file) throws IOException;

    /** Makes all earlier creations, renames and deletions in the directory durable. */
    void syncDirectory(Path directory) throws IOException;

    /**
     * How many bytes can still be written to the disk of this directory.
     *
     * @throws IOException if that cannot be told
     */
    long usableBytes(Path directory) throws IOException;

    /**
     * Whether files of this directory have a {@link #mark}: not where a file system numbers them
     * anew when it is mounted, for one, nor where nothing may be changed or is but simulated.
     */
    default boolean hasMarks(Path directory) {
        return false;
    }

    /**
     * What tells a file from all copies of it. May change the file's time of modification.
     *
     * @return null where there are no marks
     */
    default @Nullable FileMark mark(Path file) throws IOException {
        return null;
    }

    /**
     * Whether an error of a write means that the disk, or what the user may have of it, is full.
     */
    static boolean isNoRoom(IOException error) {
        String message = String.valueOf(error.getMessage());
        return message.contains("No space left") || message.contains("quota exceeded");
    }

    /**
     * Whether an error passes by itself, when there is room on the disk, or when the process has
     * descriptors again; it says nothing of the file.
     */
    static boolean isPassing(IOException error) {
        return isNoRoom(error)
                || String.valueOf(error.getMessage()).contains("Too many open files");
    }

    /**
     * Takes an exclusive lock on a file, creating the file where missing. The lock ends with {@link
     * HeldLock#close} or with the process.
     *
     * @return null when somebody else holds it
     */
    @Nullable HeldLock tryLock(Path file) throws IOException;

    /** An exclusive lock that is held. */
    interface HeldLock extends AutoCloseable {
        @Override
        void close() throws IOException;
    }
}
