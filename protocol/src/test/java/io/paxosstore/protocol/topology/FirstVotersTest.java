package io.paxosstore.protocol.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.Slots;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Each node is preferred for an equal share, and whoever comes after it gets an equal part. */
final class FirstVotersTest {
    /** Counts the slots by the first {@code places} nodes of their orders. */
    private static Map<List<Integer>, Integer> slotsBy(List<Integer> nodeIds, int places) {
        Map<List<Integer>, Integer> counts = new TreeMap<>(FirstVotersTest::compare);
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            counts.merge(FirstVoters.order(slot, nodeIds).subList(0, places), 1, Integer::sum);
        }
        return counts;
    }

    private static int compare(List<Integer> one, List<Integer> other) {
        return one.toString().compareTo(other.toString());
    }

    private static List<Integer> ids(int count) {
        return IntStream.rangeClosed(1, count).map(i -> i * 3).boxed().toList();
    }

    private static void assertEven(int kinds, Map<List<Integer>, Integer> counts) {
        assertEquals(kinds, counts.size(), counts.toString());
        assertTrue(
                Collections.max(counts.values()) - Collections.min(counts.values()) <= 1,
                counts.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7})
    void sharesDifferByOneSlotAtMost(int count) {
        assertEven(count, slotsBy(ids(count), 1));
        if (count > 1) {
            assertEven(count * (count - 1), slotsBy(ids(count), 2));
        }
        if (count > 2) {
            assertEven(count * (count - 1) * (count - 2), slotsBy(ids(count), 3));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 5})
    void everyNodeStandsInEveryOrder(int count) {
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            List<Integer> order = FirstVoters.order(slot, ids(count));
            assertEquals(ids(count), new ArrayList<>(new TreeSet<>(order)), "slot " + slot);
            assertEquals(order.get(0), SlotConfiguration.first(order).right().owner());
        }
    }

    private static int take(int index, List<Integer> from) {
        int taken = from.get(index);
        from.subList(index, index + 1).clear();
        return taken;
    }

    /** Straight from the definition: take out one node after the other. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 9})
    void thePlacesAreThoseOfTheNaiveFunction(int count) {
        for (int slot = 0; slot < Slots.COUNT; slot += 7) {
            List<Integer> left = new ArrayList<>(ids(count));
            List<Integer> order = new ArrayList<>();
            order.add(take(slot % count, left));
            if (count > 1) {
                order.add(take(slot / count % (count - 1), left));
            }
            if (count > 2) {
                Collections.rotate(left, -(slot / count / (count - 1) % (count - 2)));
            }
            order.addAll(left);
            assertEquals(order, FirstVoters.order(slot, ids(count)), "slot " + slot);
        }
    }

    /**
     * What one node is preferred for is spread over its shards, and so is what falls on another one
     * when it is dead: else one thread would do it all.
     */
    @Test
    void noShardIsPreferredMoreThanTheOthers() {
        for (int count : new int[] {3, 5}) {
            for (int shards : new int[] {2, 3, 4, 5, 6, 8, 10, 15, 16, 30, 64}) {
                int[][] slots = new int[count * count][shards];
                for (int slot = 0; slot < Slots.COUNT; slot++) {
                    int first = FirstVoters.at(slot, count, 0);
                    int second = FirstVoters.at(slot, count, 1);
                    slots[first * count + second][Slots.shard(slot, shards)]++;
                }
                double even = 1.0 * Slots.COUNT / count / (count - 1) / shards;
                for (int pair = 0; pair < slots.length; pair++) {
                    if (pair / count != pair % count) {
                        for (int held : slots[pair]) {
                            assertEquals(even, held, 4, count + " nodes, " + shards + " shards");
                        }
                    }
                }
            }
        }
    }
}
