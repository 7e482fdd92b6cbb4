package io.paxosstore.log.identity;

/** In which standing this node's memory of a slot is (Rules M4, M6). */
public enum SlotStanding {
    /** Does not vote there. */
    NONE,
    /** A newcomer: every entity is amnesiac until rebuilt here since it entered. */
    REBUILDING,
    /** What is not held was never there. */
    WHOLE,
    /**
     * Votes, as one of fewer voters than before, and has yet to learn what those before have chosen
     * (Rule M7).
     */
    WALKING
}
