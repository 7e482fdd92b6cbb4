package io.paxosstore.protocol.topology;

/**
 * What a change of the cluster means for one node.
 *
 * @param node its id
 * @param before in how many slots it votes before
 * @param gained in how many of these it did not vote before
 * @param lost in how many it votes no more
 */
public record NodeMoves(int node, int before, int gained, int lost) {
    /** In how many slots it votes afterwards. */
    public int after() {
        return before + gained - lost;
    }
}
