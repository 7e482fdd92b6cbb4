package io.paxosstore.server.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.client.wire.KeyHash;
import io.paxosstore.core.EntityKey;
import io.paxosstore.core.Placement;
import io.paxosstore.core.Voters;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Clients route by the same hash and the same order of nodes as servers place by. */
final class KeyHashTest {
    @Test
    void clientAndCoreAgree() {
        long seed = 11;
        Random random = new Random(seed);
        int[] nodeIds = {2, 5, 9};
        Placement placement = Placement.everywhere(nodeIds);
        for (int i = 0; i < 10_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            EntityKey key = new EntityKey(random.nextInt(), bytes);
            assertEquals(key.hash(), KeyHash.hash(key.space(), bytes), "seed " + seed);
            int preferred = KeyHash.preferredIndex(key.hash(), nodeIds.length);
            Voters voters = placement.votersOf(key);
            for (int place = 0; place < nodeIds.length; place++) {
                assertEquals(
                        nodeIds[(preferred + place) % nodeIds.length],
                        voters.id(place),
                        "seed " + seed);
            }
        }
    }
}
