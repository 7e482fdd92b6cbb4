package io.paxosstore.protocol.topology;

import io.paxosstore.protocol.key.Slots;

import java.util.ArrayList;
import java.util.List;

/**
 * In which order the nodes of a cluster vote for a slot whose voters were never changed: requests
 * go to the first, and when it is dead to the second (Rule W4); the first has the right to entry 1
 * (Rule M9). Part of the wire contract: clients route by it, and peers that do not agree on it
 * break Rule F1. Fixed for ever.
 *
 * <p>Of N nodes in ascending order of their ids, the number of the slot is read in mixed radix:
 *
 * <pre>
 * first    the node at  slot mod N
 * second   of those left, the one at  (slot / N) mod (N - 1)
 * others   those left, ascending, rotated to begin at  (slot / (N (N - 1))) mod (N - 2)
 * </pre>
 *
 * <p>So each node is first in the same number of slots, give or take one, and each other node comes
 * second in the same number of these: what a dead node was asked for falls on all others alike.
 */
public final class FirstVoters {
    private FirstVoters() {}

    /**
     * Who stands at a place of a slot's order.
     *
     * @param slot 0 to {@link Slots#COUNT} - 1
     * @param nodeCount how many nodes there are, at least 1
     * @param place 0 to {@code nodeCount - 1}, 0 for the first
     * @return an index into the ascending list of node ids
     */
    public static int at(int slot, int nodeCount, int place) {
        int first = slot % nodeCount;
        if (place == 0) {
            return first;
        }
        int digits = slot / nodeCount;
        int second = without(first, digits % (nodeCount - 1));
        if (place == 1) {
            return second;
        }
        int rotation = digits / (nodeCount - 1);
        int left = (rotation + place - 2) % (nodeCount - 2);
        return without(Math.max(first, second), without(Math.min(first, second), left));
    }

    /**
     * How many orders there are: after so many slots they repeat.
     *
     * @param nodeCount how many nodes there are, at least 1
     */
    public static int orders(int nodeCount) {
        return nodeCount * Math.max(1, nodeCount - 1) * Math.max(1, nodeCount - 2);
    }

    /** The index in a list of what has another index once one element is taken out of it. */
    private static int without(int taken, int index) {
        return index < taken ? index : index + 1;
    }

    /**
     * A slot's order of preference.
     *
     * @param slot 0 to {@link Slots#COUNT} - 1
     * @param nodeIds distinct, ascending
     */
    public static List<Integer> order(int slot, List<Integer> nodeIds) {
        List<Integer> order = new ArrayList<>(nodeIds.size());
        for (int place = 0; place < nodeIds.size(); place++) {
            order.add(nodeIds.get(at(slot, nodeIds.size(), place)));
        }
        return order;
    }
}
