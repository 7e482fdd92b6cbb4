package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.invariant.Checks;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Names that are listed while disks are lost and voters change have every key among them of which
 * something was chosen before. {@code bin/paxosstore sim --scans} runs more seeds.
 */
class ScansTest {
    private static final long SEEDS_MAX = 500;

    private static Simulator.Setup setup(int nodes, SpaceKind kind, Voting voting) {
        return Simulator.Setup.of(nodes, kind).with(voting).withScans();
    }

    @ParameterizedTest
    @CsvSource({
        "3, KEY_VALUE, STAYS, 60",
        "5, KEY_VALUE, STAYS, 30",
        "3, ENTITY, STAYS, 30",
        "3, KEY_VALUE, CHANGES, 30",
        "3, KEY_VALUE, DRIVEN, 15"
    })
    void nothingThatWasChosenIsMissed(int nodes, SpaceKind kind, Voting voting, long seeds) {
        SimRunner.Result result =
                SimRunner.run(
                        SimOptions.seeds(1, seeds, nodes).with(2, 3),
                        setup(nodes, kind, voting),
                        System.out::println);
        assertTrue(result.isClean(), result::toString);
    }

    /** Else it proves nothing. */
    @ParameterizedTest
    @CsvSource({"1, ScanMissesNothing"})
    void aListerThatLeavesSomethingOutIsFound(long seed, String breaks) {
        Simulator.Setup setup =
                setup(3, SpaceKind.KEY_VALUE, Voting.STAYS)
                        .with(HostBug.SWEEP_SKIPS, Checks.OUTCOMES);
        SeedResult result = Simulator.run(seed, setup, null);
        assertEquals(breaks, result.violation());
    }

    /**
     * Pages of keys come from one node's store: it is seen where that, or the others', misleads.
     */
    @ParameterizedTest
    @CsvSource({
        "SCAN_TAKES_ALL_FOR_SETTLED, 3, ScanShowsNewest",
        "SCAN_LEAVES_OUT_UNSETTLED, 1, ScanMissesNothing"
    })
    void aPageThatMayBeOldIsFound(HostBug bug, long seed, String breaks) {
        Simulator.Setup setup =
                setup(3, SpaceKind.KEY_VALUE, Voting.STAYS).with(bug, Checks.OUTCOMES);
        new KnownSeed(3, seed, breaks).find(bug, setup, SEEDS_MAX);
    }
}
