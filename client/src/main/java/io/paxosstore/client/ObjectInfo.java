package io.paxosstore.client;

import io.paxosstore.protocol.model.ObjectType;

/**
 * An object of an entity.
 *
 * @param type its model
 * @param size elements, members or fields; bytes of a value
 * @param expiresAtMillis when it expires, milliseconds since 1970; 0 for never
 */
public record ObjectInfo(ObjectType type, long size, long expiresAtMillis) {}
