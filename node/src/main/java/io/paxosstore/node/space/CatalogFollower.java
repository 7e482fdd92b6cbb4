package io.paxosstore.node.space;

/** Who is told when a node's copy of the catalog has changed. */
@FunctionalInterface
public interface CatalogFollower {
    /**
     * The copy has this version; called on the catalog's loop, or, for the first time, on the loop
     * of who follows.
     */
    void changed(long version);
}
