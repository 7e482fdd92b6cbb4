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
 * @param writtenBytes sent to the disk by all of them
 * @param residentBytes of the largest of them
 */
record ProcessFigures(long cpuNanos, long writtenBytes, long residentBytes) {
    private static final long BYTES_PER_KIBIBYTE = 1024;

    /**
     * Reads the figures.
     *
     * @throws IOException when one of them has ended
     */
    static ProcessFigures of(List<Long> pids) throws IOException {
        long cpuNanos = 0;
        long writtenBytes = 0;
        long residentBytes = 0;
        for (long pid : pids) {
            cpuNanos +=
                    ProcessHandle.of(pid)
                            .flatMap(process -> process.info().totalCpuDuration())
                            .map(Duration::toNanos)
                            .orElseThrow(() -> new IOException("process " + pid + " has ended"));
            writtenBytes += number(pid, "io", "write_bytes:");
            residentBytes =
                    Math.max(residentBytes, number(pid, "status", "VmRSS:") * BYTES_PER_KIBIBYTE);
        }
        return new ProcessFigures(cpuNanos, writtenBytes, residentBytes);
    }

    private static long number(long pid, String file, String label) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/" + file))) {
            if (line.startsWith(label)) {
                return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IOException("the system does not tell " + label + " of process " + pid);
    }

    /** What was used since an earlier look. */
    ProcessFigures since(ProcessFigures earlier) {
        return new ProcessFigures(
                cpuNanos - earlier.cpuNanos, writtenBytes - earlier.writtenBytes, residentBytes);
    }
}
