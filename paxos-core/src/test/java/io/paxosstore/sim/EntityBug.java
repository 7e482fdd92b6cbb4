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
    RECLAIMED_TOO_EARLY
}
