package io.paxosstore.bench.load;

import java.util.Locale;

/** The operations a mix is made of. */
public enum OperationKind {
    /** Reads a key. */
    READ,
    /** Puts a key. */
    WRITE,
    /** Adds a message to an entity's queue. */
    ENQUEUE,
    /** Reads the first messages of an entity's queue. */
    QUEUE_READ,
    /** Adds an element to an entity's list. */
    LIST_APPEND,
    /** Reads the first elements of an entity's list. */
    LIST_RANGE,
    /** Adds one of some members to an entity's set. */
    SET_ADD,
    /** Looks for a member in an entity's set. */
    SET_CONTAINS,
    /** Puts one of some fields of an entity's map. */
    MAP_PUT,
    /** Reads a field of an entity's map. */
    MAP_GET,
    /** Puts an entity's value. */
    VALUE_PUT,
    /** Reads an entity's value. */
    VALUE_GET,
    /** Increments an entity's counter. */
    COUNTER,
    /** Upserts one of some rows of an entity's table. */
    TABLE_UPSERT,
    /** Adds to a number of a row of an entity's table. */
    TABLE_UPDATE,
    /** Reads a row of an entity's table by its key. */
    TABLE_GET,
    /** Reads the first rows of an entity's table. */
    TABLE_SCAN,
    /** Adds a message and counts it, in one MultiOp with a guard. */
    MULTI_OP;

    /** The name in options and reports, such as {@code queue-read}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether it is about an entity, not about a key of a key-value space. */
    public boolean isOfEntity() {
        return this != READ && this != WRITE;
    }
}
