package io.paxosstore.node.watch;

/**
 * The settings of watches.
 *
 * @param nodeMax watches of the node
 * @param intervalNanos between two checks of a watched entity
 * @param historyBytes memory of one shard's history
 * @param windowBytes events of one watch that may wait for its connection
 * @param keys whether the history has changes of keys, too
 */
public record WatchOptions(
        int nodeMax, long intervalNanos, long historyBytes, int windowBytes, boolean keys) {}
