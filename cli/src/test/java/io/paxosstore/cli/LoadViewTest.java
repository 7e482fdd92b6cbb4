package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What people read before loads are evened out. */
final class LoadViewTest {
    private static final String JSON =
            """
            {"version": 3, "slots": 1, "orders": 2, "copies": 1, "more": true,
             "worstBefore": 1.8, "worstAfter": 1.094,
             "nodes": [{"id": 1, "requests": 1800.4, "requestsThen": 1094, "requestsPart": 1000,
                        "bytes": 2600000, "bytesThen": 2400000, "bytesPart": 2000000,
                        "slots": 16384, "gets": 0, "loses": 1}],
             "heavy": [{"slot": 5061, "node": 1, "figure": "requests", "parts": 2.34}],
             "withoutBytes": [2, 3],
             "moves": [{"slot": 7, "from": [1, 2, 3], "to": [2, 1, 3]}]}
            """;

    @Test
    void whatMovesAndWhyIsShown() {
        LoadView view = LoadView.of(JSON);
        assertEquals(
                List.of(
                        "2 slots get another order of preference, 1 other voters (1 copies move).",
                        "The node with most, as a multiple of what it should have: 1.80 now, 1.09"
                                + " then.",
                        "More is to be done than one plan may; ask again when it is over.",
                        "node | requests/s | then | should be | MB | then | should be | gets |"
                                + " loses",
                        "-----+------------+------+-----------+----+------+-----------+------+"
                                + "------",
                        "   1 |       1800 | 1094 |      1000 |  3 |    2 |         2 |    0 |"
                                + "     1",
                        "(1 row)",
                        "Slot 5061 alone has 2.3 times the requests that node 1 should carry; a"
                                + " slot cannot be split, so give what is in it other hash tags.",
                        "Bytes do not count: nodes 2, 3 still look how much there is.",
                        "slot 7: nodes 1 2 3 -> 2 1 3"),
                view.text().lines().toList());
        assertFalse(view.isStill());
        assertEquals(11, view.answer().fields().size());
    }

    @Test
    void onlySomeMovesAreShownToPeople() {
        String move = "{\"slot\": 7, \"from\": [1], \"to\": [2]}";
        LoadView view = LoadView.of("{\"moves\": [" + (move + ",").repeat(29) + move + "]}");
        assertTrue(view.text().endsWith("... and 10 more (--json shows all)"), view.text());
        assertTrue(LoadView.of("{\"moves\": []}").isStill());
        assertTrue(LoadView.of("{\"repeated\": true}").isRepeat());
        assertFalse(LoadView.of("{\"repeated\": true}").isStill());
    }
}
