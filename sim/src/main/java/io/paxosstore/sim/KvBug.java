package io.paxosstore.sim;

/** Bugs of the key-value model that are planted to see whether the simulator finds them. */
enum KvBug {
    /** None. */
    NONE,
    /** The writes that share an entry share their version too. */
    VERSION_OF_ENTRY
}
