package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Random;
import java.util.TreeMap;

final class NodeIncarnationsTest {
    @Test
    void itKnowsWhatWasPutLast() {
        Random random = new Random(20261126);
        NodeIncarnations known = new NodeIncarnations();
        TreeMap<Integer, Integer> expected = new TreeMap<>();
        for (int i = 0; i < 2_000; i++) {
            int node = 1 + random.nextInt(100);
            int incarnation = random.nextInt();
            known.put(node, incarnation);
            expected.put(node, incarnation);
            int asked = random.nextInt(102);
            assertEquals(expected.getOrDefault(asked, 0), known.of(asked));
        }
        TreeMap<Integer, Integer> shown = new TreeMap<>();
        known.forEach((node, incarnation) -> {
            assertTrue(shown.isEmpty() || shown.lastKey() < node, "ascending");
            shown.put(node, incarnation);
        });
        assertEquals(expected, shown);
    }
}
