package io.paxosstore.bench.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What processes have used so far, as Linux counts it.
 *
 * @param cpuNanos of all of them, user and system
 * @param residentBytes of the largest of them
 */
record ProcessFigures(long cpuNanos, long residentBytes) {
    private static final long BYTES_PER_KIBIBYTE = 1024;

    /**
     * Reads the figures.
     *
     * @throws IOException when one of them has ended
     */
    static ProcessFigures of(List<Long> pids) throws IOException {
        long cpuNanos = 0;
        long residentBytes = 0;
        for (long pid : pids) {
            cpuNanos +=
                    ProcessHandle.of(pid)
                            .flatMap(process -> process.info().totalCpuDuration())
                            .map(Duration::toNanos)
                            .orElseThrow(() -> new IOException("process " + pid + " has ended"));
            residentBytes = Math.max(residentBytes, residentBytes(pid));
        }
        return new ProcessFigures(cpuNanos, residentBytes);
    }

    private static long residentBytes(long pid) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) * BYTES_PER_KIBIBYTE;
            }
        }
        throw new IOException("the system does not tell the memory of process " + pid);
    }

    /** What was used since an earlier look. */
    ProcessFigures since(ProcessFigures earlier) {
        return new ProcessFigures(cpuNanos - earlier.cpuNanos, residentBytes);
    }
}
