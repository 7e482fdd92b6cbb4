package io.paxosstore.server.node;

import com.sun.management.OperatingSystemMXBean;

import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * What part of the machine's processors a process has used. It asks for the process's time alone:
 * the JDK's own figure reads files of the system each time. For one thread.
 */
final class ProcessorShare {
    private final LongSupplier usedNanos;
    private final LongSupplier nanoTime;
    private final int processors;
    private long lastUsed;
    private long last;

    /**
     * @param usedNanos time of all its threads on a processor; negative if that is not known
     * @param nanoTime of {@link System#nanoTime}'s kind
     */
    ProcessorShare(LongSupplier usedNanos, LongSupplier nanoTime, int processors) {
        this.usedNanos = usedNanos;
        this.nanoTime = nanoTime;
        this.processors = processors;
        this.lastUsed = usedNanos.getAsLong();
        this.last = nanoTime.getAsLong();
    }

    /** That of this process. */
    static ProcessorShare ofThisProcess() {
        LongSupplier used =
                ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                        ? system::getProcessCpuTime
                        : () -> -1;
        return new ProcessorShare(
                used, System::nanoTime, Runtime.getRuntime().availableProcessors());
    }

    /** The part since this was asked the last time, from 0 to 1; 0 if nobody knows. */
    double sinceLast() {
        long used = usedNanos.getAsLong();
        long now = nanoTime.getAsLong();
        double part = now <= last ? 0 : (double) (used - lastUsed) / (now - last) / processors;
        lastUsed = used;
        last = now;
        return used < 0 ? 0 : Math.clamp(part, 0.0, 1.0);
    }
}
