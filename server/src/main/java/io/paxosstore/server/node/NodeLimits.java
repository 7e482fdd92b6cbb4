package io.paxosstore.server.node;

import com.sun.management.UnixOperatingSystemMXBean;

import io.paxosstore.server.config.ClientSettings;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.EntitySettings;
import io.paxosstore.server.config.PeerSettings;
import io.paxosstore.server.config.Protection;
import io.paxosstore.server.config.RedisSettings;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.config.WatchSettings;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.lang.management.ManagementFactory;

/**
 * What the process gives a node: memory for its clients, and descriptors for their connections.
 * Settled once, when the node starts.
 *
 * @param memoryBytes for requests, answers and unfinished frames
 * @param connectionsMax of clients
 */
record NodeLimits(long memoryBytes, int connectionsMax) {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLimits.class);

    /** What is to be raised, and where; in a container no script reads the variable. */
    private static final String HEAP =
            "-Xmx (PAXOSSTORE_JVM_OPTS, in a container conf/jvm.options)";

    /** The default is one of so many parts of the heap, the most is one of half as many. */
    private static final int HEAP_PARTS = 4;

    /** A default is no larger, unless values are so long that they need it. */
    private static final long DEFAULT_BYTES_MAX = 64L << 20;

    /** The longest requests that a budget has to have room for at once, with all their copies. */
    private static final int VALUES_MIN = 24;

    /**
     * What a budget has to have room for whatever clients may write: the longest operation on an
     * entity, and the longest value of a key that was written under a higher limit.
     */
    private static final long MEMORY_BYTES_MIN = 24L << 20;

    /** Descriptors that stay for files: journals, segments, RocksDB's tables, small files. */
    static final int FILES_RESERVE = 512;

    /** Fewer client connections than this are no service. */
    private static final int CONNECTIONS_MIN = 16;

    /**
     * What a node with this configuration has in this process.
     *
     * @param nodes of the cluster, as far as they are known
     * @throws StartException with one sentence when the heap, or the descriptors, do not suffice
     */
    static NodeLimits of(Configuration configuration, int nodes) throws StartException {
        return of(configuration, nodes, Runtime.getRuntime().maxMemory(), descriptorsMax());
    }

    /**
     * What a node with this configuration has in a process with such limits.
     *
     * @param nodes of the cluster, as far as they are known
     * @param heapBytes the greatest size of the heap
     * @param descriptors how many files and sockets the process may have open
     */
    static NodeLimits of(Configuration configuration, int nodes, long heapBytes, long descriptors)
            throws StartException {
        checkHeld(configuration, heapBytes);
        return new NodeLimits(
                memory(configuration, heapBytes), connections(configuration, nodes, descriptors));
    }

    /** What a node holds on the heap for later, and fills up in hours: it must not run out then. */
    private static void checkHeld(Configuration configuration, long heapBytes)
            throws StartException {
        long held =
                EntityMemory.recent(configuration, heapBytes)
                        + configuration.get(WatchSettings.HISTORY_BYTES);
        if (held > heapBytes / 2) {
            throw new StartException(
                    EntitySettings.RECENT_BYTES.key()
                            + " and "
                            + WatchSettings.HISTORY_BYTES.key()
                            + " are "
                            + mebibytes(held)
                            + " together, more than half of the Java heap of "
                            + mebibytes(heapBytes)
                            + ": raise "
                            + HEAP
                            + " or lower them.");
        }
    }

    private static long memory(Configuration configuration, long heapBytes) throws StartException {
        String key = Protection.MEMORY_BYTES.key();
        long configured = configuration.get(Protection.MEMORY_BYTES);
        long values = VALUES_MIN * configuration.get(Settings.VALUE_BYTES_MAX);
        long least = Math.max(MEMORY_BYTES_MIN, values);
        long ample = Math.max(DEFAULT_BYTES_MAX, least);
        long bytes = configured == 0 ? Math.min(ample, heapBytes / HEAP_PARTS) : configured;
        if (bytes > heapBytes / HEAP_PARTS * 2) {
            throw new StartException(
                    key
                            + " is "
                            + mebibytes(bytes)
                            + ", more than half of the Java heap of "
                            + mebibytes(heapBytes)
                            + ": raise "
                            + HEAP
                            + " or lower "
                            + key
                            + ".");
        }
        if (bytes < least) {
            throw new StartException(
                    key
                            + " is "
                            + mebibytes(bytes)
                            + (configured == 0 ? ", a quarter of the Java heap" : "")
                            + ", and "
                            + (values < least
                                    ? "the longest operations on entities"
                                    : "values of "
                                            + mebibytes(configuration.get(Settings.VALUE_BYTES_MAX))
                                            + " ("
                                            + Settings.VALUE_BYTES_MAX.key()
                                            + ")")
                            + " need at least "
                            + mebibytes(least)
                            + ": raise "
                            + (configured == 0 ? HEAP : key)
                            + ".");
        }
        return bytes;
    }

    private static String mebibytes(long bytes) {
        return bytes % (1 << 20) == 0 || bytes > 100L << 20
                ? (bytes >> 20) + " MiB"
                : (bytes >> 10) + " KiB";
    }

    private static int connections(Configuration configuration, int nodes, long descriptors)
            throws StartException {
        int ports = configuration.get(RedisSettings.ENABLED) ? 2 : 1; // each has as many
        int wanted = configuration.get(ClientSettings.CONNECTIONS_MAX);
        long others =
                FILES_RESERVE
                        + configuration.get(Protection.ADMIN_CONNECTIONS_MAX)
                        + configuration.get(Protection.PEER_GREETINGS_MAX)
                        + (long) nodes
                                * configuration.get(Settings.SHARDS)
                                * configuration.get(PeerSettings.SOCKETS);
        if (descriptors >= others + (long) ports * wanted) {
            return wanted;
        }
        if (descriptors < others + (long) ports * CONNECTIONS_MIN) {
            throw new StartException(
                    "This process may open "
                            + descriptors
                            + " files and sockets, and a node needs at least "
                            + (others + (long) ports * CONNECTIONS_MIN)
                            + ": raise the limit (ulimit -n).");
        }
        int most = (int) ((descriptors - others) / ports);
        LOG.warn(
                "descriptors.few this process may open {} files and sockets: at most {} connections"
                        + " of clients are served at a port, not {} ({}); raise the limit"
                        + " (ulimit -n) to {}",
                descriptors,
                most,
                wanted,
                ClientSettings.CONNECTIONS_MAX.key(),
                others + (long) ports * wanted);
        return most;
    }

    private static long descriptorsMax() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }
}
