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
    /** An image takes the place of newer data, too. */
    IMAGE_OVER_NEWER_DATA,
    /** Entries are dropped once they are applied, durable or not (Rule D6). */
    RECLAIMED_TOO_EARLY,
    /** The record that ends an amnesia does not wait for the data (Rule D6). */
    REBUILT_BEFORE_FLUSH,
    /** What was accepted at the data's version passes for chosen after a crash (Rule C2). */
    UNMASKED
}
