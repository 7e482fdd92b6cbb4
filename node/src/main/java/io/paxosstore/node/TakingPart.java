package io.paxosstore.node;

import io.paxosstore.node.topology.Part;
import io.paxosstore.protocol.key.EntityKey;

import java.util.function.Supplier;

/**
 * Whether this node takes part: by what its store knows of its completeness, and by whether it
 * knows in which epochs it stands (Rules A1, M8). Thread-safe.
 *
 * @param topology there from the first turns of the shards on
 */
record TakingPart(NodeStore store, Supplier<HostTopology> topology) {
    /** Whether it stands in all epochs that it has heard of, and has read the topology. */
    boolean hasEntered() {
        return topology.get().hasEntered();
    }

    /**
     * Whether that was so once, be it before a start: what it stood in then is durable. Else nodes
     * that are restarted while they rebuild would have to wait for all others.
     */
    boolean hasEnteredOnce() {
        return store.hasRejoined() || topology.get().hasEnteredOnce();
    }

    /**
     * Whether other voters are to tell what an entity is, also where this node is one of them: it
     * is a part of the topology, by which it finds out in which epochs it stands.
     */
    boolean isReadElsewhere(EntityKey key) {
        return Part.of(key) != null && store.isUndecided(this::hasEnteredOnce);
    }
}
