package io.paxosstore.dist;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * A layer of an image in the making: a tar of files that belong to root, unless it is said
 * otherwise. The same files give the same bytes: all have one date and are taken in the order of
 * their names. Not thread-safe.
 */
final class Layer {
    private static final int DIRECTORY_MODE = 0755;
    private static final int EXECUTABLE_MODE = 0755;
    private static final int FILE_MODE = 0644;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final TarArchiveOutputStream tar =
            new TarArchiveOutputStream(bytes, StandardCharsets.UTF_8.name());
    private final Set<String> directories = new HashSet<>();
    private final Date date;

    Layer(Instant date) {
        this.date = Date.from(date);
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    }

    /** A directory, with those above it. */
    Layer directory(String path) throws IOException {
        return directory(path, DIRECTORY_MODE, 0);
    }

    /** A directory with a mode and an owner, user and group alike. */
    Layer directory(String path, int mode, int owner) throws IOException {
        int slash = path.lastIndexOf('/');
        if (slash > 0) {
            directory(path.substring(0, slash));
        }
        if (directories.add(path)) {
            TarArchiveEntry entry = new TarArchiveEntry(path + "/");
            entry.setMode((TarArchiveEntry.DEFAULT_DIR_MODE & ~0777) | mode);
            put(entry, owner, new byte[0]);
        }
        return this;
    }

    /** A text file. */
    Layer text(String path, String text) throws IOException {
        return file(path, FILE_MODE, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A file of this machine; who may execute it here, may in the image. */
    Layer copy(String path, Path source) throws IOException {
        return file(
                path,
                Files.isExecutable(source) ? EXECUTABLE_MODE : FILE_MODE,
                Files.readAllBytes(source));
    }

    /** The files of a directory of this machine that are chosen by their paths beneath it. */
    Layer tree(String path, Path source, Predicate<String> chosen) throws IOException {
        try (Stream<Path> all = Files.walk(source)) {
            List<Path> files =
                    all.filter(Files::isRegularFile)
                            .filter(file -> chosen.test(source.relativize(file).toString()))
                            .sorted()
                            .toList();
            for (Path file : files) {
                copy(path + "/" + source.relativize(file), file);
            }
        }
        return this;
    }

    private Layer file(String path, int mode, byte[] content) throws IOException {
        directory(path.substring(0, path.lastIndexOf('/')));
        TarArchiveEntry entry = new TarArchiveEntry(path);
        entry.setMode((TarArchiveEntry.DEFAULT_FILE_MODE & ~0777) | mode);
        entry.setSize(content.length);
        put(entry, 0, content);
        return this;
    }

    private void put(TarArchiveEntry entry, int owner, byte[] content) throws IOException {
        entry.setModTime(date);
        entry.setIds(owner, owner);
        entry.setNames("", "");
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
    }

    /** Ends it. */
    Finished finish() {
        try {
            tar.close();
            ByteArrayOutputStream compressed = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
                bytes.writeTo(gzip);
            }
            return new Finished(
                    Blob.of(bytes.toByteArray()).digest(), Blob.of(compressed.toByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // in memory
        }
    }

    /**
     * A layer as an image has it.
     *
     * @param contentDigest of the tar before it was compressed
     * @param blob the compressed tar
     */
    record Finished(String contentDigest, Blob blob) {}
}
