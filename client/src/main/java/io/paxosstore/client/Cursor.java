package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

/**
 * Where a scan of a set, sorted set or map, or a query of a table, goes on. Its bytes may be kept
 * and used later: it names no version and holds nothing open.
 *
 * @param from the first key wanted, encoded, whether it is there or not; need not decode to a key;
 *     of a sorted set or a query, what the server makes of it
 * @param to the end, encoded, not included; null for all, and of a sorted set or a query
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are on their way to or from the network
public record Cursor(byte[] from, byte @Nullable [] to) {}
