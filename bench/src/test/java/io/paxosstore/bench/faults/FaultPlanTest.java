package io.paxosstore.bench.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Faults are drawn from the seed, and spare a majority. */
class FaultPlanTest {
    private static final int DRAWN = 500;

    private static List<List<Fault>> draw(Set<FaultKind> kinds, long seed) {
        FaultPlan plan = new FaultPlan(kinds, 3, seed);
        List<List<Fault>> drawn = new ArrayList<>();
        for (int i = 0; i < DRAWN; i++) {
            drawn.add(plan.next());
        }
        return drawn;
    }

    @Test
    void theSameSeedGivesTheSameFaults() {
        Set<FaultKind> kinds = EnumSet.allOf(FaultKind.class);
        assertEquals(draw(kinds, 7), draw(kinds, 7));
        assertNotEquals(draw(kinds, 7), draw(kinds, 8));
    }

    @Test
    void thereIsOneVictimAtATimeAndEveryKindAndReplicaHasItsTurn() {
        Set<FaultKind> seen = EnumSet.noneOf(FaultKind.class);
        Set<Integer> victims = new HashSet<>();
        for (List<Fault> faults : draw(EnumSet.allOf(FaultKind.class), 1)) {
            Set<Integer> at = new HashSet<>();
            for (Fault fault : faults) {
                at.add(fault.victim());
                seen.add(fault.kind());
                assertNotEquals(fault.victim(), fault.peer());
                assertTrue(fault.peer() >= 1 && fault.peer() <= 3);
                assertTrue(fault.length().compareTo(Duration.ofSeconds(10)) <= 0);
            }
            assertEquals(1, at.size());
            victims.addAll(at);
        }
        assertEquals(EnumSet.allOf(FaultKind.class), seen);
        assertEquals(Set.of(1, 2, 3), victims);
    }

    @Test
    void flippedBitsAndLostDisksMeetTheSameReplica() {
        Set<Integer> damaged = new HashSet<>();
        for (List<Fault> faults : draw(EnumSet.of(FaultKind.FLIP, FaultKind.WIPE), 3)) {
            faults.forEach(fault -> damaged.add(fault.victim()));
        }
        assertEquals(1, damaged.size());
    }
}
