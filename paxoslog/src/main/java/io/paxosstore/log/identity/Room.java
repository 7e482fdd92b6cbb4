package io.paxosstore.log.identity;

/** The room on the disk. */
public enum Room {
    ENOUGH,
    /** Below the soft watermark: no client's write is to begin. */
    LOW,
    /** Below the hard watermark: nothing is to be appended. */
    NONE
}
