package io.paxosstore.lsm.store;

import org.rocksdb.Options;
import org.rocksdb.SstFileReader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Directories of stores, and what a killed process would leave of them. */
public final class Disk {
    private final Path root;
    private int copies;

    /** Directories beneath this one. */
    public Disk(Path root) {
        this.root = root;
    }

    /** An empty directory. */
    public Path fresh() {
        return root.resolve("store-" + copies++);
    }

    /** A copy of a store's directory as it is now: what a crash leaves. */
    public Path crashImage(LsmStore store, Path directory) {
        Failures.run("A pause", store.rocks().db()::pauseBackgroundWork);
        try {
            return copy(directory);
        } finally {
            Failures.run("Going on", store.rocks().db()::continueBackgroundWork);
        }
    }

    /** A copy of a directory that nobody writes to. */
    public Path copy(Path directory) {
        Path copy = fresh();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.toList()) {
                Path to = copy.resolve(directory.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(file, to);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return copy;
    }

    /** Table files, the largest last. */
    public static List<Path> tables(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".sst"))
                    .sorted((a, b) -> Long.compare(size(a), size(b)))
                    .toList();
        }
    }

    /** Table files of a family of records, as it is called in RocksDB; of a closed store. */
    public static List<Path> tables(Path directory, String family) throws IOException {
        List<Path> tables =
                tables(directory).stream().filter(table -> family.equals(familyOf(table))).toList();
        if (tables.isEmpty()) {
            throw new AssertionError("nothing of " + family + " is in a table file");
        }
        return tables;
    }

    private static String familyOf(Path table) {
        try (Options options = new Options();
                SstFileReader reader = new SstFileReader(options)) {
            Failures.run("Opening " + table, () -> reader.open(table.toString()));
            byte[] name =
                    Failures.call("Reading", () -> reader.getTableProperties())
                            .getColumnFamilyName();
            return new String(name, StandardCharsets.UTF_8);
        }
    }

    /** Flips a bit in the first block of each table. */
    public static void damage(List<Path> tables) throws IOException {
        for (Path table : tables) {
            byte[] bytes = Files.readAllBytes(table);
            bytes[20] ^= 1;
            Files.write(table, bytes);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
