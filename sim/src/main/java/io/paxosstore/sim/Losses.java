package io.paxosstore.sim;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.VoterSet;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What nodes have lost, and may lose besides: of each slot a minority of the voters on either side
 * of a change; more would be more than is promised. Not thread-safe.
 */
final class Losses {
    /** How a node stands, as far as it is durable. */
    private static final class Standings {
        private final SimNode node;
        private final boolean isWhole;

        Standings(SimNode node) {
            this.node = node;
            this.isWhole = node.store().isWhole();
        }

        /** Whether a voter has lost something; who comes with the change going on has not. */
        boolean isBroken(int slot, Configuration at) {
            boolean comes = at.isNewcomer(node.id(), at.epoch() - 1);
            boolean isIncomplete =
                    at.isNewcomer(node.id(), node.store().entered().epochOf(slot))
                            || node.store().entered().isRebuilding(slot);
            return !isWhole || (!comes && isIncomplete);
        }
    }

    private final SimCluster cluster;
    private final List<EntityKey> keys;

    /**
     * @param keys that clients, or the nodes themselves, use
     */
    Losses(SimCluster cluster, List<EntityKey> keys) {
        this.cluster = cluster;
        this.keys = keys;
    }

    /** Whether nothing is lost that is not rebuilt. */
    boolean isNone() {
        return cluster.nodeIds().stream().allMatch(id -> cluster.node(id).store().isWhole());
    }

    /** Whether a node may lose what it has. */
    boolean mayAdd(SimNode node) {
        Map<Integer, Standings> all = new HashMap<>();
        cluster.nodeIds().forEach(id -> all.put(id, new Standings(cluster.node(id))));
        IntStream others = cluster.topology().otherSlots();
        return IntStream.concat(others, keys.stream().mapToInt(Slots::of))
                .allMatch(slot -> mayAdd(node.id(), slot, all));
    }

    private boolean mayAdd(int node, int slot, Map<Integer, Standings> all) {
        Configuration at = cluster.topology().now(slot);
        return mayAdd(node, slot, at, at.quorum().old(), all)
                && mayAdd(node, slot, at, at.quorum().next(), all);
    }

    private static boolean mayAdd(
            int node, int slot, Configuration at, VoterSet side, Map<Integer, Standings> all) {
        int voters = 0;
        int broken = 0;
        for (int place = 0; place < at.voters().count(); place++) {
            if (side.contains(place)) {
                int id = at.voters().id(place);
                Standings one = all.get(id);
                voters++;
                broken += id == node || (one != null && one.isBroken(slot, at)) ? 1 : 0;
            }
        }
        return broken <= (voters - 1) / 2;
    }
}
