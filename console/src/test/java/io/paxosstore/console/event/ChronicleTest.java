package io.paxosstore.console.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is wrong, since when, and what has happened. */
class ChronicleTest {
    private static final Problem REDUNDANCY = new Problem(false, "all can lose no voter more");

    private final Chronicle chronicle = new Chronicle();

    private static Observation seen(
            long millis, Map<String, Problem> problems, Set<Integer> connected) {
        return new Observation(
                millis,
                problems,
                connected,
                Map.of(1, "active", 2, "active", 3, "active"),
                "whole",
                false,
                "");
    }

    private static List<String> kinds(Observation before, Observation next) {
        return Changes.between(before, next).stream().map(ClusterEvent::kind).toList();
    }

    @Test
    void aProblemIsToldSinceItBeganWhateverItSaysLater() {
        chronicle.add(seen(1, Map.of(), Set.of(2, 3)));
        chronicle.add(seen(2, Map.of("redundancy", REDUNDANCY), Set.of(2)));
        chronicle.add(seen(3, Map.of("redundancy", new Problem(true, "worse")), Set.of(2)));
        String problems = chronicle.problems();
        assertTrue(problems.contains("\"since\":2"), problems);
        assertTrue(problems.contains("worse"), problems);
        assertTrue(problems.contains("\"serious\":true"), problems);
        chronicle.add(seen(4, Map.of(), Set.of(2, 3)));
        assertEquals("[]", chronicle.problems());
        chronicle.add(seen(5, Map.of("redundancy", REDUNDANCY), Set.of(2)));
        assertTrue(chronicle.problems().contains("\"since\":5"), "a new one");
    }

    @Test
    void whatHappenedIsToldOnce() {
        Observation well = seen(1, Map.of(), Set.of(2, 3));
        Observation lost = seen(2, Map.of("redundancy", REDUNDANCY), Set.of(2));
        assertEquals(List.of("node_lost", "problem"), kinds(well, lost));
        assertEquals(List.of(), kinds(lost, lost));
        assertEquals(List.of("node_connected", "problem_over"), kinds(lost, well));
        chronicle.add(well);
        chronicle.add(lost);
        chronicle.add(lost);
        String events = chronicle.eventsAfter(1);
        assertEquals(2, events.split("\"millis\":2", -1).length - 1, events);
        assertTrue(events.contains("node 3"), events);
        assertTrue(chronicle.eventsAfter(0).contains("node_started"));
    }

    @Test
    void membersStandingAndMovesAreEvents() {
        Observation well = seen(1, Map.of(), Set.of(2, 3));
        Observation changed =
                new Observation(
                        2,
                        Map.of(),
                        Set.of(2),
                        Map.of(1, "active", 2, "leaving", 4, "joining"),
                        "rebuilding",
                        true,
                        "plan 2: 0 slots done");
        assertEquals(
                List.of(
                        "node_leaving",
                        "node_added",
                        "node_removed",
                        "store_rebuilding",
                        "moves_begun"),
                kinds(well, changed));
        assertTrue(kinds(changed, well).contains("moves_done"));
    }

    @Test
    void noMoreIsKeptThanIsSaid() {
        for (int i = 0; i < Chronicle.KEPT; i++) {
            chronicle.add(seen(2L * i, Map.of(), Set.of(2, 3)));
            chronicle.add(seen(2L * i + 1, Map.of(), Set.of(2)));
        }
        assertEquals(Chronicle.KEPT, chronicle.eventsAfter(-1).split("\"kind\"", -1).length - 1);
    }
}
