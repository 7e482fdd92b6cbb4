package io.paxosstore.node.placement;

import static java.util.stream.Collectors.joining;

import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A group of mini-clusters, one of each zone; all voters of a slot are of one group, spread over
 * its zones as evenly as their number allows. Nodes are named by their indexes in the group, from
 * 0, in ascending order of their ids. Immutable.
 */
final class NodeGroup {
    /** Pairs of nodes are counted, so that the memory for a group grows with its square. */
    static final int NODES_MAX = 1_024;

    /** In a sentence. */
    private static final int NAMED_MAX = 8;

    private final int number;
    private final int voters;
    private final int[] ids;
    private final int[] zones;
    private final double[] weights;
    private final int[] zoneSizes;
    private final int zoneCap;

    private NodeGroup(int number, int voters, List<ClusterNode> nodes) {
        this.number = number;
        this.voters = voters;
        this.ids = nodes.stream().mapToInt(ClusterNode::id).toArray();
        this.weights = nodes.stream().mapToDouble(ClusterNode::weight).toArray();
        List<String> names = nodes.stream().map(ClusterNode::zone).distinct().sorted().toList();
        this.zones = nodes.stream().mapToInt(node -> names.indexOf(node.zone())).toArray();
        this.zoneSizes = new int[names.size()];
        for (int zone : zones) {
            zoneSizes[zone]++;
        }
        this.zoneCap = (voters + names.size() - 1) / names.size();
    }

    /**
     * The groups that can hold slots, in ascending order: those that have nodes in as many zones as
     * any slot can use.
     *
     * @param nodes in ascending order of their ids; those that may not be given slots are left out
     * @throws IllegalArgumentException when there is none, or one is too large
     */
    static List<NodeGroup> of(List<ClusterNode> nodes, int voters) {
        Map<Integer, List<ClusterNode>> byNumber = new TreeMap<>();
        for (ClusterNode node : nodes) {
            if (node.membership() == Membership.ACTIVE) {
                byNumber.computeIfAbsent(node.miniCluster(), any -> new ArrayList<>()).add(node);
            }
        }
        int zonesNeeded =
                (int)
                        Math.min(
                                voters,
                                byNumber.values().stream()
                                        .flatMap(List::stream)
                                        .map(ClusterNode::zone)
                                        .distinct()
                                        .count());
        List<NodeGroup> groups = new ArrayList<>();
        byNumber.forEach((number, members) -> {
            if (members.size() > NODES_MAX) {
                throw new IllegalArgumentException(
                        "Group "
                                + number
                                + " has "
                                + members.size()
                                + " nodes; a group has at most "
                                + NODES_MAX
                                + ", give some nodes another mini-cluster.");
            }
            NodeGroup group = new NodeGroup(number, voters, members);
            if (group.zoneSizes.length >= zonesNeeded && group.seats() >= voters) {
                groups.add(group);
            }
        });
        if (groups.isEmpty()) {
            throw new IllegalArgumentException(
                    "No group has nodes for "
                            + voters
                            + " voters in "
                            + zonesNeeded
                            + (zonesNeeded == 1 ? " zone" : " zones")
                            + "; add active nodes to a mini-cluster of each zone. Active nodes: "
                            + places(byNumber)
                            + ".");
        }
        return groups;
    }

    /** Which nodes are where, for people: one that is not where it should be is seen so. */
    private static String places(Map<Integer, List<ClusterNode>> byNumber) {
        List<String> places = new ArrayList<>();
        byNumber.forEach((number, members) -> {
            Map<String, List<Integer>> byZone = new TreeMap<>();
            for (ClusterNode node : members) {
                byZone.computeIfAbsent(node.zone(), any -> new ArrayList<>()).add(node.id());
            }
            byZone.forEach((zone, ids) ->
                    places.add(some(ids, ", ") + " in zone " + zone + ", mini-cluster " + number));
        });
        return places.isEmpty() ? "none" : some(places, "; ");
    }

    private static String some(List<?> all, String between) {
        int more = all.size() - NAMED_MAX;
        return all.stream().limit(NAMED_MAX).map(String::valueOf).collect(joining(between))
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** How many voters of one slot there is room for. */
    private int seats() {
        return Arrays.stream(zoneSizes).map(size -> Math.min(size, zoneCap)).sum();
    }

    int number() {
        return number;
    }

    int voters() {
        return voters;
    }

    int size() {
        return ids.length;
    }

    int id(int node) {
        return ids[node];
    }

    /** The index of a node, negative when it is none of the group. */
    int indexOf(int id) {
        return Arrays.binarySearch(ids, id);
    }

    int zone(int node) {
        return zones[node];
    }

    double weight(int node) {
        return weights[node];
    }

    double weight() {
        return Arrays.stream(weights).sum();
    }

    /**
     * Whether a node may take a place among voters.
     *
     * @param those nodes, or -1; who stands at {@code at} does not count
     */
    boolean mayTake(int node, int at, int[] those) {
        int sameZone = 0;
        for (int i = 0; i < those.length; i++) {
            if (i == at || those[i] < 0) {
                continue;
            }
            if (those[i] == node) {
                return false;
            }
            sameZone += zones[those[i]] == zones[node] ? 1 : 0;
        }
        return sameZone < zoneCap;
    }

    /**
     * How many slots the group can carry in proportion to other groups, without more for any of its
     * nodes: a zone with fewer nodes than the others bounds it.
     */
    double capacity() {
        double[] shares = slotShares();
        double most = 0;
        for (int node = 0; node < ids.length; node++) {
            most = Math.max(most, shares[node] / weights[node]);
        }
        return 1 / most;
    }

    /** The weight of all that may vote beside a node. */
    double partnersWeight(int node) {
        double weight = 0;
        for (int other = 0; other < ids.length; other++) {
            weight += isPartner(node, other) ? weights[other] : 0;
        }
        return weight;
    }

    /** How many nodes may vote beside a node. */
    int partners(int node) {
        return zoneCap > 1 ? ids.length - 1 : ids.length - zoneSizes[zones[node]];
    }

    /** Whether two nodes may vote for one slot. */
    boolean isPartner(int node, int other) {
        return node != other && (zoneCap > 1 || zones[node] != zones[other]);
    }

    /** For each node the part of the group's slots that it votes for, from 0 to 1. */
    double[] slotShares() {
        double[] zoneWeights = new double[zoneSizes.length];
        double[] zoneCaps = new double[zoneSizes.length];
        for (int node = 0; node < ids.length; node++) {
            zoneWeights[zones[node]] += weights[node];
        }
        for (int zone = 0; zone < zoneSizes.length; zone++) {
            zoneCaps[zone] = Math.min(zoneCap, zoneSizes[zone]);
        }
        double[] zoneShares = Shares.of(voters, zoneWeights, zoneCaps);
        double[] shares = new double[ids.length];
        for (int zone = 0; zone < zoneSizes.length; zone++) {
            double[] inZone = new double[ids.length];
            double[] caps = new double[ids.length];
            for (int node = 0; node < ids.length; node++) {
                inZone[node] = zones[node] == zone ? weights[node] : 0;
                caps[node] = zones[node] == zone ? 1 : 0;
            }
            double[] those = Shares.of(zoneShares[zone], inZone, caps);
            for (int node = 0; node < ids.length; node++) {
                shares[node] += those[node];
            }
        }
        return shares;
    }

    /** For each node the part of the group's slots in which it is preferred, from 0 to 1. */
    double[] preferredShares() {
        return Shares.of(1, weights, slotShares());
    }
}
