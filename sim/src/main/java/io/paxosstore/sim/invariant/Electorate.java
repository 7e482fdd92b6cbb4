package io.paxosstore.sim.invariant;

import io.paxosstore.protocol.key.EntityKey;

/** Whose votes choose the entries of an entity, in each epoch of its slot. */
public interface Electorate {
    /** The epoch of the entity's slot in which a node stands, and votes. */
    int epochOf(int node, EntityKey key);

    /**
     * Whether some nodes are a majority in an epoch (Rules K3, M3).
     *
     * @param nodes the node of id i is among them if bit i is set
     */
    boolean isMajority(EntityKey key, int epoch, int nodes);

    /**
     * All nodes vote for everything, for ever.
     *
     * @param count how many they are, with ids from 1
     */
    static Electorate all(int count) {
        return new Electorate() {
            @Override
            public int epochOf(int node, EntityKey key) {
                return 1;
            }

            @Override
            public boolean isMajority(EntityKey key, int epoch, int nodes) {
                return 2 * Integer.bitCount(nodes) > count;
            }
        };
    }
}
