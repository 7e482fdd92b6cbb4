package io.paxosstore.server.node;

import org.jspecify.annotations.Nullable;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Comparator;
import java.util.Optional;

/** The part of the Java heap where what stays ends up: indexes, caches, tables. Thread-safe. */
interface OldGeneration {
    /** What is used now, in bytes; some of it may be garbage. */
    long usedBytes();

    /** What the last collection of it left, in bytes; 0 before the first one. */
    long liveBytes();

    /** How large it may grow, in bytes. */
    long maxBytes();

    /** That of this process; empty with a collector that has none. */
    static Optional<OldGeneration> ofThisProcess() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .filter(MemoryPoolMXBean::isCollectionUsageThresholdSupported)
                .filter(MemoryPoolMXBean::isUsageThresholdSupported)
                .filter(pool -> pool.getUsage().getMax() > 0)
                .max(Comparator.comparingLong(pool -> pool.getUsage().getMax()))
                .map(Pool::new);
    }

    /** As the JVM tells it. */
    record Pool(MemoryPoolMXBean bean) implements OldGeneration {
        @Override
        public long usedBytes() {
            return bean.getUsage().getUsed();
        }

        @Override
        public long liveBytes() {
            @Nullable MemoryUsage after = bean.getCollectionUsage();
            return after == null ? 0 : after.getUsed();
        }

        @Override
        public long maxBytes() {
            return bean.getUsage().getMax();
        }
    }
}
