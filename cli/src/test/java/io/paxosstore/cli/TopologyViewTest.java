package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What people read while slots move. */
final class TopologyViewTest {
    private static TopologyView view(String course, String remaining, int joint) {
        return TopologyView.of(
                """
                {"node": 1, "version": 9, "settled": false,
                 "goal": {"number": 4, "voters": 3, "spread": true, "course": "%s",
                          "replacements": [{"leaving": 2, "joining": 5}]},
                 "nodes": [{"id": 1, "host": "::1", "clientPort": 7400, "peerPort": 7401,
                            "adminPort": 7402, "zone": "a", "miniCluster": 0,
                            "membership": "active", "weight": 100, "connected": true,
                            "votes": 16384, "preferred": 5462, "coming": 3}],
                 "system": {"epoch": 2, "voters": [1, 2, 3], "coming": []},
                 "slots": {"stable": 16320, "joint": %d, "noMajority": 2,
                           "redundancy": [{"voters": 3, "connected": 3, "slots": 16382},
                                          {"voters": 3, "connected": 1, "slots": 2}]},
                 "plan": {"version": 7, "goal": 4, "last": false, "done": 1200, "moving": 64,
                          "left": 4000, "dropped": 1, "remainingMillis": %s,
                          "nodes": [{"id": 5, "done": 1200, "moving": 64, "left": 4000}]}}
                """
                        .formatted(course, joint, remaining));
    }

    private static List<String> lines(ShellAnswer answer) {
        return answer.text().lines().toList();
    }

    @Test
    void theStatusTellsWhatMovesAndForHowLong() {
        assertEquals(
                List.of(
                        "goal:       4, 3 voters for each slot, slots are spread, changes are"
                                + " running, node 5 replaces node 2",
                        "plan:       7 for goal 4, 1,200 slots done, 64 moving, 4,000 left, 1"
                                + " dropped, about 12 minutes left",
                        "slots:      16,320 stable, 64 under change",
                        "redundancy: 16,382 slots have 3 of 3 voters connected; 2 slots have 1 of 3"
                                + " voters connected; 2 have no majority and do not serve"),
                lines(view("running", "720000", 64).status()));
        assertEquals(
                List.of(
                        "plan:       7 for goal 4, 1,200 slots done, 64 moving, 4,000 left, 1"
                                + " dropped, time left unknown",
                        "node | done | moving | left",
                        "-----+------+--------+-----",
                        "   5 | 1200 |     64 | 4000",
                        "(1 row)"),
                lines(view("running", "null", 64).plan()));
        assertTrue(lines(view("running", "9000", 64).status()).get(1).endsWith("10 seconds left"));
        assertTrue(lines(view("running", "9000000", 64).status()).get(1).endsWith("2 hours left"));
        assertTrue(lines(view("running", "1", 64).members()).get(2).contains("[::1]:7400 |"));
    }

    @Test
    void aWaitEndsWhenNothingIsUnderChange() {
        assertFalse(view("running", "1", 64).isAtRest());
        assertFalse(view("running", "1", 0).isAtRest(), "the plan is not carried out");
        assertFalse(view("cancelled", "1", 64).isAtRest(), "some are still taken back");
        assertTrue(view("cancelled", "1", 0).isAtRest());
        assertFalse(view("paused", "1", 64).isPaused(), "some still end");
        assertTrue(view("paused", "1", 0).isPaused());
        assertEquals(ShellAnswer.Kind.FAILED, view("paused", "1", 0).notAtRest("So it is.").kind());
    }
}
