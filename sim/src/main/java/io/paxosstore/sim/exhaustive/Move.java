package io.paxosstore.sim.exhaustive;

/**
 * One event of a schedule: something happens to a node.
 *
 * @param node the node's id; 0 for the topology
 * @param action see {@link Action}
 */
record Move(int node, int action) {}
