package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.integer;
import static io.paxosstore.server.config.Declare.size;

import java.time.Duration;

/** The settings of watches. */
public final class WatchSettings {
    public static final Setting<Integer> PER_CONNECTION_MAX =
            integer(
                    "watch.per-connection",
                    4096,
                    1,
                    1_000_000,
                    "Watches of one client connection; one more is refused.");

    public static final Setting<Integer> PER_NODE_MAX =
            integer(
                    "watch.per-node",
                    100_000,
                    1,
                    10_000_000,
                    "Watches of all client connections together; one more is refused. Commands of"
                            + " clients of Redis that wait may have half of them.");

    public static final Setting<Duration> CHECK_INTERVAL =
            duration(
                    "watch.check-interval",
                    Duration.ofSeconds(2),
                    Duration.ofMillis(20),
                    Duration.ofMinutes(1),
                    "How often a node asks the others whether it has missed something of a watched"
                            + " entity, and gives its watchers a sign of life. Costs one read per"
                            + " watched entity.");

    public static final Setting<Long> HISTORY_BYTES =
            size(
                    "watch.history-bytes",
                    16L << 20,
                    64L << 10,
                    1L << 34,
                    "Memory for what watchers may still be told of entries that were applied, of"
                        + " all entities together. What is older is told from the journal, as long"
                        + " as that keeps it (entities.flush-after), and from the history of"
                        + " changes (history.bytes), else as Compacted.");

    public static final Setting<Long> WINDOW_BYTES =
            size(
                    "watch.window-bytes",
                    16L << 10,
                    1L << 10,
                    1L << 24,
                    "Events of one watch that may wait for its connection; the rest waits in the"
                            + " history.");

    private WatchSettings() {}
}
