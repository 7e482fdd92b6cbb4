package io.paxosstore.node.placement;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How evenly a table of voters uses the nodes.
 *
 * @param slotsMin the fewest slots for which a node votes, of those that vote at all
 * @param slotsMax the most
 * @param preferredMin the fewest slots in which one of these nodes is preferred: its share of the
 *     requests
 * @param preferredMax the most
 * @param partnersMin the fewest nodes that vote beside one node, and take over from it when it is
 *     dead
 * @param partnersMax the most
 * @param worstTakeover the greatest part of one dead node's requests that falls on one partner, as
 *     a multiple of an even part; 1 is perfect
 * @param zoneVotersMax how many voters of one slot are in one zone, at most
 */
public record Balance(
        int slotsMin,
        int slotsMax,
        int preferredMin,
        int preferredMax,
        int partnersMin,
        int partnersMax,
        double worstTakeover,
        int zoneVotersMax) {
    private static final int REMAINDER = 10;

    /**
     * Whether a node that votes beside another one counts as a partner: not if it does so in a few
     * slots, as a remainder.
     *
     * @param together in how many slots they do
     * @param most in how many slots the one does that does so most
     */
    static boolean isPartner(int together, int most) {
        return together * REMAINDER > most;
    }

    /** What one node has. */
    private static final class Share {
        int slots;
        int preferred;
        final Map<Integer, Integer> takeovers = new TreeMap<>();
        final Map<Integer, Integer> together = new TreeMap<>();

        List<Integer> partners() {
            int most = together.values().stream().mapToInt(count -> count).max().orElse(0);
            return together.keySet().stream()
                    .filter(other -> isPartner(together.getOrDefault(other, 0), most))
                    .toList();
        }

        /** The greatest part that falls on one partner, as a multiple of its even part. */
        double worstTakeover(Map<Integer, ClusterNode> nodes) {
            double weight = 0;
            for (int partner : partners()) {
                weight += weight(nodes, partner);
            }
            double worst = 0;
            for (Map.Entry<Integer, Integer> each : takeovers.entrySet()) {
                double even = preferred * weight(nodes, each.getKey()) / weight;
                worst = Math.max(worst, each.getValue() / even);
            }
            return worst;
        }
    }

    private static double weight(Map<Integer, ClusterNode> nodes, int id) {
        ClusterNode node = nodes.get(id);
        return node == null ? ClusterNode.WEIGHT_DEFAULT : node.weight();
    }

    /**
     * Looks at a table.
     *
     * @param nodes those that vote
     */
    public static Balance of(VoterTable table, List<ClusterNode> nodes) {
        Map<Integer, ClusterNode> byId = new TreeMap<>();
        nodes.forEach(node -> byId.put(node.id(), node));
        Map<Integer, Share> shares = new TreeMap<>();
        int zoneVotersMax = 0;
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            int[] voters = table.ids(slot);
            Map<String, Integer> zones = new TreeMap<>();
            for (int voter : voters) {
                Share share = shares.computeIfAbsent(voter, any -> new Share());
                share.slots++;
                for (int other : voters) {
                    if (other != voter) {
                        share.together.merge(other, 1, Integer::sum);
                    }
                }
                ClusterNode node = byId.get(voter);
                if (node != null) {
                    zoneVotersMax =
                            Math.max(zoneVotersMax, zones.merge(node.zone(), 1, Integer::sum));
                }
            }
            Share preferred = shares.computeIfAbsent(voters[0], any -> new Share());
            preferred.preferred++;
            if (voters.length > 1) {
                preferred.takeovers.merge(voters[1], 1, Integer::sum);
            }
        }
        Collection<Share> all = shares.values();
        return new Balance(
                all.stream().mapToInt(share -> share.slots).min().orElse(0),
                all.stream().mapToInt(share -> share.slots).max().orElse(0),
                all.stream().mapToInt(share -> share.preferred).min().orElse(0),
                all.stream().mapToInt(share -> share.preferred).max().orElse(0),
                all.stream().mapToInt(share -> share.partners().size()).min().orElse(0),
                all.stream().mapToInt(share -> share.partners().size()).max().orElse(0),
                all.stream().mapToDouble(share -> share.worstTakeover(byId)).max().orElse(0),
                zoneVotersMax);
    }
}
