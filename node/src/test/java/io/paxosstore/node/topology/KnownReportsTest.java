package io.paxosstore.node.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyPage;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a driver knows of who is whole, and asks. */
final class KnownReportsTest {
    private static final int JOINT = 2_500;

    private int incarnation = 7;

    private int incarnationOf(int node) {
        return incarnation;
    }

    private static Topology topology() {
        Topology topology =
                Topology.first(Clusters.nodes(2), Collections.nCopies(16_384, List.of(1, 3, 5)));
        for (int first = 0; first < JOINT; first += TopologyPage.SLOTS) {
            TopologyPage page = topology.pages().get(TopologyPage.numberOf(first));
            List<SlotChange> changes = new ArrayList<>();
            for (int slot = first; slot < Math.min(JOINT, first + TopologyPage.SLOTS); slot++) {
                Stable stable = (Stable) page.slot(slot);
                changes.add(new SlotChange(slot, stable.towards(List.of(1, 3, 6))));
            }
            topology = topology.with(page.with(changes));
        }
        return topology;
    }

    private static List<Integer> slots(SlotReports.Question question) {
        return question.slots().stream().map(SlotEpoch::slot).toList();
    }

    /** However often it is looked in between: else some would never be asked for. */
    @Test
    void allSlotsAreAskedForInTurn() {
        Topology topology = topology();
        for (int looks = 0; looks < 4; looks++) {
            KnownReports known = new KnownReports(topology, this::incarnationOf);
            Set<Integer> asked = new TreeSet<>();
            for (int questions = 0; questions < 3; questions++) {
                asked.addAll(slots(known.question(6)));
                for (int look = 0; look < looks; look++) {
                    known.look(topology);
                }
            }
            assertEquals(JOINT, asked.size(), "with looks in between: " + looks);
        }
    }

    @Test
    void whatIsWholeIsNotAskedForAgain() {
        Topology topology = topology();
        KnownReports known = new KnownReports(topology, this::incarnationOf);
        assertEquals(List.of(6), known.nodes());
        SlotReports.Answer answer =
                new SlotReports.Answer(List.of(new SlotEpoch(0, 2), new SlotEpoch(1, 1)));
        assertTrue(known.take(6, answer));
        assertFalse(known.take(6, answer), "it is known");
        known.look(topology);
        assertTrue(known.isWhole(6, 0, 2));
        assertTrue(known.copy().isWhole(6, 0, 2));
        assertFalse(known.isWhole(6, 1, 2), "that was of another epoch");
        Set<Integer> asked = new TreeSet<>();
        for (int questions = 0; questions < 3; questions++) {
            asked.addAll(slots(known.question(6)));
        }
        assertFalse(asked.contains(0));
        assertEquals(JOINT - 1, asked.size());
    }

    /** Its disk may have been lost, and with it what it had walked over. */
    @Test
    void whoBeginsALaterIncarnationIsAskedAgain() {
        Topology topology = topology();
        KnownReports known = new KnownReports(topology, this::incarnationOf);
        SlotReports.Answer answer = new SlotReports.Answer(List.of(new SlotEpoch(0, 2)));
        assertTrue(known.take(6, answer));
        known.look(topology);
        assertTrue(known.copy().isWhole(6, 0, 2));
        incarnation++;
        known.look(topology);
        assertFalse(known.isWhole(6, 0, 2));
        assertFalse(known.copy().isWhole(6, 0, 2));
        Set<Integer> asked = new TreeSet<>();
        for (int questions = 0; questions < 3; questions++) {
            asked.addAll(slots(known.question(6)));
        }
        assertTrue(asked.contains(0));
        assertTrue(known.take(6, answer), "it has kept its disk");
        known.look(topology);
        assertTrue(known.copy().isWhole(6, 0, 2));
    }
}
