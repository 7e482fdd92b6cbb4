package io.paxosstore.sim.invariant;

import io.paxosstore.protocol.key.EntityKey;

/** Whose votes choose the entries of an entity, in each epoch of its slot. */
public interface Electorate {
    /** The epoch of the entity's slot in which a node stands, and votes. */
    int epochOf(int node, EntityKey key);

    /**
     * Whether a node that stands in an epoch has come anew to it since another one (Rule M4): what
     * it accepted before is none of its memory.
     *
     * @param before the last one in which it was seen; 0 for none
     */
    boolean comesAnew(int node, EntityKey key, int before);

    /**
     * Whether a node comes with the change that goes on where it stands: it may vote without its
     * memory, and what its store holds of such votes is true (Rule M14).
     */
    boolean isComing(int node, EntityKey key);

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
            public boolean comesAnew(int node, EntityKey key, int before) {
                return false;
            }

            @Override
            public boolean isComing(int node, EntityKey key) {
                return false;
            }

            @Override
            public boolean isMajority(EntityKey key, int epoch, int nodes) {
                return 2 * Integer.bitCount(nodes) > count;
            }
        };
    }
}
