package io.paxosstore.protocol.model;

/** What a key-value write did. All of them are final. */
public enum WriteStatus {
    /** Written. */
    OK,
    /** A comparison failed: the key is present with another value or version. */
    CONFLICT,
    /** The key is absent. */
    NOT_FOUND,
    /** The present value is no decimal number of 64 bits. */
    NOT_A_NUMBER,
    /** The sum does not fit into 64 bits. */
    NUMBER_OVERFLOW
}
