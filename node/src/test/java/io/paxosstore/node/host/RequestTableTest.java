package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

final class RequestTableTest {
    private static final Requester NOBODY = new TestClient();
    private static final EntityKey KEY = new EntityKey(1, new byte[] {1});

    private static long add(RequestTable table, long correlation, Operation operation) {
        return table.add(NOBODY, correlation, operation, KEY, RequestModel.KEY, 0);
    }

    @Test
    void isBounded() {
        RequestTable table = new RequestTable(3);
        long first = add(table, 1, Operation.READ);
        add(table, 2, Operation.READ);
        add(table, 3, Operation.READ);
        assertEquals(RequestTable.FULL, add(table, 4, Operation.READ));
        table.release(table.slotOf(first));
        assertEquals(2, table.size());
        assertTrue(add(table, 5, Operation.WRITE) >= 0);
    }

    @Test
    void aLateTokenFindsNothing() {
        RequestTable table = new RequestTable(1);
        long old = add(table, 1, Operation.READ);
        table.release(table.slotOf(old));
        long next = add(table, 2, Operation.READ);
        assertNotEquals(old, next);
        assertEquals(-1, table.slotOf(old));
        assertEquals(2, table.correlation(table.slotOf(next)));
    }

    @Test
    void theNextInASlotIsNotSetAside() {
        RequestTable table = new RequestTable(1);
        int slot = table.slotOf(add(table, 1, Operation.READ));
        table.setAside(slot);
        assertTrue(table.isSetAside(slot));
        table.release(slot);
        assertFalse(table.isSetAside(table.slotOf(add(table, 2, Operation.READ))));
    }

    /** Work beside the loop says nothing of the loop's load. */
    @Test
    void writesThatWaitForWorkBesideTheLoopAreSetAside() {
        RequestTable table = new RequestTable(3);
        EntityKey worked = new EntityKey(1, new byte[] {1});
        EntityKey other = new EntityKey(1, new byte[] {2});
        long first = add(table, 1, Operation.WRITE);
        table.query(first, EntityQuery.ofWrite(worked, 0));
        long second = add(table, 2, Operation.WRITE);
        table.query(second, EntityQuery.ofWrite(other, 0));
        List<Long> visited = new ArrayList<>();
        table.setWritesAside(Set.of(worked), (requester, correlation) -> visited.add(correlation));
        assertEquals(List.of(1L), visited);
        assertTrue(table.isSetAside(table.slotOf(first)));
        assertFalse(table.isSetAside(table.slotOf(second)));
    }

    @Test
    void agreesWithAMap() {
        long seed = 7;
        Random random = new Random(seed);
        RequestTable table = new RequestTable(5000);
        Map<Long, Long> model = new HashMap<>();
        for (int i = 0; i < 50_000; i++) {
            if (random.nextInt(5) > 1) {
                long token = table.add(NOBODY, i, Operation.WRITE, KEY, RequestModel.KEY, i);
                if (token != RequestTable.FULL) {
                    model.put(token, (long) i);
                }
            } else if (!model.isEmpty()) {
                long token = model.keySet().iterator().next();
                int slot = table.slotOf(token);
                assertEquals(model.remove(token), table.correlation(slot), "seed " + seed);
                table.release(slot);
            }
            assertEquals(model.size(), table.size(), "seed " + seed);
        }
    }
}
