package io.paxosstore.node.balance;

import io.paxosstore.node.placement.LoadLimits;
import io.paxosstore.node.placement.LoadProposal;
import io.paxosstore.node.placement.NodeLoad;
import io.paxosstore.node.placement.Planner;
import io.paxosstore.node.placement.VoterTable;
import io.paxosstore.node.topology.Planning;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.PlannedMove;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyPage;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Says how loads could be evened out, and with which plan. A pure function; whoever writes the plan
 * does so by compare-and-set on the version of the one before. The plan is for the present goal, as
 * one more: it is carried out like any other, and whatever operators want next comes after it.
 */
final class Balancing {
    private Balancing() {}

    /**
     * Judges.
     *
     * @param topology as new as can be
     * @param plan likewise
     * @param loads of all active nodes, or something is against it
     */
    static BalanceAnswer judge(
            Topology topology, MovePlan plan, GatheredLoads loads, LoadLimits limits) {
        if (topology.head().goal().course() != Course.RUNNING) {
            return new BalanceAnswer.Refused(
                    "Changes are paused or cancelled; let them go on first (topology resume).",
                    false);
        }
        if (!Planning.isSettled(topology, plan)) {
            return new BalanceAnswer.Refused(
                    "Slots are still to move by plan "
                            + plan.version()
                            + "; wait until that is over (topology wait).",
                    true);
        }
        SortedSet<Integer> silent = silent(topology, loads);
        if (!silent.isEmpty()) {
            return new BalanceAnswer.Refused(
                    named(silent)
                            + " not said what slots carry there: not connected, or of an earlier"
                            + " release; start or upgrade first, or drain.",
                    false);
        }
        try {
            Planner planner =
                    new Planner(topology.nodes().nodes(), topology.head().goal().voters());
            LoadProposal proposal =
                    planner.evenOut(VoterTable.of(topology), loads.ofSlots(), limits);
            return idle(topology, proposal)
                    .<BalanceAnswer>map(sentence -> new BalanceAnswer.Refused(sentence, false))
                    .orElseGet(() ->
                            new BalanceAnswer.Proposed(topology, proposal, loads.withoutBytes()));
        } catch (IllegalArgumentException e) {
            return new BalanceAnswer.Refused(String.valueOf(e.getMessage()), false);
        }
    }

    private static String named(SortedSet<Integer> nodes) {
        return (nodes.size() == 1 ? "Node " : "Nodes ")
                + nodes.stream().map(String::valueOf).collect(Collectors.joining(", "))
                + (nodes.size() == 1 ? " has" : " have");
    }

    private static SortedSet<Integer> silent(Topology topology, GatheredLoads loads) {
        SortedSet<Integer> silent = new TreeSet<>();
        for (ClusterNode node : topology.nodes().nodes()) {
            if (node.membership() == Membership.ACTIVE && !loads.told().containsKey(node.id())) {
                silent.add(node.id());
            }
        }
        return silent;
    }

    /** A node without slots gets its share by being given it, not because it carries nothing. */
    private static Optional<String> idle(Topology topology, LoadProposal proposal) {
        SortedSet<Integer> idle =
                proposal.before().stream()
                        .map(NodeLoad::node)
                        .collect(Collectors.toCollection(TreeSet::new));
        topology.pages()
                .forEach(page -> {
                    for (int slot = page.firstSlot();
                            slot < page.firstSlot() + TopologyPage.SLOTS;
                            slot++) {
                        idle.removeAll(page.slot(slot).ids());
                    }
                });
        return idle.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        named(idle)
                                + " no slots yet; give each its share first (topology spread).");
    }

    /** The plan that carries out a proposal. */
    static MovePlan plan(BalanceAnswer.Proposed proposed, MovePlan before) {
        Topology topology = proposed.topology();
        List<PlannedMove> moves =
                proposed.proposal().plan().moves().stream()
                        .map(move ->
                                new PlannedMove(
                                        move.slot(),
                                        topology.configurationOf(move.slot()).epoch(),
                                        move.to()))
                        .toList();
        return new MovePlan(before.version() + 1, before.goal(), true, moves);
    }
}
