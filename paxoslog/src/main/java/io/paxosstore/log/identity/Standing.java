package io.paxosstore.log.identity;

/**
 * What a store knows of its own completeness (Rule A1). In any but {@code WHOLE}, entities are
 * amnesiac until rebuilt.
 */
public enum Standing {
    /** Its directory was empty; whether this node has lost one before, only its peers know. */
    NEW,
    /** Something is lost: every entity is amnesiac until it has been rebuilt. */
    REBUILDING,
    /** What is not there was never there. */
    WHOLE
}
