package io.paxosstore.bench.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Faults are drawn from the seed, and spare a majority. */
class FaultPlanTest {
    private static final int DRAWN = 500;

    private static final Set<FaultKind> MEMBERS_STAY =
            Arrays.stream(FaultKind.values())
                    .filter(kind -> !kind.isOfMembers())
                    .collect(Collectors.toSet());

    private static final Set<FaultKind> MEMBERS_CHANGE =
            Arrays.stream(FaultKind.values())
                    .filter(FaultKind::goesWithMembers)
                    .collect(Collectors.toSet());

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
        for (List<Fault> faults : draw(MEMBERS_STAY, 1)) {
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
        assertEquals(MEMBERS_STAY, seen);
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

    /** Three to five nodes, ids that are never used again, and only nodes that are there go. */
    @Test
    void membersComeAndGoAndThreeOfThemAreLeft() {
        FaultPlan plan = new FaultPlan(MEMBERS_CHANGE.stream().sorted().toList(), 3, 11);
        Set<Integer> present = new HashSet<>(Set.of(1, 2, 3));
        Set<Integer> ever = new HashSet<>(present);
        Set<FaultKind> seen = EnumSet.noneOf(FaultKind.class);
        Set<Integer> sizes = new HashSet<>();
        for (int i = 0; i < DRAWN; i++) {
            List<Fault> faults = plan.next();
            assertEquals(1, faults.size());
            follow(faults.getFirst(), present, ever);
            seen.add(faults.getFirst().kind());
            sizes.add(present.size());
        }
        assertEquals(MEMBERS_CHANGE, seen);
        assertEquals(Set.of(3, 4, 5), sizes);
        for (Fault drain : plan.surplus()) {
            assertEquals(FaultKind.DRAIN, drain.kind());
            follow(drain, present, ever);
        }
        assertEquals(3, present.size());
    }

    private static void follow(Fault fault, Set<Integer> present, Set<Integer> ever) {
        int victim = fault.victim();
        switch (fault.kind()) {
            case JOIN_AND_SPREAD -> assertTrue(present.add(victim) && ever.add(victim));
            case DRAIN -> assertTrue(present.remove(victim));
            case REPLACE -> {
                assertTrue(present.remove(victim));
                assertTrue(present.add(fault.peer()) && ever.add(fault.peer()));
            }
            case CANCEL, KILL_DRIVER -> {
                if (!present.remove(victim)) {
                    assertTrue(present.add(victim) && ever.add(victim));
                }
            }
            default -> assertTrue(present.contains(victim));
        }
    }
}
