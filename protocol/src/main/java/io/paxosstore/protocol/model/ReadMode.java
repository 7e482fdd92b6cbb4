package io.paxosstore.protocol.model;

/** How fresh a read must be (Rule R5). */
public enum ReadMode {
    /** Sees every write that was acknowledged before the read began. */
    LINEARIZABLE,
    /** Answers from the asked replica's version at once; may be stale. */
    LOCAL
}
