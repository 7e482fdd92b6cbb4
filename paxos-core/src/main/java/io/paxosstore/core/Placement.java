package io.paxosstore.core;

import io.paxosstore.protocol.key.EntityKey;

/**
 * Says which nodes vote for an entity, and in which order requests prefer them. Immutable: a node
 * that enters other epochs has another placement (Rule M2).
 */
public interface Placement {
    /** The configuration of the entity's slot, in the epoch that this node has entered. */
    Configuration configurationOf(EntityKey key);

    /**
     * All these nodes vote for every entity, and that was never changed.
     *
     * @param nodeIds 1, 3 or 5, in any order
     */
    static Placement neverChanged(int... nodeIds) {
        FirstConfigurations first = new FirstConfigurations(nodeIds);
        return key -> first.apply(key.slot());
    }
}
