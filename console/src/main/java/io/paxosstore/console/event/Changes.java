package io.paxosstore.console.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What has happened between two observations. A function of these. */
final class Changes {
    private final Observation before;
    private final Observation next;
    private final List<ClusterEvent> events = new ArrayList<>();

    private Changes(Observation before, Observation next) {
        this.before = before;
        this.next = next;
    }

    /** What has happened, in an order that tells causes before effects. */
    static List<ClusterEvent> between(Observation before, Observation next) {
        Changes changes = new Changes(before, next);
        changes.members();
        changes.connections();
        changes.standing();
        changes.moves();
        changes.problems();
        return List.copyOf(changes.events);
    }

    private void add(String kind, String says) {
        events.add(new ClusterEvent(next.millis(), kind, says));
    }

    private void members() {
        Map<Integer, String> sorted = new TreeMap<>(next.members());
        sorted.forEach((id, membership) -> {
            String was = before.members().get(id);
            if (was == null) {
                add(
                        "node_added",
                        "Node " + id + " belongs to the cluster now: " + membership + ".");
            } else if (!was.equals(membership)) {
                add(
                        "node_" + membership,
                        "Node " + id + " is " + membership + ", no more " + was + ".");
            }
        });
        for (int id : new TreeSet<>(before.members().keySet())) {
            if (!next.members().containsKey(id)) {
                add("node_removed", "Node " + id + " belongs to the cluster no more.");
            }
        }
    }

    private void connections() {
        for (int id : without(before.connected(), next.connected())) {
            if (next.members().containsKey(id)) {
                add("node_lost", "The connection to node " + id + " was lost.");
            }
        }
        for (int id : without(next.connected(), before.connected())) {
            add("node_connected", "Node " + id + " is connected.");
        }
    }

    private static Set<Integer> without(Set<Integer> all, Set<Integer> those) {
        Set<Integer> rest = new TreeSet<>(all);
        rest.removeAll(those);
        return rest;
    }

    private void standing() {
        if (!before.standing().equals(next.standing())) {
            add(
                    "store_" + next.standing(),
                    "This node's store is "
                            + next.standing()
                            + ", no more "
                            + before.standing()
                            + ".");
        }
    }

    private void moves() {
        if (!before.isMoving() && next.isMoving()) {
            add("moves_begun", "Slots begin to move: " + next.movesSay() + ".");
        } else if (before.isMoving() && !next.isMoving()) {
            add("moves_done", "No slot moves any more.");
        }
    }

    private void problems() {
        new TreeMap<>(next.problems())
                .forEach((check, problem) -> {
                    if (!before.problems().containsKey(check)) {
                        add("problem", check + ": " + problem.says());
                    }
                });
        for (String check : new TreeSet<>(before.problems().keySet())) {
            if (!next.problems().containsKey(check)) {
                add("problem_over", check + ": it is well again");
            }
        }
    }
}
