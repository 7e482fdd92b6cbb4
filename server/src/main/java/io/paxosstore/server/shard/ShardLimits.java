package io.paxosstore.server.shard;

/**
 * Where a shard begins to refuse requests.
 *
 * @param requestsMax client requests that may wait at once
 * @param pendingBytesMax bytes that may wait for the disk before writes are refused
 */
public record ShardLimits(int requestsMax, long pendingBytesMax) {}
