package io.paxosstore.node.topology;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.TopologyHead;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who votes for the topology itself, and which change of these voters is due. A pure function.
 *
 * <p>The configuration of the system slot is part of an entity that the voters of the system slot
 * decide. That is safe: epoch e+1 is named by an entry that was decided in epochs up to e, by
 * voters that earlier entries name; so, by induction, there is one sequence of configurations, and
 * what holds of any slot's changes holds of these. Who has not heard of e+1 goes on in e, and a
 * majority there meets every one of e+1 (Rule M3). Once e+1 is left for the next voters, e decides
 * nothing any more: they are whole in e+1, for which so many of the old voters have entered it that
 * the others are no majority (Rules M6, M7).
 *
 * <p>It is live while the majorities of both sides are: a change that cannot go on cannot be taken
 * back either, since that is an entry, too. So one voter is exchanged at a time, and their number
 * changes by two at most; and no change begins unless those that stay and are up are a majority of
 * the next ones, as those that are up are one of the old ones. Then whoever comes may die. From one
 * voter to three, or to another one, there is no such step: if newcomers die for good before the
 * change ends, nobody can change the topology any more; nor if the one dies that is left of three.
 *
 * <p>Where five become three, one that stays may die as well: all three must be whole (Rule M7). As
 * soon as it is to leave the cluster, the change is taken back, and begins again without it.
 */
public final class SystemSlot {
    private SystemSlot() {}

    /** The next configuration of the system slot, if one is due. */
    public static Optional<SlotConfiguration> due(Situation now) {
        return switch (now.topology().head().system()) {
            case Joint joint -> end(now, joint);
            case Stable stable ->
                    now.course() == Course.RUNNING ? begin(now, stable) : Optional.empty();
        };
    }

    private static Optional<SlotConfiguration> begin(Situation now, Stable stable) {
        return next(now, stable).stream()
                .map(stable::towards)
                .filter(now::mayGoOn)
                .filter(joint -> joint.old().size() == 1 || now.isDecidedByWhoStays(joint))
                .<SlotConfiguration>map(joint -> joint)
                .findFirst();
    }

    private static Optional<SlotConfiguration> end(Situation now, Joint joint) {
        boolean isWanted =
                now.course() != Course.CANCELLED
                        && joint.newcomers().stream().allMatch(voter -> now.isActive(voter.node()));
        if (!isWanted) {
            return Optional.of(joint.reversed());
        }
        if (now.isWhole(Slots.SYSTEM, joint)) {
            return Optional.of(Endings.completed(joint));
        }
        return now.hasLostOneToBeWhole(Slots.SYSTEM, joint)
                ? Optional.of(joint.reversed())
                : Optional.empty();
    }

    /** What the voters may become: first as many as there should be, then one exchanged. */
    private static List<List<Integer>> next(Situation now, Stable stable) {
        List<Integer> ids = stable.ids();
        int wanted = now.goal().voters();
        if (ids.size() > wanted) {
            return List.of(fewer(now, ids));
        }
        List<List<Integer>> all = new ArrayList<>();
        if (ids.size() < wanted) {
            List<Integer> more = new ArrayList<>(ids);
            candidate(now, more).ifPresent(more::add);
            candidate(now, more).ifPresent(more::add);
            if (more.size() == ids.size() + 2) {
                all.add(more);
            }
        }
        ids.stream()
                .filter(id -> !now.isActive(id))
                .forEach(leaving -> exchanged(now, ids, leaving).ifPresent(all::add));
        return all;
    }

    /**
     * Without two: those that are to go first, of these and of the others those that are down, then
     * the least preferred. Nobody that is down and to go stays while a majority is up; so what was
     * taken back for the sake of such a one does not begin with it again.
     */
    private static List<Integer> fewer(Situation now, List<Integer> ids) {
        List<Integer> staying = new ArrayList<>(ids);
        for (int i = 0; i < 2; i++) {
            int leaving =
                    staying.reversed().stream()
                            .min(
                                    Comparator.<Integer, Boolean>comparing(now::isActive)
                                            .thenComparing(now::isUp))
                            .orElseThrow();
            staying.removeIf(id -> id == leaving);
        }
        return staying;
    }

    private static Optional<List<Integer>> exchanged(
            Situation now, List<Integer> ids, int leaving) {
        int heir = Replacements.heirOf(leaving, now.goal());
        boolean mayInherit = now.isActive(heir) && now.isUp(heir) && !ids.contains(heir);
        List<Integer> staying = ids.stream().filter(id -> id != leaving).toList();
        return (mayInherit ? Optional.of(heir) : candidate(now, staying))
                .filter(joining -> !ids.contains(joining))
                .map(joining -> ids.stream().map(id -> id == leaving ? joining : id).toList());
    }

    /** A node for the voters: of a zone that they have least of, then of the lowest id. */
    private static Optional<Integer> candidate(Situation now, List<Integer> voters) {
        TopologyHead head = now.topology().head();
        List<String> zones =
                voters.stream()
                        .flatMap(id -> head.nodes().find(id).stream())
                        .map(ClusterNode::zone)
                        .toList();
        Stream<ClusterNode> fit =
                head.nodes().nodes().stream()
                        .filter(node -> node.membership() == Membership.ACTIVE)
                        .filter(node -> now.isUp(node.id()) && !voters.contains(node.id()));
        return fit.min(
                        Comparator.comparingLong((ClusterNode node) ->
                                        zones.stream().filter(node.zone()::equals).count())
                                .thenComparingInt(ClusterNode::id))
                .map(ClusterNode::id);
    }
}
