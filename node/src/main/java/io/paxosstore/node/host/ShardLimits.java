package io.paxosstore.node.host;

/**
 * Where a shard begins to refuse requests, or lets them wait.
 *
 * @param requestsMax client requests that may wait at once
 * @param delayNanos how long most client requests may wait; beyond it, as many are taken as are
 *     done in that time
 * @param pendingBytesMax bytes that may wait for the disk before writes are refused
 * @param largeBytes what a request moves that is large
 * @param largeInFlightMax bytes of large requests that may be under way at once
 * @param slowNanos what other requests may take on average before large ones give way to them
 */
public record ShardLimits(
        int requestsMax,
        long delayNanos,
        long pendingBytesMax,
        long largeBytes,
        long largeInFlightMax,
        long slowNanos) {}
