package io.paxosstore.node.topology;

import io.paxosstore.node.placement.Plan;
import io.paxosstore.node.placement.Planner;
import io.paxosstore.node.placement.VoterTable;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.Goal;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.NodeList;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.Topology;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Who should vote for which slot by a topology's nodes and goal, starting from where slots are or
 * are under way to. A pure function, equal on every node.
 */
final class Target {
    private final Planner planner;
    private final VoterTable start;
    private final VoterTable wanted;

    private Target(Planner planner, VoterTable start, VoterTable wanted) {
        this.planner = planner;
        this.start = start;
        this.wanted = wanted;
    }

    /**
     * The target of a topology.
     *
     * @throws IllegalArgumentException with a sentence for the operator, when there are too few
     *     nodes for so many voters
     */
    static Target of(Topology topology) {
        Goal goal = topology.head().goal();
        Planner planner = new Planner(topology.nodes().nodes(), goal.voters());
        List<List<Integer>> start = new ArrayList<>(Slots.COUNT);
        List<List<Integer>> replaced = new ArrayList<>(Slots.COUNT);
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            List<Integer> ids = startOf(topology.configurationOf(slot), topology.nodes());
            start.add(ids);
            replaced.add(replaced(ids, goal));
        }
        VoterTable from = VoterTable.of(replaced);
        Plan plan = goal.spread() ? planner.rebalance(from) : planner.vacate(from);
        return new Target(planner, VoterTable.of(start), plan.to());
    }

    /** A change counts as done, unless one that comes is to go again. */
    private static List<Integer> startOf(SlotConfiguration configuration, NodeList nodes) {
        return switch (configuration) {
            case SlotConfiguration.Stable stable -> stable.ids();
            case Joint joint -> staysUnderWay(joint, nodes) ? joint.nextIds() : joint.oldIds();
        };
    }

    /** Whether all that come are to stay. */
    static boolean staysUnderWay(Joint joint, NodeList nodes) {
        return joint.newcomers().stream()
                .allMatch(voter ->
                        nodes.find(voter.node())
                                .filter(node -> node.membership() == Membership.ACTIVE)
                                .isPresent());
    }

    /** Each in its place; one that would come twice does not. */
    private static List<Integer> replaced(List<Integer> ids, Goal goal) {
        if (goal.replacements().isEmpty()) {
            return ids;
        }
        Set<Integer> taken = new LinkedHashSet<>(ids);
        List<Integer> result = new ArrayList<>(ids.size());
        for (int id : ids) {
            int heir = Replacements.heirOf(id, goal);
            result.add(heir == id || taken.add(heir) ? heir : id);
        }
        return result;
    }

    /** Where slots are, or are under way to. */
    VoterTable start() {
        return start;
    }

    /** Where they should be. */
    VoterTable wanted() {
        return wanted;
    }

    /** The same voters in better orders of preference. */
    VoterTable reordered() {
        return planner.reorder(wanted).to();
    }
}
