package io.paxosstore.node.topology;

/**
 * How far a node is with the slots that it gets by the present plan.
 *
 * @param node its id
 * @param done in how many it votes
 * @param moving in how many it is becoming whole
 * @param left how many have not begun
 */
public record NodeProgress(int node, int done, int moving, int left) {}
