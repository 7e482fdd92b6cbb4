package io.paxosstore.node.placement;

import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.SlotConfiguration;

import java.util.Comparator;
import java.util.List;

/**
 * Decides who votes for which slot (PaxosStore, section 3.1). A slot's voters are nodes of one
 * group of mini-clusters, one in each zone, in such a mixture that the slots, the requests and,
 * when a node is dead, its requests are spread evenly: with C nodes in each mini-cluster of three
 * zones, each of 2C nodes takes over a part 1/(2C) of them. Nodes of one zone are all alike.
 *
 * <p>Every method is a pure function: the same nodes and the same table give the same plan on every
 * node, whatever the order in which they are named. Thread-safe.
 */
public final class Planner {
    private final List<ClusterNode> nodes;
    private final int voterCount;
    private final List<NodeGroup> groups;

    /**
     * For a cluster.
     *
     * @param nodes all of them; only active ones are given slots
     * @param voterCount of each slot: 1, 3 or 5
     * @throws IllegalArgumentException with a sentence for the operator, when there are too few
     *     nodes for so many voters
     */
    public Planner(List<ClusterNode> nodes, int voterCount) {
        if (voterCount % 2 == 0 || voterCount < 1 || voterCount > SlotConfiguration.VOTERS_MAX) {
            throw new IllegalArgumentException(
                    voterCount + " voters are asked for; a slot has 1, 3 or 5.");
        }
        this.nodes = nodes.stream().sorted(Comparator.comparingInt(ClusterNode::id)).toList();
        this.voterCount = voterCount;
        this.groups = NodeGroup.of(this.nodes, voterCount);
    }

    /** Who votes in a new cluster. */
    public VoterTable first() {
        Draft draft = new Draft(groups, voterCount);
        draft.loadNew();
        draft.evenOutNodes();
        draft.evenOutOrders();
        return draft.table();
    }

    /**
     * Moves what has to move and nothing else: away from nodes that are not active, out of groups
     * that have lost a zone, to another number of voters. The others keep their places.
     */
    public Plan vacate(VoterTable now) {
        Draft draft = new Draft(groups, voterCount);
        draft.load(now);
        return Plan.between(now, draft.table());
    }

    /**
     * Moves what has to move, and as many slots more as it takes to give each node its share: they
     * go to nodes that have too few, none between others. A node that lacks less than half a
     * percent of its share is left alone.
     */
    public Plan rebalance(VoterTable now) {
        Draft draft = new Draft(groups, voterCount);
        draft.load(now);
        draft.evenOutGroups();
        draft.evenOutNodes();
        return Plan.between(now, draft.table());
    }

    /**
     * Changes nothing but the orders of preference, so that requests, and those of any dead node,
     * are as even as these voters allow. No data moves.
     *
     * @throws IllegalArgumentException when a slot has a voter that cannot stay; vacate first
     */
    public Plan reorder(VoterTable now) {
        Draft draft = settled(now);
        draft.evenOutOrders();
        return Plan.between(now, draft.table());
    }

    /** With all slots in it, whose voters all can stay. */
    private Draft settled(VoterTable now) {
        Draft draft = new Draft(groups, voterCount);
        draft.load(now);
        Plan vacated = Plan.between(now, draft.table());
        if (!vacated.moves().isEmpty()) {
            throw new IllegalArgumentException(
                    "Slot "
                            + vacated.moves().getFirst().slot()
                            + " has voters that cannot stay; move them away first.");
        }
        return draft;
    }

    /**
     * Relieves nodes that carry more than their part by weight of the requests or of the bytes, by
     * as little as it can: first by other orders of preference, which move no data; then by other
     * voters of the same group, which keep zones and mini-clusters; then between groups. How many
     * slots a node votes for does not count.
     *
     * <p>Loads that stayed as they are, what was evened out stays too: a second proposal is empty.
     *
     * @throws IllegalArgumentException when a slot has a voter that cannot stay; vacate first
     */
    public LoadProposal evenOut(VoterTable now, SlotLoads loads, LoadLimits limits) {
        settled(now);
        return new LoadDraft(groups, now, loads, limits).evenOut();
    }

    /**
     * Puts one node in the place of another, in every slot and in its place of the order, whatever
     * the state of the other.
     *
     * @param leaving the id of a node that votes
     * @param joining the id of an active node of the same mini-cluster that votes in none of its
     *     slots
     * @throws IllegalArgumentException with a sentence for the operator
     */
    public Plan replace(VoterTable now, int leaving, int joining) {
        ClusterNode replaced = node(leaving);
        ClusterNode replacement = node(joining);
        require(
                replacement.membership() == Membership.ACTIVE,
                "Node " + joining + " is not active; replace node " + leaving + " by one that is.");
        require(
                replacement.zone().equals(replaced.zone())
                        && replacement.miniCluster() == replaced.miniCluster(),
                "Node "
                        + joining
                        + " is not of zone "
                        + replaced.zone()
                        + ", mini-cluster "
                        + replaced.miniCluster()
                        + ", as node "
                        + leaving
                        + " is; add one with that zone and mini-cluster.");
        List<List<Integer>> slots = now.slots();
        for (int slot = 0; slot < slots.size(); slot++) {
            List<Integer> voters = slots.get(slot);
            require(
                    !voters.contains(leaving) || !voters.contains(joining),
                    "Node "
                            + joining
                            + " votes beside node "
                            + leaving
                            + " for slot "
                            + slot
                            + "; drain node "
                            + leaving
                            + " instead.");
        }
        return Plan.between(
                now,
                VoterTable.of(
                        slots.stream()
                                .map(voters ->
                                        voters.stream()
                                                .map(id -> id == leaving ? joining : id)
                                                .toList())
                                .toList()));
    }

    private ClusterNode node(int id) {
        return nodes.stream()
                .filter(node -> node.id() == id)
                .findAny()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "There is no node " + id + "; add it to the cluster first."));
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
