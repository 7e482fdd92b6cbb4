package io.paxosstore.redis.geo;

/**
 * A member that a search has found.
 *
 * @param meters from the center of the search
 */
@SuppressWarnings("ArrayRecordComponent") // on its way to the network
record Place(byte[] member, double score, Point point, double meters) {}
