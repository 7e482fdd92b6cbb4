package io.paxosstore.lsm.entity;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directories of data that were moved aside because they were damaged, beside the one in use:
 * for whoever wants to know what happened. The store itself reads them no more.
 */
final class DamagedCopies {
    private static final Logger LOG = LoggerFactory.getLogger(DamagedCopies.class);

    private final Path data;
    private final String prefix;

    /** Those of the data in a directory. */
    DamagedCopies(Path data) {
        this.data = data.toAbsolutePath();
        this.prefix = data.getFileName() + ".damaged-";
    }

    /** Where the data goes that an incarnation finds damaged; no two do so with one number. */
    Path next(int incarnation) {
        return data.resolveSibling(prefix + incarnation);
    }

    /** All there are, the oldest first. */
    List<Path> list() throws IOException {
        Path parent = data.getParent();
        if (parent == null || !Files.exists(parent)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(parent)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(prefix))
                    .sorted(Comparator.comparingLong(this::number).thenComparing(Path::toString))
                    .toList();
        }
    }

    private long number(Path copy) {
        String digits = String.valueOf(copy.getFileName()).substring(prefix.length());
        return digits.matches("[0-9]{1,18}") ? Long.parseLong(digits) : 0;
    }

    /** Deletes all but the newest, so that the disk does not fill with them. */
    void keep(int copiesMax) throws IOException {
        List<Path> all = list();
        for (Path old : all.subList(0, Math.max(0, all.size() - copiesMax))) {
            try {
                delete(old);
                LOG.warn("entity.data.damaged.deleted directory={} kept={}", old, copiesMax);
            } catch (IOException e) {
                LOG.warn("entity.data.damaged.undeleted directory={}", old, e);
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path walked, @Nullable IOException failure) throws IOException {
                        if (failure != null) {
                            throw failure;
                        }
                        Files.delete(walked);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
