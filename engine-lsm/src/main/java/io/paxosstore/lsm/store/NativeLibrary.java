package io.paxosstore.lsm.store;

import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * RocksDB's native code, which its jar unpacks among the temporary files. There it would stay when
 * the process is killed, 17 MB each time; it is removed as soon as it is loaded. Thread-safe.
 */
final class NativeLibrary {
    /** Names a directory that has it unpacked already (RocksDB's own variable). */
    private static final String UNPACKED = "ROCKSDB_SHAREDLIB_DIR";

    private static boolean loaded;

    private NativeLibrary() {}

    /**
     * Loads it, unless that was done.
     *
     * @throws LsmFailureException when it cannot be unpacked or run there
     */
    static synchronized void load() {
        if (loaded) {
            return;
        }
        if (System.getenv(UNPACKED) == null) {
            unpack();
        }
        RocksDB.loadLibrary();
        loaded = true;
    }

    private static void unpack() {
        try {
            Path directory = Files.createTempDirectory("paxosstore-rocksdb");
            try {
                NativeLibraryLoader.getInstance().loadLibrary(directory.toString());
            } finally {
                remove(directory);
            }
        } catch (IOException | UnsatisfiedLinkError e) {
            throw new LsmFailureException(
                    "RocksDB's library cannot be unpacked and loaded in "
                            + System.getProperty("java.io.tmpdir")
                            + " ("
                            + e.getMessage()
                            + "); name a directory with room, from which programs may run, with"
                            + " -Djava.io.tmpdir in PAXOSSTORE_JVM_OPTS, in a container in"
                            + " conf/jvm.options.",
                    e);
        }
    }

    /** What is loaded needs its file no longer. */
    private static void remove(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(directory);
    }
}
