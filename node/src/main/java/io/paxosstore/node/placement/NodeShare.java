package io.paxosstore.node.placement;

/**
 * What a plan means for one node.
 *
 * @param node its id
 * @param before in how many slots it votes before
 * @param gained in how many of these it did not vote before
 * @param lost in how many it votes no more
 */
public record NodeShare(int node, int before, int gained, int lost) {
    /** In how many slots it votes afterwards. */
    public int after() {
        return before + gained - lost;
    }
}
