package io.paxosstore.sim.exhaustive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.sim.Mutation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Changes of the voters (section 9 of docs/protocol.md), and their rules broken one by one. */
class ChangeOfVotersTest {
    private static final int WALKS = 1_000;

    /** So many of each bound where nothing is planted. */
    private static final int SAFE_WALKS = 400;

    private static final long SEED = 1;

    static Stream<String> walked() {
        return Bound.all().stream().filter(Bound::isForWalks).map(Bound::name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"alone", "alone-read"})
    void everyStateOfASmallChangeIsSafe(String name) {
        Exploration found = new Explorer(Bound.of(name), Mutation.NONE).run(1_000_000, 0);
        System.out.println(found);
        assertNull(found.violation(), found::toString);
        assertTrue(found.isComplete());
    }

    @ParameterizedTest
    @MethodSource("walked")
    void noWalkLeadsToAnUnsafeState(String name) {
        RandomWalks.Found found =
                new RandomWalks(Bound.of(name), Mutation.NONE, SEED).run(SAFE_WALKS, 0);
        System.out.println(found);
        assertNull(found.violation(), found::schedule);
        assertTrue(found.ended() > 0, "no entry was ever chosen by those that vote in the end");
    }

    /** The bug, the bound, the seed of the walks that show it, and the invariant it breaks. */
    @ParameterizedTest
    @CsvSource({
        "M1, move, 1, LinearizableHistory",
        "M2_VIEWS, move, 1, LinearizableHistory",
        "M2_NOT_DURABLE, swap-crash, 1, OneValueChosenPerEntry",
        "M3_PREPARE_OLD, static, 3, OneValueChosenPerEntry",
        "M3_PREPARE_NEXT, abort, 3, OneValueChosenPerEntry",
        "M3_ACCEPT_OLD, move, 1, LinearizableHistory",
        "M3_ACCEPT_NEXT, move, 1, LinearizableHistory",
        "M3_READ_OLD, move, 2, LinearizableHistory",
        "M3_READ_NEXT, abort-read, 37, LinearizableHistory",
        "M4_EMPTY, move, 1, OneValueChosenPerEntry",
        "M4_SINCE, back, 12, OneValueChosenPerEntry",
        "M5_ONE, move, 1, OneValueChosenPerEntry",
        "M5_AMNESIAC, swap-wipe, 27, OneValueChosenPerEntry",
        "M14, move-wipe, 17, OneValueChosenPerEntry",
        "M10, abort, 2, LinearizableHistory"
    })
    void plantedBugIsFound(ChangeMutation bug, String name, long seed, String invariant) {
        Bound bound = Bound.of(name);
        RandomWalks.Found found = new RandomWalks(bound, bug, seed).run(WALKS, 0);
        PlantedBugs.assertFound(bound, bug, invariant, found.violation(), found.schedule(), found);
    }

    @Test
    void everyBugOfChangesIsPlantedHere() throws Exception {
        CsvSource table =
                ChangeOfVotersTest.class
                        .getDeclaredMethod(
                                "plantedBugIsFound",
                                ChangeMutation.class,
                                String.class,
                                long.class,
                                String.class)
                        .getAnnotation(CsvSource.class);
        List<String> planted =
                Arrays.stream(table.value())
                        .map(row -> row.substring(0, row.indexOf(',')))
                        .toList();
        assertEquals(
                Arrays.stream(ChangeMutation.values())
                        .filter(bug -> bug != ChangeMutation.M14_SILENT) // safe, and not live
                        .map(Enum::name)
                        .toList(),
                planted);
    }
}
