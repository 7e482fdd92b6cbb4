package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.bitcask.BitcaskStorage;
import io.paxosstore.sim.exhaustive.ChangeMutation;
import io.paxosstore.sim.invariant.Checks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The voters of slots change at random while everything else happens. More: {@code bin/paxosstore
 * sim --changes --seeds 1..10000}. Bugs of changes are found, in the rules ({@link ChangeMutation})
 * and in the host ({@link HostBug}); the table holds the first seed that finds each, as in {@link
 * MutationTest}.
 */
class ChangingVotersTest {
    private static final long SEEDS_MAX = 2000;

    /** Of {@link HostBug#STAYING_IS_WHOLE_AT_ONCE}, which only five that become fewer meet. */
    private static final long STAYING_SEEDS_MAX = 5000;

    /**
     * Not here: promises by a majority of the next voters alone and reads by one of either voters,
     * which it takes more seeds to find, and what the host does itself (M4, M10); {@code
     * ChangeOfVotersTest} has them.
     */
    private static Map<Planted, KnownSeed> rules() {
        Map<Planted, KnownSeed> table = new LinkedHashMap<>();
        table.put(ChangeMutation.M1, new KnownSeed(2, "ChosenMeansChosen"));
        table.put(ChangeMutation.M2_VIEWS, new KnownSeed(46, "ChosenMeansChosen"));
        table.put(ChangeMutation.M3_PREPARE_OLD, new KnownSeed(5, 1942, "OneValueChosenPerEntry"));
        table.put(ChangeMutation.M3_ACCEPT_OLD, new KnownSeed(2, "ChosenMeansChosen"));
        table.put(ChangeMutation.M3_ACCEPT_NEXT, new KnownSeed(8, "ChosenMeansChosen"));
        table.put(ChangeMutation.M5_ONE, new KnownSeed(252, "OneValueChosenPerEntry"));
        table.put(ChangeMutation.M5_AMNESIAC, new KnownSeed(378, "LinearizableHistory"));
        table.put(ChangeMutation.M14_SILENT, new KnownSeed(62, "HealedMajorityAnswers"));
        return table;
    }

    private static Map<HostBug, KnownSeed> host() {
        Map<HostBug, KnownSeed> table = new LinkedHashMap<>();
        table.put(HostBug.ENTERED_EPOCH_IS_LOST, new KnownSeed(2, "EpochNeverFalls"));
        table.put(HostBug.NEWCOMER_IS_NOT_AMNESIAC, new KnownSeed(49, "LinearizableHistory"));
        table.put(HostBug.NEWCOMER_IS_WHOLE_AT_ONCE, new KnownSeed(4, "OneValuePerNumber"));
        table.put(
                HostBug.STAYING_IS_WHOLE_AT_ONCE, new KnownSeed(5, 4928, "HealedMajorityAnswers"));
        table.put(HostBug.LOST_STORE_READS_NO_TOPOLOGY, new KnownSeed(190, "EpochNeverFalls"));
        return table;
    }

    private static SimRunner.Result run(SimOptions options) {
        return run(options, Simulator.Setup.of(options.nodes(), options.kind()));
    }

    private static SimRunner.Result run(SimOptions options, Simulator.Setup setup) {
        SimRunner.Result result =
                SimRunner.run(options.with(Voting.CHANGES), setup.with(Voting.CHANGES), line -> {});
        System.out.println(result);
        assertTrue(result.isClean(), result::toString);
        return result;
    }

    /** A run in which hardly anything changes, or every change is taken back, proves nothing. */
    private static void isOfUse(SimRunner.Result result) {
        long begun = result.faults().getOrDefault(Fault.CHANGE_OF_VOTERS, 0L);
        long takenBack = result.faults().getOrDefault(Fault.CHANGE_TAKEN_BACK, 0L);
        assertTrue(begun - takenBack > result.seeds(), () -> result + " " + result.faults());
        assertTrue(takenBack > result.seeds(), () -> result + " " + result.faults());
        assertTrue(result.faults().getOrDefault(Fault.TURN_SPLIT, 0L) > 0, result::toString);
    }

    @Test
    void keys() {
        isOfUse(run(SimOptions.seeds(1, Integer.getInteger("seeds3", 60), 3).with(2, 3)));
    }

    @Test
    void keysOfFive() {
        isOfUse(run(SimOptions.seeds(1, Integer.getInteger("seeds5", 24), 5).with(2, 3)));
    }

    @Test
    void entities() {
        int last = Integer.getInteger("entity.seeds3", 40);
        isOfUse(run(SimOptions.seeds(1, last, 3).of(SpaceKind.ENTITY).with(2, 3)));
    }

    @Test
    void entitiesOfFive() {
        int last = Integer.getInteger("entity.seeds5", 16);
        isOfUse(run(SimOptions.seeds(1, last, 5).of(SpaceKind.ENTITY).with(2, 3)));
    }

    @Test
    void keysOnTheRealEngine() {
        Simulator.Setup setup =
                new Simulator.Setup(
                        3, Mutation.NONE, Checks.ALL, (id, random) -> new BitcaskStorage(random));
        run(SimOptions.seeds(1, 16, 3).with(2, 3), setup);
    }

    /** Rule M10: a storage that takes what it finds of a slot for what it has written since. */
    @Test
    void recordsOfEarlierTenuresThatCountAreFound() {
        long seed = Long.getLong("tenures.seed", 12);
        long last = Long.getLong("tenures.last", seed);
        Simulator.Setup setup =
                new Simulator.Setup(
                        3, Mutation.NONE, Checks.ALL, (id, random) -> new ModelStorage(true));
        SimRunner.Result result =
                SimRunner.run(
                        SimOptions.seeds(seed, last, 3).with(Voting.CHANGES),
                        setup.with(Voting.CHANGES),
                        System.out::println);
        assertFalse(result.isClean(), "not found by the seeds " + seed + " to " + last);
    }

    @Test
    void everyBugOfTheHostIsInTheTable() {
        for (HostBug bug : HostBug.values()) {
            assertEquals(bug.takesChanges(), host().containsKey(bug), bug::name);
        }
    }

    private static List<Planted> brokenRules() {
        return new ArrayList<>(rules().keySet());
    }

    @ParameterizedTest
    @MethodSource("brokenRules")
    void brokenRulesAreFound(Planted bug) {
        KnownSeed found = Objects.requireNonNull(rules().get(bug));
        found.find(bug, setup(found).with(bug, Checks.ALL), SEEDS_MAX);
    }

    private static List<HostBug> bugsOfTheHost() {
        return new ArrayList<>(host().keySet());
    }

    @ParameterizedTest
    @MethodSource("bugsOfTheHost")
    void bugsOfTheHostAreFound(HostBug bug) {
        KnownSeed found = Objects.requireNonNull(host().get(bug));
        boolean isRare = bug == HostBug.STAYING_IS_WHOLE_AT_ONCE;
        long seedsMax = isRare ? STAYING_SEEDS_MAX : SEEDS_MAX;
        found.find(bug, setup(found).with(bug, Checks.ALL), seedsMax);
    }

    private static Simulator.Setup setup(KnownSeed found) {
        return Simulator.Setup.of(found.nodes()).with(Voting.CHANGES);
    }
}
