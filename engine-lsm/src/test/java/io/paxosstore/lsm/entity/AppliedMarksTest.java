package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** Rule D6: what is told to be durable is, and no turn of the loop tells of too many. */
final class AppliedMarksTest {
    private static final int ENTITIES = AppliedMarks.SLICE_ENTITIES * 5 / 2;

    private final AppliedMarks marks = new AppliedMarks();
    private final Map<EntityKey, Long> told = new HashMap<>();
    private int toldNow;

    private static EntityKey key(int number) {
        byte[] name = ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
        return new EntityKey(SpaceKind.ENTITY_FROM, name);
    }

    /** One turn; returns whether there is more to tell. */
    private boolean tell(long durableSequence) {
        toldNow = 0;
        return marks.durable(
                durableSequence,
                (key, entry) -> {
                    toldNow++;
                    told.put(key, entry);
                });
    }

    private void applyAll(long entry, long firstSequence) {
        for (int i = 0; i < ENTITIES; i++) {
            marks.applied(key(i), entry, firstSequence + i);
        }
    }

    @Test
    void aTurnTellsOfASlice() {
        applyAll(1, 1);
        int turns = 0;
        boolean hasMore = true;
        while (hasMore) {
            hasMore = tell(ENTITIES);
            assertTrue(toldNow <= AppliedMarks.SLICE_ENTITIES, "in one turn: " + toldNow);
            turns++;
        }
        assertEquals(ENTITIES, told.size());
        assertEquals(3, turns);
        assertFalse(marks.isAwaited(Long.MAX_VALUE - 1), "nothing is left");
    }

    /** Between two slices entities go on to be written, or are given up. */
    @Test
    void whatChangesBetweenTheSlicesIsToldAsItIs() {
        applyAll(1, 1);
        assertTrue(tell(ENTITIES));
        applyAll(2, 1 + ENTITIES);
        marks.forget(key(ENTITIES - 1));
        while (tell(ENTITIES)) {}
        assertEquals(ENTITIES - 1, told.size());
        told.values().forEach(entry -> assertEquals(1, entry, "2 is not durable"));
        while (tell(2 * ENTITIES)) {}
        assertEquals(ENTITIES - 1, told.size());
        told.values().forEach(entry -> assertEquals(2, entry));
    }
}
