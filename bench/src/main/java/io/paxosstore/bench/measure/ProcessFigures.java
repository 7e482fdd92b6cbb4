package io.paxosstore.bench.measure;

import io.paxosstore.bench.process.ProcessMemory;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * What processes have used so far, as Linux counts it.
 *
 * @param cpuNanos of all of them, user and system
 * @param residentBytes of the largest of them
 */
public record ProcessFigures(long cpuNanos, long residentBytes) {
    /**
     * Reads the figures.
     *
     * @throws IOException when one of them has ended
     */
    public static ProcessFigures of(List<Long> pids) throws IOException {
        long cpuNanos = 0;
        long residentBytes = 0;
        for (long pid : pids) {
            cpuNanos +=
                    ProcessHandle.of(pid)
                            .flatMap(process -> process.info().totalCpuDuration())
                            .map(Duration::toNanos)
                            .orElseThrow(() -> new IOException("process " + pid + " has ended"));
            residentBytes = Math.max(residentBytes, ProcessMemory.residentBytes(pid));
        }
        return new ProcessFigures(cpuNanos, residentBytes);
    }

    /** What was used since an earlier look. */
    public ProcessFigures since(ProcessFigures earlier) {
        return new ProcessFigures(cpuNanos - earlier.cpuNanos, residentBytes);
    }
}
