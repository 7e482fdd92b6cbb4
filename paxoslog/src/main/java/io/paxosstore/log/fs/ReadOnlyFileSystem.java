package io.paxosstore.log.fs;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Another file system, for those who must not change anything: files are opened for reading,
 * whatever the mode, and what would write is refused. Thread-safe.
 *
 * @param inner which is read
 */
public record ReadOnlyFileSystem(FileSystem inner) implements FileSystem {
    @Override
    public FileHandle open(Path file, OpenMode mode) throws IOException {
        if (mode == OpenMode.CREATE) {
            throw refused("create", file);
        }
        return inner.open(file, OpenMode.READ);
    }

    /** Of a directory that is not there nothing, as who writes finds it when he has made it. */
    @Override
    public List<Path> list(Path directory) throws IOException {
        return inner.exists(directory) ? inner.list(directory) : List.of();
    }

    @Override
    public boolean exists(Path path) {
        return inner.exists(path);
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        throw refused("create", directory);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        throw refused("rename", from);
    }

    @Override
    public void delete(Path file) throws IOException {
        throw refused("delete", file);
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        throw refused("sync", directory);
    }

    @Override
    public long usableBytes(Path directory) throws IOException {
        return inner.usableBytes(directory);
    }

    @Override
    public @Nullable HeldLock tryLock(Path file) throws IOException {
        throw refused("lock", file);
    }

    private static IOException refused(String what, Path path) {
        return new IOException("Only reading is allowed here: will not " + what + " " + path + ".");
    }
}
