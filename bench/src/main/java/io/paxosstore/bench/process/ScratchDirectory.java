package io.paxosstore.bench.process;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary directory that is removed with all it holds, unless it is kept. Thread-safe. */
public final class ScratchDirectory implements AutoCloseable {
    private final Path path;
    private volatile Kept kept = Kept.NOTHING;

    private enum Kept {
        NOTHING,
        LOGS,
        ALL
    }

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

    /** Deletes everything in a directory, which stays. */
    static void empty(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            List<Path> deepestFirst =
                    all.filter(path -> !path.equals(directory))
                            .sorted(Comparator.reverseOrder())
                            .toList();
            for (Path path : deepestFirst) {
                Files.delete(path);
            }
        }
    }

    /** From now on {@link #close()} leaves it alone. */
    public void keep() {
        kept = Kept.ALL;
    }

    /** From now on {@link #close()} leaves the files whose names end with {@code .log}. */
    public void keepLogs() {
        kept = Kept.LOGS;
    }

    /** Removes the directory, but for what is kept. */
    @Override
    public void close() {
        if (kept == Kept.ALL || !Files.exists(path)) {
            return;
        }
        try {
            Files.walkFileTree(path, new Remover(kept == Kept.LOGS));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + path, e);
        }
    }

    private static final class Remover extends SimpleFileVisitor<Path> {
        private final boolean leavesLogs;

        private Remover(boolean leavesLogs) {
            this.leavesLogs = leavesLogs;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            if (!leavesLogs || !file.toString().endsWith(".log")) {
                Files.deleteIfExists(file);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                throws IOException {
            if (!leavesLogs || isEmpty(directory)) {
                Files.deleteIfExists(directory);
            }
            return FileVisitResult.CONTINUE;
        }

        private static boolean isEmpty(Path directory) throws IOException {
            try (Stream<Path> inside = Files.list(directory)) {
                return inside.findAny().isEmpty();
            }
        }
    }
}
