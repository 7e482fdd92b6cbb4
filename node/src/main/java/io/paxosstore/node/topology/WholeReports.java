package io.paxosstore.node.topology;

/** What is known of who is whole where (Rule M6). */
@FunctionalInterface
public interface WholeReports {
    /**
     * Whether a node has said that it is whole in a slot in this very epoch, in the incarnation in
     * which it is known to live. What it has said stays true as long as it keeps its disk.
     */
    boolean isWhole(int node, int slot, long epoch);
}
