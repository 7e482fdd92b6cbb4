package io.paxosstore.node.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Random;

final class MemoryBudgetTest {
    private static final long MIB = 1 << 20;
    private static final List<Use> USES = List.of(Use.values());

    @Test
    void unfinishedFramesAndLargeRequestsLeaveRoomForSmallOnes() {
        LoopMemory loop = new MemoryBudget(8 * MIB).loop();
        assertTrue(loop.reserve(4 * MIB, Use.UNFINISHED));
        assertFalse(loop.reserve(MIB, Use.UNFINISHED));
        assertTrue(loop.reserve(2 * MIB, Use.LARGE));
        assertFalse(loop.reserve(MIB, Use.LARGE));
        assertTrue(loop.reserve(2 * MIB, Use.SMALL));
        assertFalse(loop.reserve(1, Use.SMALL));
    }

    @Test
    void whatCannotBeRefusedIsTakenAbove() {
        MemoryBudget budget = new MemoryBudget(MIB);
        LoopMemory loop = budget.loop();
        loop.charge(3 * MIB);
        assertEquals(3 * MIB, budget.usedBytes());
        assertTrue(loop.isShort(Use.SMALL));
        loop.release(3 * MIB);
        assertEquals(0, budget.usedBytes());
        assertFalse(loop.isShort(Use.UNFINISHED));
    }

    /** One loop takes, any other gives back; nothing is lost or gained on the way. */
    @RepeatedTest(10)
    void everyByteComesBack(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        MemoryBudget budget = new MemoryBudget(16 * MIB);
        LoopMemory[] loops = {budget.loop(), budget.loop(), budget.loop()};
        ArrayDeque<Long> taken = new ArrayDeque<>();
        long used = 0;
        for (int i = 0; i < 20_000; i++) {
            LoopMemory loop = loops[random.nextInt(loops.length)];
            if (random.nextInt(100) < 52) {
                long bytes = random.nextInt(random.nextBoolean() ? 2000 : 500_000);
                Use use = USES.get(random.nextInt(USES.size()));
                if (loop.reserve(bytes, use)) {
                    taken.add(bytes);
                    used += bytes;
                }
            } else if (!taken.isEmpty()) {
                long bytes = taken.remove();
                loop.release(bytes);
                used -= bytes;
            }
            assertEquals(used, budget.usedBytes());
            assertTrue(used <= budget.bytesMax());
        }
        taken.forEach(loops[0]::release);
        assertEquals(0, budget.usedBytes());
    }
}
