package io.paxosstore.log;

import io.paxosstore.protocol.key.EntityKey;

/**
 * Something of an entity that only the log can remove, or build: an object that has expired, fields
 * of a map or rows of a table that have, or an index of a table that is not built.
 *
 * @param entity the entity
 * @param object the object's name
 * @param isTable whether the object is a table
 */
public record DueObject(EntityKey entity, String object, boolean isTable) {
    /** An engine tells of no more than so many at a time; those left out are found again. */
    public static final int REPORT_MAX = 16_384;
}
