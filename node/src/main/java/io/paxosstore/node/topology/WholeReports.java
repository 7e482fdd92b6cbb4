package io.paxosstore.node.topology;

/** What is known of who is whole where (Rule M6). */
@FunctionalInterface
public interface WholeReports {
    /**
     * Whether a node has said that it is whole in a slot in this very epoch. What it has said stays
     * true.
     */
    boolean isWhole(int node, int slot, long epoch);
}
