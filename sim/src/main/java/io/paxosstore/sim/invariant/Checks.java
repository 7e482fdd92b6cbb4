package io.paxosstore.sim.invariant;

/** How closely a run is watched. */
public enum Checks {
    /** All invariants, also those that look at single messages and records. */
    ALL,
    /**
     * Only what a user would notice in the end: two values chosen, unequal data, a request executed
     * twice, a history that is not linearizable. Shows what a bug leads to, not where it is.
     */
    OUTCOMES
}
