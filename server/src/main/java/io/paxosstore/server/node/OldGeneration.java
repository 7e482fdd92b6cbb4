package io.paxosstore.server.node;

import org.jspecify.annotations.Nullable;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.Optional;
import java.util.Set;

/**
 * The part of the Java heap where what stays ends up: indexes, caches, tables. Thread-safe.
 *
 * <p>Of the collectors that the JVM has, those are known here that collect it as a whole, which
 * tells what is alive: the parallel one, which replicas use, and the serial one.
 */
interface OldGeneration {
    /** As the JVM names it. */
    Set<String> NAMES = Set.of("PS Old Gen", "Tenured Gen");

    /** What is used now, in bytes; some of it may be garbage. */
    long usedBytes();

    /** What the last collection of it left, in bytes; 0 before the first one. */
    long liveBytes();

    /** How large it may grow, in bytes. */
    long maxBytes();

    /** That of this process; empty with another collector. */
    static Optional<OldGeneration> ofThisProcess() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> NAMES.contains(pool.getName()))
                .<OldGeneration>map(Pool::new)
                .findFirst();
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
