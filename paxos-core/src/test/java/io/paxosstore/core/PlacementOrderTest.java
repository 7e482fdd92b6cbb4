package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Servers place by the order of nodes that clients route by. */
final class PlacementOrderTest {
    @Test
    void clientsAndServersAgree() {
        long seed = 11;
        Random random = new Random(seed);
        int[] nodeIds = {2, 5, 9};
        Placement placement = Placement.everywhere(nodeIds);
        for (int i = 0; i < 10_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            EntityKey key = new EntityKey(random.nextInt(), bytes);
            assertEquals(key.hash(), EntityKey.hash(key.space(), bytes), "seed " + seed);
            int preferred = EntityKey.preferredIndex(key.hash(), nodeIds.length);
            Voters voters = placement.configurationOf(key).voters();
            for (int place = 0; place < nodeIds.length; place++) {
                assertEquals(
                        nodeIds[(preferred + place) % nodeIds.length],
                        voters.id(place),
                        "seed " + seed);
            }
        }
    }
}
