package io.paxosstore.server.node;

import io.paxosstore.console.answer.Json;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.Voter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which nodes vote in which slots, for the console's map. */
final class SlotRuns {
    private SlotRuns() {}

    /** Who votes, and after the change that goes on, if one does. */
    private record Set(List<Integer> voters, List<Integer> next) {}

    /**
     * As JSON: "version" of the list of nodes; "sets", each different set of voters, whichever of
     * them is asked first, with those to be where a change goes on; and "runs", how many slots from
     * slot 0 on have which of these, by its place: two numbers for each run.
     */
    static String json(Topology topology) {
        Map<Set, Integer> places = new LinkedHashMap<>();
        List<Integer> runs = new ArrayList<>();
        int run = 0;
        int last = -1;
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            int place =
                    places.computeIfAbsent(set(topology.configurationOf(slot)), _ -> places.size());
            if (place != last && run > 0) {
                runs.add(run);
                runs.add(last);
                run = 0;
            }
            last = place;
            run++;
        }
        runs.add(run);
        runs.add(last);
        return Json.text(
                Map.of(
                        "version",
                        topology.head().version(),
                        "sets",
                        List.copyOf(places.keySet()),
                        "runs",
                        runs));
    }

    private static Set set(SlotConfiguration slot) {
        return switch (slot) {
            case SlotConfiguration.Stable stable -> new Set(nodes(stable.voters()), List.of());
            case SlotConfiguration.Joint change ->
                    new Set(nodes(change.old()), nodes(change.next()));
        };
    }

    private static List<Integer> nodes(List<Voter> voters) {
        return voters.stream().map(Voter::node).sorted().toList();
    }
}
