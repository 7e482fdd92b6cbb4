package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.FirstVoters;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Servers place by the order of nodes that clients route by. */
final class PlacementTest {
    private static EntityKey key(String name) {
        return new EntityKey(1, name.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void votersThatWereNeverChangedStandInTheOrderThatClientsRouteBy() {
        long seed = 11;
        Random random = new Random(seed);
        Placement placement = Placement.neverChanged(9, 2, 5);
        for (int i = 0; i < 10_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            EntityKey key = new EntityKey(random.nextInt(), bytes);
            Configuration configuration = placement.configurationOf(key);
            List<Integer> order = FirstVoters.order(Slots.of(bytes), List.of(2, 5, 9));
            assertEquals(order, configuration.slot().ids(), "seed " + seed);
            assertEquals(order.getFirst(), configuration.right().owner(), "seed " + seed);
            assertEquals(1, configuration.epoch());
        }
    }

    @Test
    void slotsOfOneOrderShareTheirConfiguration() {
        for (int[] shape : new int[][] {{1, 1}, {3, 6}, {5, 60}}) {
            int[] nodeIds = new int[shape[0]];
            Arrays.setAll(nodeIds, i -> i + 1);
            Placement placement = Placement.neverChanged(nodeIds);
            Set<Configuration> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
            for (int i = 0; i < 5_000; i++) {
                distinct.add(placement.configurationOf(key("key-" + i)));
            }
            assertEquals(shape[1], distinct.size(), nodeIds.length + " nodes");
        }
    }
}
