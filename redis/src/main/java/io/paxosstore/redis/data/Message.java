package io.paxosstore.redis.data;

/**
 * A message that a script publishes; the arrays must not be changed.
 *
 * @param isShard whether it was published with SPUBLISH
 */
@SuppressWarnings("ArrayRecordComponent") // on its way to the network
public record Message(boolean isShard, byte[] channel, byte[] content) {}
