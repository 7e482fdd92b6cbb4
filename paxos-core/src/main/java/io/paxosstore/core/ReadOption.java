package io.paxosstore.core;

/** How fresh a read must be (Rule R5). */
public enum ReadOption {
    /** Sees every write that was acknowledged before the read began. */
    LINEARIZABLE,
    /** Answers from this replica's version at once; may be stale. */
    LOCAL
}
