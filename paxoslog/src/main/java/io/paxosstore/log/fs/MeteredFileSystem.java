package io.paxosstore.log.fs;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Another file system, of which is told how much is read: for those who show how far they are.
 * Thread-safe where what is told of it is.
 *
 * @param inner what is read
 * @param read told of each read how many bytes it has brought
 */
public record MeteredFileSystem(FileSystem inner, IntConsumer read) implements FileSystem {
    @Override
    public FileHandle open(Path file, OpenMode mode) throws IOException {
        return new Handle(inner.open(file, mode), read);
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        return inner.list(directory);
    }

    @Override
    public boolean exists(Path path) {
        return inner.exists(path);
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        inner.createDirectories(directory);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        inner.rename(from, to);
    }

    @Override
    public void delete(Path file) throws IOException {
        inner.delete(file);
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        inner.syncDirectory(directory);
    }

    @Override
    public long usableBytes(Path directory) throws IOException {
        return inner.usableBytes(directory);
    }

    @Override
    public boolean hasMarks(Path directory) {
        return inner.hasMarks(directory);
    }

    @Override
    public @Nullable FileMark mark(Path file) throws IOException {
        return inner.mark(file);
    }

    @Override
    public @Nullable HeldLock tryLock(Path file) throws IOException {
        return inner.tryLock(file);
    }

    private record Handle(FileHandle inner, IntConsumer told) implements FileHandle {
        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            int count = inner.read(target, position);
            if (count > 0) {
                told.accept(count);
            }
            return count;
        }

        @Override
        public void write(ByteBuffer[] sources, int count, long position) throws IOException {
            inner.write(sources, count, position);
        }

        @Override
        public void force() throws IOException {
            inner.force();
        }

        @Override
        public void truncate(long size) throws IOException {
            inner.truncate(size);
        }

        @Override
        public long size() throws IOException {
            return inner.size();
        }

        @Override
        public void close() throws IOException {
            inner.close();
        }
    }
}
