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
        return draw(kinds.stream().sorted().toList(), seed);
    }

    private static List<List<Fault>> draw(List<FaultKind> kinds, long seed) {
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
    void noOtherReplicaLosesDataWhileFlippedBitsMayLieUnread() {
        Set<Integer> flipped = new HashSet<>();
        Set<Integer> wiped = new HashSet<>();
        int damaged = 0;
        Set<FaultKind> kinds = EnumSet.of(FaultKind.FLIP, FaultKind.WIPE, FaultKind.WIPE_KILL);
        for (List<Fault> faults : draw(kinds, 3)) {
            for (Fault fault : faults) {
                assertTrue(damaged == 0 || damaged == fault.victim());
                boolean isFlip = fault.kind() == FaultKind.FLIP;
                damaged = isFlip ? fault.victim() : 0;
                (isFlip ? flipped : wiped).add(fault.victim());
            }
        }
        assertEquals(Set.of(1, 2, 3), flipped);
        assertEquals(Set.of(1, 2, 3), wiped);
    }

    @Test
    void aKindThatIsListedTwiceHappensTwiceAsOften() {
        List<FaultKind> kinds = List.of(FaultKind.WIPE, FaultKind.KILL, FaultKind.WIPE);
        long wipes =
                draw(kinds, 5).stream()
                        .filter(faults -> faults.getFirst().kind() == FaultKind.WIPE)
                        .count();
        assertTrue(wipes > DRAWN / 2 && wipes < DRAWN * 5 / 6, () -> wipes + " of " + DRAWN);
    }
}
