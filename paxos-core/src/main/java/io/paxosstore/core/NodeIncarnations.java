package io.paxosstore.core;

import java.util.Arrays;

/**
 * Incarnations by node, as somebody knows them (Rule A3): looked up for every message, so without
 * an object for any number. Not thread-safe.
 */
public final class NodeIncarnations {
    private static final int INITIAL_NODES = 8;

    /** Takes what is known of a node. */
    @FunctionalInterface
    public interface Visitor {
        void node(int nodeId, int incarnation);
    }

    // Ascending, so many of them as size says; with each its incarnation at the same index.
    private int[] nodes = new int[INITIAL_NODES];
    private int[] incarnations = new int[INITIAL_NODES];
    private int size;

    /** The incarnation that is known of a node; 0 for none. */
    public int of(int nodeId) {
        int at = Arrays.binarySearch(nodes, 0, size, nodeId);
        return at < 0 ? 0 : incarnations[at];
    }

    /** From now on this is what is known of a node. */
    public void put(int nodeId, int incarnation) {
        int at = Arrays.binarySearch(nodes, 0, size, nodeId);
        if (at < 0) {
            at = -at - 1;
            insert(at, nodeId);
        }
        incarnations[at] = incarnation;
    }

    private void insert(int at, int nodeId) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, 2 * size);
            incarnations = Arrays.copyOf(incarnations, 2 * size);
        }
        System.arraycopy(nodes, at, nodes, at + 1, size - at);
        System.arraycopy(incarnations, at, incarnations, at + 1, size - at);
        nodes[at] = nodeId;
        size++;
    }

    /** Shows all nodes of which something is known, ascending. */
    public void forEach(Visitor visitor) {
        for (int at = 0; at < size; at++) {
            visitor.node(nodes[at], incarnations[at]);
        }
    }
}
