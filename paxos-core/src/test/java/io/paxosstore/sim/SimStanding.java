package io.paxosstore.sim;

import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;

import java.util.List;

/** What one node's store has lost and not got back (Rules A1, A5). Not thread-safe. */
final class SimStanding {
    private final SimCluster cluster;
    private final int id;
    private final SimStorage storage;

    SimStanding(SimCluster cluster, int id, SimStorage storage) {
        this.cluster = cluster;
        this.id = id;
        this.storage = storage;
    }

    /** What the store holds of an entity, for a sweep. */
    Stored look(EntityKey key) {
        return storage.look(key);
    }

    /** Whether nothing is lost that is not rebuilt. */
    boolean isWhole() {
        return storage.isWhole();
    }

    /** Whether the disk was lost and not everything is rebuilt. */
    boolean isRebuilding() {
        return storage.isRebuilding();
    }

    /** Whether the node votes in every entity, and no entry is left at a floor. */
    boolean isRecovered(List<EntityKey> keys) {
        return !isRebuilding() && keys.stream().allMatch(key -> look(key).isRecovered());
    }

    /** Everything has been rebuilt. */
    void whole(List<EntityKey> keys) {
        cluster.trace().add(cluster.queue().nowNanos()).add(id).add("whole");
        cluster.trace().line(() -> cluster.at(id) + "is whole");
        storage.whole();
        keys.forEach(key -> cluster.truth().whole(id, key, storage.look(key)));
    }
}
