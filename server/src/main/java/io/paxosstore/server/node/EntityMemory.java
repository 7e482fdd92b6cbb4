package io.paxosstore.server.node;

import com.sun.management.OperatingSystemMXBean;

import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.EntitySettings;
import io.paxosstore.server.config.WatchSettings;

import java.lang.management.ManagementFactory;

/**
 * Memory for what was read and written of entities last: as configured, or, where it is not, by
 * what there is. Both are bounds: what a node has no use for it does not take.
 *
 * @param cacheBytes outside of the Java heap, memtables included
 * @param recentBytes of the Java heap
 */
record EntityMemory(long cacheBytes, long recentBytes) {
    private static final int MACHINE_PARTS = 32;
    private static final long CACHE_BYTES_MIN = 96L << 20;
    private static final long CACHE_BYTES_MAX = 512L << 20;

    /** Memtables leave half of the cache to blocks. */
    private static final int MEMTABLE_PARTS = 2;

    private static final int HEAP_PARTS = 64;
    private static final long RECENT_BYTES_MIN = 16L << 20;
    private static final long RECENT_BYTES_MAX = 96L << 20;

    /** What a node with this configuration has in this process. */
    static EntityMemory of(Configuration configuration) {
        long machineBytes =
                ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                        ? system.getTotalMemorySize()
                        : 0;
        return of(configuration, machineBytes, Runtime.getRuntime().maxMemory());
    }

    /**
     * What a node with this configuration has in such a process.
     *
     * @param machineBytes of the machine, or of the container
     * @param heapBytes the greatest size of the heap
     */
    static EntityMemory of(Configuration configuration, long machineBytes, long heapBytes) {
        Long cache = configuration.find(EntitySettings.CACHE_BYTES);
        long memtables = configuration.get(EntitySettings.MEMTABLE_BYTES);
        return new EntityMemory(
                cache == null ? cache(machineBytes, memtables) : cache,
                recent(configuration, heapBytes));
    }

    /** How much of a heap is for entities used last. */
    static long recent(Configuration configuration, long heapBytes) {
        Long recent = configuration.find(EntitySettings.RECENT_BYTES);
        if (recent != null) {
            return recent;
        }
        long room = heapBytes / 2 - configuration.get(WatchSettings.HISTORY_BYTES);
        long most = Math.clamp(room, RECENT_BYTES_MIN, RECENT_BYTES_MAX);
        return Math.clamp(heapBytes / HEAP_PARTS, RECENT_BYTES_MIN, most);
    }

    private static long cache(long machineBytes, long memtableBytes) {
        long byMachine = Math.clamp(machineBytes / MACHINE_PARTS, CACHE_BYTES_MIN, CACHE_BYTES_MAX);
        return Math.max(byMachine, MEMTABLE_PARTS * memtableBytes);
    }
}
