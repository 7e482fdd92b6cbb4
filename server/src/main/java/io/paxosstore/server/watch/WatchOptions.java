package io.paxosstore.server.watch;

import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Settings;

/**
 * The settings of watches.
 *
 * @param nodeMax watches of the node
 * @param intervalNanos between two checks of a watched entity
 * @param historyBytes memory of one shard's history
 * @param windowBytes events of one watch that may wait for its connection
 */
public record WatchOptions(int nodeMax, long intervalNanos, long historyBytes, int windowBytes) {
    /** What a configuration says; its history is the node's, shared by the shards. */
    public static WatchOptions of(Configuration configuration) {
        return new WatchOptions(
                configuration.get(Settings.WATCH_PER_NODE_MAX),
                configuration.get(Settings.WATCH_CHECK_INTERVAL).toNanos(),
                configuration.get(Settings.WATCH_HISTORY_BYTES)
                        / configuration.get(Settings.SHARDS),
                Math.toIntExact(configuration.get(Settings.WATCH_WINDOW_BYTES)));
    }
}
