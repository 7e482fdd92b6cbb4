package io.paxosstore.bench.tables;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the process has read from and written to disks, as the kernel counts it: what the page cache
 * answers is no read, and what was written to it counts once it is to be written to the disk.
 *
 * @param readBytes since the process began
 * @param writtenBytes since the process began
 */
record DiskCounters(long readBytes, long writtenBytes) {
    private static final Path COUNTERS = Path.of("/proc/self/io");

    static DiskCounters now() throws IOException {
        long read = 0;
        long written = 0;
        for (String line : Files.readAllLines(COUNTERS)) {
            if (line.startsWith("read_bytes: ")) {
                read = number(line);
            } else if (line.startsWith("write_bytes: ")) {
                written = number(line);
            }
        }
        return new DiskCounters(read, written);
    }

    private static long number(String line) {
        return Long.parseLong(line.substring(line.indexOf(' ') + 1).trim());
    }

    DiskCounters minus(DiskCounters earlier) {
        return new DiskCounters(readBytes - earlier.readBytes, writtenBytes - earlier.writtenBytes);
    }
}
