package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ConfigurationLoader;

import org.junit.jupiter.api.Test;

import java.util.Map;

final class NodeLimitsTest {
    private static final long MIB = 1 << 20;
    private static final long PLENTY = 1_000_000;

    static Configuration configuration(Map<String, String> settings) throws Exception {
        ConfigurationLoader loader = new ConfigurationLoader();
        loader.set("cluster.nodes", "1=a:7400,2=b:7400,3=c:7400");
        loader.set("node.id", "1");
        loader.set("node.directory", "/nowhere");
        loader.set("server.shards", "1");
        settings.forEach(loader::set);
        return loader.load();
    }

    @Test
    void theBudgetIsAQuarterOfTheHeap() throws Exception {
        NodeLimits limits = NodeLimits.of(configuration(Map.of()), 3, 256 * MIB, PLENTY);
        assertEquals(64 * MIB, limits.memoryBytes());
        assertEquals(10_000, limits.connectionsMax());
    }

    /** It is for data, not for more clients who ask for too much. */
    @Test
    void aLargeHeapIsNotLeftToRequests() throws Exception {
        long heapBytes = 6L << 30;
        assertEquals(
                64 * MIB,
                NodeLimits.of(configuration(Map.of()), 3, heapBytes, PLENTY).memoryBytes());
        Map<String, String> longValues = Map.of("limits.value-bytes", "4MiB");
        assertEquals(
                24 * 4 * MIB,
                NodeLimits.of(configuration(longValues), 3, heapBytes, PLENTY).memoryBytes());
    }

    @Test
    void aHeapThatIsTooSmallIsRefused() throws Exception {
        assertEquals(
                "server.memory is 16 MiB, a quarter of the Java heap, and values of 1 MiB"
                        + " (limits.value-bytes) need at least 24 MiB: raise -Xmx"
                        + " (PAXOSSTORE_JVM_OPTS, in a container conf/jvm.options).",
                refusal(Map.of(), 64 * MIB, PLENTY));
        assertEquals(
                "server.memory is 200 MiB, more than half of the Java heap of 256 MiB: raise -Xmx"
                        + " (PAXOSSTORE_JVM_OPTS, in a container conf/jvm.options) or lower"
                        + " server.memory.",
                refusal(Map.of("server.memory", "200MiB"), 256 * MIB, PLENTY));
    }

    /** Else each read of a value of before, and each large step of an entity, is Overloaded. */
    @Test
    void aLowLimitOfValuesLeavesRoomForWhatMayBeThere() throws Exception {
        Map<String, String> small = Map.of("limits.value-bytes", "1KiB", "server.memory", "16MiB");
        assertEquals(
                "server.memory is 16 MiB, and the longest operations on entities need at least 24"
                        + " MiB: raise server.memory.",
                refusal(small, 256 * MIB, PLENTY));
    }

    /** It would run out of memory hours later, when they are full. */
    @Test
    void whatIsHeldForLaterLeavesHalfOfTheHeap() throws Exception {
        NodeLimits.of(
                configuration(Map.of("entities.recent-bytes", "112MiB")), 3, 256 * MIB, PLENTY);
        assertEquals(
                "entities.recent-bytes and watch.history-bytes are 129 MiB together, more than half"
                        + " of the Java heap of 256 MiB: raise -Xmx (PAXOSSTORE_JVM_OPTS, in a"
                        + " container conf/jvm.options) or lower them.",
                refusal(Map.of("entities.recent-bytes", "113MiB"), 256 * MIB, PLENTY));
    }

    @Test
    void connectionsLeaveDescriptorsForFiles() throws Exception {
        assertEquals(
                1024 - 512 - 128 - 256 - 3,
                NodeLimits.of(configuration(Map.of()), 3, 256 * MIB, 1024).connectionsMax());
        assertEquals(
                (1024 - 512 - 128 - 256 - 3) / 2,
                NodeLimits.of(configuration(Map.of("redis.enabled", "true")), 3, 256 * MIB, 1024)
                        .connectionsMax(),
                "the port for clients of Redis takes as many");
        assertEquals(
                "This process may open 256 files and sockets, and a node needs at least 915: raise"
                        + " the limit (ulimit -n).",
                refusal(Map.of(), 256 * MIB, 256));
    }

    private static String refusal(Map<String, String> settings, long heapBytes, long descriptors)
            throws Exception {
        Configuration configuration = configuration(settings);
        return String.valueOf(
                assertThrows(
                                StartException.class,
                                () -> NodeLimits.of(configuration, 3, heapBytes, descriptors))
                        .getMessage());
    }
}
