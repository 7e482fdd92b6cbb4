package io.paxosstore.core;

import io.paxosstore.protocol.model.SpaceKind;

/**
 * Which policy each space has. Asked by the shard's thread, whenever an entity comes into memory;
 * that entity keeps to the answer until it leaves.
 */
public interface SpacePolicies {
    /**
     * The policy of a space.
     *
     * @param space its number; any may be asked for, also of a space that is not known yet
     */
    SpacePolicy of(int space);

    /** One policy for all, but for the limits that depend on the kind of a space. */
    static SpacePolicies uniform(ReplicaConfig config, OwnershipPolicy ownership) {
        return new PolicyOfKind(
                SpacePolicy.of(SpaceKind.KEY_VALUE, config, ownership),
                SpacePolicy.of(SpaceKind.ENTITY, config, ownership));
    }
}
