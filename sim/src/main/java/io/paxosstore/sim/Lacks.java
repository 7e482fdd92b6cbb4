package io.paxosstore.sim;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Stored;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import java.util.List;
import java.util.function.Function;

/**
 * What nodes that are up lack of what they must have in the end: each answer names the first node
 * that lacks something, and what; empty when none does. Not thread-safe.
 */
final class Lacks {
    private final SimCluster cluster;
    private final List<EntityKey> keys;

    /**
     * @param keys that clients use
     */
    Lacks(SimCluster cluster, List<EntityKey> keys) {
        this.cluster = cluster;
        this.keys = keys;
    }

    /** The same of something else. */
    String first(Function<SimNode, String> lack) {
        for (int id : cluster.nodeIds()) {
            SimNode node = cluster.liveNode(id);
            String lacks = node == null ? "" : lack.apply(node);
            if (!lacks.isEmpty()) {
                return "node " + id + " " + lacks;
            }
        }
        return "";
    }

    /** The topology, if it is a first voter. */
    String topology() {
        return first(cluster.topology()::lacksTopology);
    }

    /** The newest epoch of each slot that is used, without a change that goes on. */
    String epochs() {
        return first(this::epochs);
    }

    private String epochs(SimNode node) {
        for (EntityKey key : keys) {
            Configuration now = cluster.topology().now(key);
            int own = cluster.topology().epochOf(node.id(), key);
            if (own < now.epoch() || cluster.topology().isChanging(Slots.of(key))) {
                return "is in epoch " + own + " of " + key + ", which has " + now;
            }
        }
        return "";
    }

    /** The newest version of each entity for which it votes, if it has room. */
    String versions() {
        return first(this::versions);
    }

    private String versions(SimNode node) {
        if (node.store().room() == Room.NONE) {
            return "";
        }
        for (EntityKey key : keys) {
            long version = node.store().look(key).version();
            boolean votes = cluster.topology().votes(node.id(), key);
            if (votes && version < cluster.truth().newestChosen(key)) {
                return "has " + key + " at version " + version;
            }
        }
        return "";
    }

    /** What it had, if it has lost something: its vote everywhere, and no entry at a floor. */
    String memory() {
        return first(this::memory);
    }

    private String memory(SimNode node) {
        Standing standing = node.store().standing();
        if (standing != Standing.WHOLE) {
            return "is " + standing + ": " + node.host().sweeps().getFirst().sweeper().progress();
        }
        for (EntityKey key : keys) {
            Stored held = node.store().look(key);
            if (cluster.topology().votes(node.id(), key) && !held.isRecovered()) {
                return "holds of " + key + " " + Describe.stored(held);
            }
        }
        return "";
    }

    /**
     * That each entry for which it voted is settled, if it was chosen. One that no other voter
     * holds was not, and a walk over the others does not come upon it.
     */
    String settled() {
        return first(this::settled);
    }

    private String settled(SimNode node) {
        for (EntityKey key : keys) {
            Stored held = node.store().look(key);
            boolean isChosen = held.pendingEntry() <= cluster.truth().newestChosen(key);
            if (cluster.topology().votes(node.id(), key) && held.isUnsettled() && isChosen) {
                return "has an entry of " + key + " that is not settled";
            }
        }
        return "";
    }
}
