package io.paxosstore.protocol.topology;

/**
 * A node takes the places of another one.
 *
 * @param leaving the id of the node that goes, dead or alive
 * @param joining the id of the one that gets its places
 */
public record Replacement(int leaving, int joining) {
    /** Checks that they differ. */
    public Replacement {
        Check.that(
                leaving != joining,
                () -> "Node " + leaving + " cannot replace itself; name another one.");
    }
}
