package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.ClusterNode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One change of a slot's voters on the way to those that are planned, in which those that stay are
 * a majority of the next ones. An entry that is open when a change begins is decided by them alone:
 * who comes never votes on it (Rule A5). Three voters are exchanged one by one, of five two at
 * once.
 *
 * <p>A slot with one voter is given others in one change: there is no other way. What its one voter
 * has accepted durably is chosen, so that nothing but a record on its way to the disk is open.
 */
final class Hop {
    private Hop() {}

    /**
     * The voters after the next change.
     *
     * @param from those of now
     * @param to those that are planned, other ones
     * @param now says who is in which zone, and up
     * @return in order of preference; those that are planned if one change leads to them
     */
    static List<Integer> next(List<Integer> from, List<Integer> to, Situation now) {
        List<Integer> coming = without(to, from);
        Set<Integer> leaving = new LinkedHashSet<>(without(from, to));
        int atOnce = (to.size() - 1) / 2;
        int kept = coming.size() - atOnce;
        if (atOnce == 0 || kept <= 0 || kept > leaving.size()) {
            return to;
        }
        List<Integer> next = new ArrayList<>(to);
        for (int postponed : coming.subList(atOnce, coming.size())) {
            int stays = best(leaving, zone(postponed, now), now);
            leaving.remove(stays);
            next.set(next.indexOf(postponed), stays);
        }
        return next;
    }

    private static List<Integer> without(List<Integer> ids, List<Integer> others) {
        return ids.stream().filter(id -> !others.contains(id)).toList();
    }

    /** Who is kept in the place of one that comes later: one that is up, if it can of its zone. */
    private static int best(Set<Integer> leaving, Optional<String> zone, Situation now) {
        return leaving.stream()
                .min(
                        Comparator.<Integer, Boolean>comparing(id -> !now.isUp(id))
                                .thenComparing(id -> !zone(id, now).equals(zone)))
                .orElseThrow();
    }

    private static Optional<String> zone(int node, Situation now) {
        return now.topology().nodes().find(node).map(ClusterNode::zone);
    }
}
