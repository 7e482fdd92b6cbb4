package io.paxosstore.node.topology;

import io.paxosstore.node.placement.Plan;
import io.paxosstore.node.placement.VoterTable;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.Goal;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.NodeList;
import io.paxosstore.protocol.topology.PlannedMove;
import io.paxosstore.protocol.topology.Replacement;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyHead;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Says whether the cluster may be changed as an operator wants, and what it is then. A pure
 * function; whoever writes the answer does so by compare-and-set on the head's version, so that of
 * two changes at once the second is judged again.
 */
public final class ClusterChanges {
    private final Topology topology;
    private final IntPredicate up;

    /** Ends the judgement of a change. */
    private static final class Refusal extends Exception {
        private static final long serialVersionUID = 1;

        private final transient ChangeRefusal why;

        Refusal(ChangeRefusal why) {
            super(why.sentence(), null, false, false);
            this.why = why;
        }
    }

    private ClusterChanges(Topology topology, IntPredicate up) {
        this.topology = topology;
        this.up = up;
    }

    /**
     * Judges a change.
     *
     * @param topology as new as can be
     * @param up whether a node can be reached, by its id
     */
    public static ChangeVerdict judge(ClusterChange change, Topology topology, IntPredicate up) {
        try {
            return new ClusterChanges(topology, up).judge(change);
        } catch (Refusal e) {
            return new ChangeVerdict.Refused(e.why);
        } catch (IllegalArgumentException e) {
            return new ChangeVerdict.Refused(
                    new ChangeRefusal.Impossible(String.valueOf(e.getMessage())));
        }
    }

    private ChangeVerdict judge(ClusterChange change) throws Refusal {
        TopologyHead head = head();
        return switch (change) {
            case ClusterChange.Add add -> still(head.with(added(add.node())));
            case ClusterChange.Remove remove -> still(removed(remove.node()));
            case ClusterChange.Reweigh reweigh -> {
                ClusterNode node = present(reweigh.node());
                yield still(head.with(changed(node, weighing(node, reweigh.weight()))));
            }
            case ClusterChange.Relocate relocate -> {
                ClusterNode node = present(relocate.node());
                checkIdle(node.id());
                yield still(head.with(changed(node, standing(node, relocate))));
            }
            case ClusterChange.Readdress readdress -> {
                ClusterNode node = present(readdress.node());
                yield still(head.with(changed(node, reached(node, readdress))));
            }
            case ClusterChange.Steer steer -> steered(steer.course());
            case ClusterChange.Replace replace -> moving(replaced(replace));
            case ClusterChange.Drain drain -> {
                ClusterNode node = active(drain.node());
                Goal goal = goal().next(goal().voters(), false, goal().replacements());
                yield moving(head.with(node.as(Membership.DRAINING), goal));
            }
            case ClusterChange.Keep keep -> moving(kept(present(keep.node())));
            case ClusterChange.Voters voters -> {
                check(voters.count() != goal().voters(), new ChangeRefusal.NoChange());
                yield moving(head.with(goal().next(voters.count(), false, goal().replacements())));
            }
            case ClusterChange.Spread _ ->
                    moving(head.with(goal().next(goal().voters(), true, goal().replacements())));
        };
    }

    private TopologyHead head() {
        return topology.head();
    }

    private Goal goal() {
        return head().goal();
    }

    private static void check(boolean holds, ChangeRefusal otherwise) throws Refusal {
        if (!holds) {
            throw new Refusal(otherwise);
        }
    }

    private ClusterNode present(int id) throws Refusal {
        Optional<ClusterNode> node = head().nodes().find(id);
        check(node.isPresent(), new ChangeRefusal.UnknownNode(id));
        check(node.orElseThrow().membership() != Membership.REMOVED, new ChangeRefusal.Removed(id));
        return node.orElseThrow();
    }

    private ClusterNode active(int id) throws Refusal {
        ClusterNode node = present(id);
        check(node.membership() == Membership.ACTIVE, new ChangeRefusal.Leaving(id));
        return node;
    }

    private static ClusterNode changed(ClusterNode from, ClusterNode to) throws Refusal {
        check(!from.equals(to), new ChangeRefusal.NoChange());
        return to;
    }

    private ClusterNode added(ClusterNode node) throws Refusal {
        Optional<ClusterNode> same = head().nodes().find(node.id());
        if (same.isPresent()) {
            throw new Refusal(new ChangeRefusal.UsedId(node.id(), same.orElseThrow().membership()));
        }
        check(
                node.membership() == Membership.ACTIVE,
                new ChangeRefusal.Impossible(
                        "Node " + node.id() + " is new and must be active; add it as that."));
        check(
                head().nodes().nodes().size() < NodeList.COUNT_MAX,
                new ChangeRefusal.Impossible(
                        "The list has "
                                + NodeList.COUNT_MAX
                                + " nodes, those removed included; it takes no more."));
        return node;
    }

    private TopologyHead removed(int id) throws Refusal {
        ClusterNode node = present(id);
        check(node.membership() == Membership.DRAINING, new ChangeRefusal.Staying(id));
        checkIdle(id);
        Goal inherited = goal();
        for (Replacement each : goal().replacements()) {
            int heir = Replacements.heirOf(each.leaving(), goal());
            if (each.joining() == id) {
                inherited = with(inherited.without(each.leaving()), each.leaving(), heir);
            }
        }
        return head().with(node.as(Membership.REMOVED), inherited.without(id));
    }

    private static Goal with(Goal goal, int leaving, int heir) {
        List<Replacement> all = new ArrayList<>(goal.replacements());
        all.add(new Replacement(leaving, heir));
        return new Goal(goal.number(), goal.voters(), goal.spread(), goal.course(), all);
    }

    /** A node may go, or be said to stand elsewhere, when it votes nowhere. */
    private void checkIdle(int id) throws Refusal {
        int slots =
                (int)
                        IntStream.rangeClosed(0, Slots.SYSTEM)
                                .filter(slot -> topology.configurationOf(slot).ids().contains(id))
                                .count();
        check(slots == 0, new ChangeRefusal.StillVotes(id, slots));
    }

    private TopologyHead replaced(ClusterChange.Replace replace) throws Refusal {
        Replacement replacement = new Replacement(replace.leaving(), replace.joining());
        ClusterNode leaving = present(replacement.leaving());
        ClusterNode joining = active(replacement.joining());
        check(
                goal().replacementOf(leaving.id()).isEmpty(),
                new ChangeRefusal.Leaving(leaving.id()));
        check(
                leaving.zone().equals(joining.zone())
                        && leaving.miniCluster() == joining.miniCluster(),
                new ChangeRefusal.OtherPlace(
                        leaving.id(), joining.id(), leaving.zone(), leaving.miniCluster()));
        check(up.test(joining.id()), new ChangeRefusal.Down(joining.id()));
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            List<Integer> ids = topology.configurationOf(slot).ids();
            check(
                    !ids.contains(leaving.id()) || !ids.contains(joining.id()),
                    new ChangeRefusal.VotesBeside(leaving.id(), joining.id(), slot));
        }
        List<Replacement> all = new ArrayList<>(goal().replacements());
        all.add(replacement);
        return head().with(
                        leaving.as(Membership.DRAINING), goal().next(goal().voters(), false, all));
    }

    private TopologyHead kept(ClusterNode node) throws Refusal {
        check(node.membership() == Membership.DRAINING, new ChangeRefusal.NoChange());
        Goal without = goal().without(node.id());
        return head().with(
                        node.as(Membership.ACTIVE),
                        without.next(without.voters(), false, without.replacements()));
    }

    private ChangeVerdict steered(Course course) throws Refusal {
        check(course != goal().course(), new ChangeRefusal.NoChange());
        return still(head().with(goal().on(course)));
    }

    private static ClusterNode weighing(ClusterNode node, int weight) {
        return new ClusterNode(
                node.id(),
                node.host(),
                node.clientPort(),
                node.peerPort(),
                node.adminPort(),
                node.zone(),
                node.miniCluster(),
                node.membership(),
                weight);
    }

    private static ClusterNode standing(ClusterNode node, ClusterChange.Relocate place) {
        return new ClusterNode(
                node.id(),
                node.host(),
                node.clientPort(),
                node.peerPort(),
                node.adminPort(),
                place.zone(),
                place.miniCluster(),
                node.membership(),
                node.weight());
    }

    private static ClusterNode reached(ClusterNode node, ClusterChange.Readdress address) {
        return new ClusterNode(
                node.id(),
                address.host(),
                address.clientPort(),
                address.peerPort(),
                address.adminPort(),
                node.zone(),
                node.miniCluster(),
                node.membership(),
                node.weight());
    }

    /** A change that moves nothing. */
    private ChangeVerdict still(TopologyHead next) {
        VoterTable now = VoterTable.of(topology);
        return new ChangeVerdict.Allowed(next, Plan.between(now, now));
    }

    /** A change that moves slots: those that move must be able to. */
    private ChangeVerdict moving(TopologyHead next) throws Refusal {
        Topology wanted = topology.with(next);
        Plan plan = Planning.preview(wanted);
        for (PlannedMove move : Planning.next(wanted, 1).moves()) {
            if (topology.configurationOf(move.slot()) instanceof Stable stable
                    && !move.leadsTo(stable.voters())) {
                checkUp(move.slot(), stable.ids());
                checkUp(move.slot(), move.to());
            }
        }
        return new ChangeVerdict.Allowed(next, plan);
    }

    private void checkUp(int slot, List<Integer> voters) throws Refusal {
        int count = (int) voters.stream().filter(up::test).count();
        check(count > voters.size() / 2, new ChangeRefusal.TooFewUp(slot, voters, count));
    }
}
