package io.paxosstore.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The disk on which a directory lies. What it was sent is counted by the disk, not by processes:
 * Linux charges a process with the whole of a large page of which it has changed a few bytes, and
 * writes only those.
 */
public final class Disk {
    private static final Path COUNTERS = Path.of("/proc/diskstats");
    private static final int MAJOR_FIELD = 0;
    private static final int MINOR_FIELD = 1;
    private static final int SECTORS_WRITTEN_FIELD = 9;
    private static final long SECTOR_BYTES = 512;
    private static final int MAJOR_SHIFT = 8;
    private static final long MAJOR_MASK = 0xfff;
    private static final long MINOR_MASK = 0xff;

    private final long device;

    private Disk(long device) {
        this.device = device;
    }

    /** The disk of an existing directory. */
    public static Disk of(Path directory) throws IOException {
        return new Disk((Long) Files.getAttribute(directory, "unix:dev"));
    }

    /**
     * Bytes it was sent since the system started.
     *
     * @throws IOException when it is no disk of its own, such as a file system in memory
     */
    public long writtenBytes() throws IOException {
        long major = device >> MAJOR_SHIFT & MAJOR_MASK;
        long minor = device & MINOR_MASK;
        for (String line : Files.readAllLines(COUNTERS)) {
            String[] fields = line.trim().split("\\s+", -1);
            if (Long.parseLong(fields[MAJOR_FIELD]) == major
                    && Long.parseLong(fields[MINOR_FIELD]) == minor) {
                return Long.parseLong(fields[SECTORS_WRITTEN_FIELD]) * SECTOR_BYTES;
            }
        }
        throw new IOException(
                "the directory for temporary files is on no disk that /proc/diskstats names; set"
                        + " java.io.tmpdir to one that is");
    }
}
