package io.paxosstore.lsm.store;

import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Says why a database cannot be opened: it is damaged, so that its content must come from elsewhere
 * (Rule D5), or the machine does not let it be used now, which says nothing of its content.
 *
 * <p>What counts as damage is seen here, in the files; RocksDB's sentences about the system's
 * errors are in the language of the machine. Whatever is not seen to be damage is none.
 */
final class OpenFailure {
    /** Names the file that says what belongs to the database. */
    static final String CURRENT = "CURRENT";

    private static final String LOCK = "LOCK";
    private static final String TABLE_SUFFIX = ".sst";
    private static final String PROBE = "PROBE.tmp";
    private static final int CURRENT_BYTES_MAX = 1024;

    private OpenFailure() {}

    /**
     * What is wrong with a directory that is about to be opened, and RocksDB would take for empty
     * or fail on.
     *
     * @throws DamagedTableException if something is
     */
    static void check(Path directory, Path database) {
        for (Path one : List.of(directory, database)) {
            if (Files.exists(one) && !Files.isDirectory(one)) {
                throw new DamagedTableException(one.toString(), "it is no directory");
            }
        }
        // RocksDB would begin anew and delete the tables. Before the first one there was nothing: a
        // crash may end the making of a database at any point.
        if (!Files.exists(database.resolve(CURRENT)) && hasTables(database)) {
            throw new DamagedTableException(
                    database.resolve(CURRENT).toString(), "it is missing, beside tables");
        }
    }

    /** Whether there are table files. */
    static boolean hasTables(Path database) {
        return Files.isDirectory(database)
                && files(database).stream()
                        .anyMatch(file -> file.toString().endsWith(TABLE_SUFFIX));
    }

    /** What an attempt to open a database has failed for. */
    static LsmFailureException of(Path database, RocksDBException e) {
        Status status = e.getStatus();
        String message = String.valueOf(e.getMessage());
        if (status != null && Failures.isNoRoom(status)) {
            return new NoRoomException(
                    "The data in %s cannot be opened, because its disk is full: make room (%s)."
                            .formatted(database, message),
                    e);
        }
        if (isLocked(database, message)) {
            return new LsmFailureException(
                    "The data in %s is in use by a running process: stop that one first."
                            .formatted(database),
                    e);
        }
        String refusal = refusal(database);
        if (refusal != null) {
            return new LsmFailureException(
                    ("The data in %s cannot be used (%s): check owner and rights, the limit of open"
                                    + " files, and that the disk may be written.")
                            .formatted(database, refusal),
                    e);
        }
        if (status != null && status.getCode() == Status.Code.Corruption) {
            return new DamagedTableException(
                    Failures.fileIn(message), Failures.offsetIn(message), e);
        }
        String damage = damage(database);
        if (damage != null) {
            return new DamagedTableException(damage, "it is missing, or no file; " + message);
        }
        return new LsmFailureException(
                ("The data in %s cannot be opened (%s), and nothing says that it is damaged. If the"
                     + " disk is sound, move the directory away: its content is then fetched from"
                     + " the other nodes.")
                        .formatted(database, message),
                e);
    }

    private static boolean isLocked(Path database, String message) {
        String lower = message.toLowerCase(Locale.ROOT);
        boolean lock = lower.contains("while lock file") || lower.contains("lock hold by");
        return lock && !Files.isDirectory(database.resolve(LOCK));
    }

    /** What the machine refuses; null if every file can be read and new ones can be made. */
    private static @Nullable String refusal(Path database) {
        Path probe = database.resolve(PROBE);
        try {
            Files.deleteIfExists(probe);
            Files.createFile(probe);
            Files.delete(probe);
            for (Path file : files(database)) {
                // A lock of this process would be given up by closing the file.
                if (Files.isRegularFile(file) && !file.endsWith(LOCK)) {
                    FileChannel.open(file, StandardOpenOption.READ).close();
                }
            }
            return null;
        } catch (IOException e) {
            return e.getClass().getSimpleName() + ": " + e.getMessage();
        }
    }

    /** A file without which no database can be opened, and that is not there as such. */
    private static @Nullable String damage(Path database) {
        for (Path file : files(database)) {
            if (Files.isDirectory(file)) {
                return file.toString();
            }
        }
        Path current = database.resolve(CURRENT);
        try {
            if (!Files.isRegularFile(current) || Files.size(current) > CURRENT_BYTES_MAX) {
                return current.toString();
            }
            String manifest = Files.readString(current, StandardCharsets.ISO_8859_1).strip();
            boolean named = manifest.matches("MANIFEST-[0-9]+");
            Path file = named ? database.resolve(manifest) : current;
            return named && Files.isRegularFile(file) ? null : file.toString();
        } catch (IOException e) {
            return null; // unreadable: the disk fails
        }
    }

    private static List<Path> files(Path database) {
        try (Stream<Path> files = Files.list(database)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new LsmFailureException(
                    "The directory %s cannot be read (%s: %s): check owner and rights."
                            .formatted(database, e.getClass().getSimpleName(), e.getMessage()),
                    e);
        }
    }
}
