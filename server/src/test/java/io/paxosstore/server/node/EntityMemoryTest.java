package io.paxosstore.server.node;

import static io.paxosstore.server.node.NodeLimitsTest.configuration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.Map;

final class EntityMemoryTest {
    private static final long MIB = 1 << 20;
    private static final long GIB = 1 << 30;

    private static EntityMemory of(Map<String, String> settings, long machine, long heap)
            throws Exception {
        return EntityMemory.of(configuration(settings), machine, heap);
    }

    /** A small container keeps what it had; a large machine is made use of, within bounds. */
    @Test
    void itFollowsMachineAndHeap() throws Exception {
        assertEquals(new EntityMemory(96 * MIB, 16 * MIB), of(Map.of(), GIB, GIB / 2));
        assertEquals(new EntityMemory(256 * MIB, 32 * MIB), of(Map.of(), 8 * GIB, 2 * GIB));
        assertEquals(new EntityMemory(512 * MIB, 96 * MIB), of(Map.of(), 256 * GIB, 64 * GIB));
        assertEquals(
                new EntityMemory(96 * MIB, 16 * MIB),
                of(Map.of(), 0, GIB / 4),
                "the machine's memory is not known");
    }

    @Test
    void whatIsConfiguredCounts() throws Exception {
        Map<String, String> settings =
                Map.of("entities.cache-bytes", "50MiB", "entities.recent-bytes", "0B");
        assertEquals(new EntityMemory(50 * MIB, 0), of(settings, 8 * GIB, 2 * GIB));
    }

    /** Who asks for much of the heap for something else is not refused for what nobody set. */
    @Test
    void aLongHistoryLeavesItLess() throws Exception {
        Map<String, String> settings = Map.of("watch.history-bytes", "2000MiB");
        assertEquals(48 * MIB, of(settings, 16 * GIB, 4 * GIB).recentBytes());
        NodeLimits.of(configuration(settings), 3, 4 * GIB, Long.MAX_VALUE);
    }

    /** Who asks for large memtables need not ask for the cache that they are a part of. */
    @Test
    void memtablesLeaveHalfOfTheCache() throws Exception {
        Map<String, String> settings = Map.of("entities.memtable-bytes", "300MiB");
        assertEquals(600 * MIB, of(settings, GIB, GIB).cacheBytes());
    }
}
