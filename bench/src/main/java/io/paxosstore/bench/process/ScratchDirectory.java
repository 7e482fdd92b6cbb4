package io.paxosstore.bench.process;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicBoolean;

/** A temporary directory that is removed with all it holds, unless it is kept. Thread-safe. */
public final class ScratchDirectory implements AutoCloseable {
    private final Path path;
    private final AtomicBoolean isKept = new AtomicBoolean();

    private ScratchDirectory(Path path) {
        this.path = path;
    }

    /** Creates an empty one in the system's place for temporary files. */
    public static ScratchDirectory create(String prefix) throws IOException {
        return new ScratchDirectory(Files.createTempDirectory(prefix));
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /** From now on {@link #close()} leaves it alone. */
    public void keep() {
        isKept.set(true);
    }

    /** Removes the directory. */
    @Override
    public void close() {
        if (isKept.get() || !Files.exists(path)) {
            return;
        }
        try {
            Files.walkFileTree(path, new Remover());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + path, e);
        }
    }

    private static final class Remover extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
