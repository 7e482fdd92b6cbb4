package io.paxosstore.cli.top;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** All that is wrong, of what was heard: each thing once, with everybody who says it. */
final class Troubles {
    private final Heard heard;
    private final Map<String, Trouble> found = new LinkedHashMap<>();

    private Troubles(Heard heard) {
        this.heard = heard;
    }

    /** The serious ones first, and those that are there for longest. */
    static List<Trouble> of(Heard heard) {
        Troubles troubles = new Troubles(heard);
        if (heard.nodes().isEmpty() && !heard.nobody().isEmpty()) {
            troubles.add("cluster", true, heard.nobody(), Trouble.UNKNOWN, List.of());
        }
        heard.nodes().forEach(troubles::add);
        return troubles.found.values().stream()
                .sorted(
                        Comparator.comparing(Trouble::isSerious)
                                .thenComparingLong(Trouble::ageMillis)
                                .reversed())
                .toList();
    }

    private void add(
            String check, boolean isSerious, String says, long ageMillis, List<Integer> saidBy) {
        found.merge(
                check + " " + says,
                new Trouble(check, isSerious, says, ageMillis, saidBy),
                Troubles::merged);
    }

    private static Trouble merged(Trouble one, Trouble other) {
        TreeSet<Integer> saidBy = new TreeSet<>(one.saidBy());
        saidBy.addAll(other.saidBy());
        return new Trouble(
                one.check(),
                one.isSerious() || other.isSerious(),
                one.says(),
                Math.max(one.ageMillis(), other.ageMillis()),
                new ArrayList<>(saidBy));
    }

    private void add(Voice voice) {
        NodePlace place = voice.place();
        switch (voice.answer()) {
            case Answer.Told told -> add(told.portrait());
            case Answer.Known known -> add(place, known);
            case Answer.Silent silent ->
                    add(
                            "silent",
                            true,
                            "Node "
                                    + place.id()
                                    + " "
                                    + silent.why()
                                    + " at "
                                    + place.adminAddress()
                                    + " (admin port).",
                            silentMillis(place.id()),
                            List.of());
            case Answer.Awaited _ -> {}
        }
    }

    private void add(Portrait portrait) {
        if (portrait.status().standing().isEmpty()) {
            addUnknown(portrait.node());
        }
        for (NodeProblem problem : portrait.problems()) {
            long age = Math.max(0, portrait.millis() - problem.sinceMillis());
            add(
                    problem.check(),
                    problem.isSerious(),
                    problem.says(),
                    problem.sinceMillis() == 0 ? Trouble.UNKNOWN : age,
                    List.of(portrait.node()));
        }
    }

    /** Of a node whose console tells nothing, what it says to clients. */
    private void add(NodePlace place, Answer.Known known) {
        List<Integer> saidBy = List.of(place.id());
        NodeStatus status = known.status();
        if (known.isFault()) {
            String says = "Node " + place.id() + " " + known.why() + " at " + place.adminAddress();
            add(
                    "console",
                    false,
                    says + " (admin port); it answers clients.",
                    Trouble.UNKNOWN,
                    List.of());
        }
        if (!status.noMajority().isEmpty()) {
            add("peers", true, status.noMajority(), Trouble.UNKNOWN, saidBy);
        }
        if (status.standing().isEmpty()) {
            addUnknown(place.id());
        } else if (!status.standing().equals(NodeStatus.WHOLE)) {
            String says = "the store of node " + place.id() + " is " + status.standing();
            add("standing", false, says, Trouble.UNKNOWN, saidBy);
        }
        if (!status.room().isEmpty() && !status.room().equals(NodeStatus.ENOUGH)) {
            String says = "the disk of node " + place.id() + " has room: " + status.room();
            add("disk", true, says, Trouble.UNKNOWN, saidBy);
        }
    }

    /** Nothing that is not known is well. */
    private void addUnknown(int node) {
        String says = "node " + node + " does not say how its store is";
        add("standing", false, says, Trouble.UNKNOWN, List.of(node));
    }

    /** How long ago another node heard of one, or since when in vain. */
    private long silentMillis(int node) {
        long age = Trouble.UNKNOWN;
        for (Voice voice : heard.nodes()) {
            if (voice.answer() instanceof Answer.Told told) {
                Portrait portrait = told.portrait();
                for (NodeStatus.Peer peer : portrait.status().peers()) {
                    if (peer.id() == node) {
                        long seen =
                                peer.seenMillis() > 0
                                        ? peer.seenMillis()
                                        : portrait.status().startedMillis();
                        long ago = Math.max(0, portrait.millis() - seen);
                        age = age == Trouble.UNKNOWN ? ago : Math.min(age, ago);
                    }
                }
            }
        }
        return age;
    }
}
