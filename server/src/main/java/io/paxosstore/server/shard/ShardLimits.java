package io.paxosstore.server.shard;

/**
 * Where a shard begins to refuse requests.
 *
 * @param requestsMax client requests that may wait at once
 * @param delayNanos how long most client requests may wait; beyond it, as many are taken as are
 *     done in that time
 * @param pendingBytesMax bytes that may wait for the disk before writes are refused
 */
public record ShardLimits(int requestsMax, long delayNanos, long pendingBytesMax) {}
