package io.paxosstore.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a process has in memory, as Linux counts it. */
public final class ProcessMemory {
    private static final String RESIDENT = "VmRSS:";
    private static final long BYTES_PER_KIBIBYTE = 1024;

    private ProcessMemory() {}

    /**
     * Memory that is resident, in bytes: heap, what lies outside of it, and code.
     *
     * @param pid of a process that runs
     * @throws IOException when there is no such process, or the system is not Linux
     */
    public static long residentBytes(long pid) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
            if (line.startsWith(RESIDENT)) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) * BYTES_PER_KIBIBYTE;
            }
        }
        throw new IOException("the system does not tell the memory of process " + pid);
    }
}
