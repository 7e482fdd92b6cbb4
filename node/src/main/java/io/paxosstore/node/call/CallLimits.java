package io.paxosstore.node.call;

/**
 * What a call may bring.
 *
 * @param keyBytesMax longest key, or id of an entity
 * @param valueBytesMax longest value of a key
 */
public record CallLimits(int keyBytesMax, int valueBytesMax) {}
