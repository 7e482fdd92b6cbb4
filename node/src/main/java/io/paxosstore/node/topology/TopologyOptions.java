package io.paxosstore.node.topology;

/**
 * The settings of a node's copy of the topology.
 *
 * @param refreshNanos about how often a node reads of it anew, above 0; half of that to one and a
 *     half times that
 * @param pagesPerRefresh how many pages it reads then beside the head and the plan, in turn, above
 *     0
 * @param timeoutNanos how long reading or changing a part may take, above 0
 */
public record TopologyOptions(long refreshNanos, int pagesPerRefresh, long timeoutNanos) {
    /** Checks that all are above 0. */
    public TopologyOptions {
        if (refreshNanos <= 0 || pagesPerRefresh <= 0 || timeoutNanos <= 0) {
            throw new IllegalArgumentException("Options of the topology must be above 0.");
        }
    }
}
