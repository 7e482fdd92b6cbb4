package io.paxosstore.core;

import io.paxosstore.protocol.key.EntityKey;

import java.util.Arrays;

/**
 * Says which nodes vote for an entity, and in which order requests prefer them. Immutable: a node
 * that enters other epochs has another placement (Rule M2).
 */
public interface Placement {
    /** The configuration of the entity's slot, in the epoch that this node has entered. */
    Configuration configurationOf(EntityKey key);

    /**
     * All nodes vote for every entity; the preference order is the nodes in ascending order,
     * rotated by the key's hash modulo their count, so that each node is preferred for an equal
     * share.
     */
    static Placement everywhere(int... nodeIds) {
        int[] sorted = nodeIds.clone();
        Arrays.sort(sorted);
        Configuration[] rotations = new Configuration[sorted.length];
        for (int first = 0; first < sorted.length; first++) {
            Integer[] order = new Integer[sorted.length];
            for (int i = 0; i < order.length; i++) {
                order[i] = sorted[(first + i) % sorted.length];
            }
            rotations[first] = Configuration.first(order);
        }
        return key -> rotations[(int) Long.remainderUnsigned(key.hash(), rotations.length)];
    }
}
