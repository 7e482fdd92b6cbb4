package io.paxosstore.core;

import io.paxosstore.protocol.key.EntityKey;

import java.util.Arrays;

/** Says which nodes vote for an entity, and in which order requests prefer them. */
public interface Placement {
    Voters votersOf(EntityKey key);

    /**
     * All nodes vote for every entity; the preference order is the nodes in ascending order,
     * rotated by the key's hash modulo their count, so that each node is preferred for an equal
     * share.
     */
    static Placement everywhere(int... nodeIds) {
        int[] sorted = nodeIds.clone();
        Arrays.sort(sorted);
        Voters[] rotations = new Voters[sorted.length];
        for (int first = 0; first < sorted.length; first++) {
            int[] order = new int[sorted.length];
            for (int i = 0; i < order.length; i++) {
                order[i] = sorted[(first + i) % sorted.length];
            }
            rotations[first] = new Voters(order);
        }
        return key -> rotations[(int) Long.remainderUnsigned(key.hash(), rotations.length)];
    }
}
