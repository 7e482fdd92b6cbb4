package io.paxosstore.sim.exhaustive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.sim.Mutation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Small bounds, explored completely; and planted bugs, each found within a stated number. */
class ExhaustiveTest {
    @ParameterizedTest
    @ValueSource(strings = {"write", "write-crash", "two-writes", "read"})
    void everyStateWithinTheBoundIsSafe(String name) {
        Exploration found = new Explorer(Bound.of(name), Mutation.NONE).run(1_000_000, 0);
        System.out.println(found);
        assertNull(found.violation(), found::toString);
        assertTrue(found.isComplete());
    }

    /** The bug, the bound, the states within which it is found, and the invariant it breaks. */
    @ParameterizedTest
    @CsvSource({
        "K1, duel-disk,   10000, OneValueChosenPerEntry",
        "K3, duel-disk,     100, LinearizableHistory",
        "K5, duel-time,   50000, OneValueChosenPerEntry",
        "F1, reuse,       20000, FastNumberUsedOnce",
        "F2, duel-disk,   10000, OneValueChosenPerEntry",
        "D1, duel-disk,    1000, ChosenMeansChosen",
        "D2, duel-disk,    1000, ChosenMeansChosen",
        "D7, lagging,     50000, AcceptedIsKept",
        "R1, read-time,   10000, LinearizableHistory",
        "A2, duel-wipe,   10000, OneValueChosenPerEntry",
        "A3, duel-wipe,   10000, ChosenMeansChosen",
        "A5, duel-wipe,  100000, OneValueChosenPerEntry",
        "W3, retry,       10000, ExactlyOnce"
    })
    void plantedBugIsFound(Mutation mutation, String name, int statesMax, String invariant) {
        Bound bound = Bound.of(name);
        Exploration found = new Explorer(bound, mutation).run(statesMax, 0);
        PlantedBugs.assertFound(
                bound, mutation, invariant, found.violation(), found.schedule(), found);
    }

    @Test
    void explorationIsTheSameEveryTime() {
        Exploration first = new Explorer(Bound.of("read"), Mutation.NONE).run(1_000_000, 0);
        Exploration second = new Explorer(Bound.of("read"), Mutation.NONE).run(1_000_000, 0);
        assertEquals(first.states(), second.states());
        assertEquals(first.transitions(), second.transitions());
    }
}
