package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.node.host.SpaceCounts.Requests;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Requests are counted by space, in bounded memory. */
final class SpaceCountsTest {
    private static final byte[] KEY = {1};

    private final Counters counters = new Counters();

    private void admit(Operation operation, int space) {
        counters.admitted(operation, new EntityKey(space, KEY));
    }

    @Test
    void readsAndWritesOfClientsAreCounted() {
        admit(Operation.READ, 1);
        admit(Operation.READ, 1);
        admit(Operation.WRITE, 1);
        admit(Operation.WRITE, SpaceKind.ENTITY_FROM);
        assertEquals(
                Set.of(new Requests(1, 2, 1), new Requests(SpaceKind.ENTITY_FROM, 0, 1)),
                new HashSet<>(counters.spaces().all()));
    }

    @Test
    void theSystemIsNot() {
        admit(Operation.READ, EntityKey.SYSTEM_SPACE);
        assertEquals(List.of(), counters.spaces().all());
        admit(Operation.READ, 1);
        assertEquals(1, counters.slots().get(Slots.of(KEY)));
        assertEquals(List.of(new Requests(1, 1, 0)), counters.spaces().all());
    }

    @Test
    void moreSpacesThanAreCountedAreCountedTogether() {
        int many = 1000;
        for (int round = 0; round < 2; round++) {
            for (int space = 1; space <= many; space++) {
                admit(Operation.WRITE, space);
            }
        }
        List<Requests> all = counters.spaces().all();
        assertEquals(SpaceCounts.SPACES_MAX + 1, all.size());
        assertEquals(2L * many, all.stream().mapToLong(Requests::writes).sum());
        assertTrue(
                all.contains(
                        new Requests(SpaceCounts.OTHERS, 0, 2L * (many - SpaceCounts.SPACES_MAX))));
        for (int space = 1; space <= SpaceCounts.SPACES_MAX; space++) {
            assertTrue(all.contains(new Requests(space, 0, 2)), "space " + space);
        }
    }
}
