package io.paxosstore.sim;

/** Bugs of an entity space's engine that are planted to see whether the simulator finds them. */
enum EntityBug {
    /** None. */
    NONE,
    /** Now and then the last of several effects does not become part of an entry. */
    EFFECT_LEFT_OUT,
    /** The first node applies entries of several effects without the last one. */
    APPLIED_IN_PART,
    /** An image comes without the recent requests (Rule E1). */
    IMAGE_WITHOUT_REQUESTS,
    /** An image comes without the number of elements that were taken off the queue. */
    IMAGE_WITHOUT_SEQUENCE,
    /** Appended elements are taken onto older data than they follow (Rule C1). */
    APPENDED_ONTO_OLDER,
    /** Data becomes durable without the recent requests (Rule E1). */
    FLUSHED_WITHOUT_REQUESTS,
    /** Commands are evaluated on the data as it is on the disk (Rule W1). */
    EVALUATED_ON_OLD_DATA,
    /** Entries are dropped once they are applied, durable or not (Rule D6). */
    RECLAIMED_TOO_EARLY,
    /** Entries carry the changed columns of a row instead of the whole row. */
    ROWS_IN_PART,
    /** A merge removes delta records although newer ones have taken their place. */
    MERGED_BLINDLY,
    /** A merge step is applied although an image has come since it was made. */
    MERGED_OVER_IMAGE,
    /** A merge's removal of delta records is durable before the rows in the main table are. */
    MERGED_IN_PART,
    /** An image comes with the main table only. */
    IMAGE_WITHOUT_DELTA
}
