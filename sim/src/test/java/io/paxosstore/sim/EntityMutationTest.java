package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.invariant.Checks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The mutation check in entity spaces: the same bugs of the protocol as in {@link MutationTest},
 * and bugs of an engine. The tables hold the first seed that finds each, at N=3 but for those that
 * take five; it is tried first. When it finds nothing any more, all up to {@link #SEEDS_MAX} are
 * searched.
 */
class EntityMutationTest {
    private static final int NODES = 3;
    private static final long SEEDS_MAX = 8_000;

    /** The first seed that finds a bug, and the invariant it breaks. */
    private record Found(long seed, String breaks) {}

    /** Key-value spaces only: requests of an entity space's entity are never forgotten so. */
    private static final Set<Mutation> NOT_HERE = EnumSet.of(Mutation.E1);

    /** It takes five replicas, of which two lose their disks at a time. */
    private static final Mutation FIVE_NODES = Mutation.A4;

    /** With three replicas not one of 8,000 seeds shows it to clients. */
    private static final EntityBug BUG_OF_FIVE = EntityBug.APPENDED_ONTO_OLDER;

    private static final String CHOSEN = "OneValueChosenPerEntry";
    private static final String HISTORY = "LinearizableHistory";
    private static final String EXACTLY_ONCE = "ExactlyOnce";
    private static final String SAME = "EqualDataAtEqualVersion";
    private static final String SAME_ROWS = "EqualRowsAtEqualVersion";

    private static Map<Mutation, Found> mutations() {
        Map<Mutation, Found> table = new EnumMap<>(Mutation.class);
        table.put(Mutation.K1, new Found(51, CHOSEN));
        table.put(Mutation.K3, new Found(1, "ChosenMeansChosen"));
        table.put(Mutation.K5, new Found(2, CHOSEN));
        table.put(Mutation.F1, new Found(12, "FastNumberUsedOnce"));
        table.put(Mutation.F2, new Found(15, CHOSEN));
        table.put(Mutation.D1, new Found(1, "AcceptedSurvivesCrash"));
        table.put(Mutation.D2, new Found(1, "ChosenMeansChosen"));
        table.put(Mutation.D7, new Found(4, "SumConserved"));
        table.put(Mutation.R1, new Found(23, HISTORY));
        table.put(Mutation.A2, new Found(1, "HealedReplicasConverge"));
        table.put(Mutation.A3, new Found(1040, "ChosenMeansChosen"));
        table.put(Mutation.A5, new Found(148, "HealedReplicasConverge"));
        table.put(Mutation.W3, new Found(1, EXACTLY_ONCE));
        table.put(Mutation.X1, new Found(1, SAME));
        return table;
    }

    private static Map<EntityBug, Found> bugs() {
        Map<EntityBug, Found> table = new EnumMap<>(EntityBug.class);
        table.put(EntityBug.EFFECT_LEFT_OUT, new Found(1, "SumConserved"));
        table.put(EntityBug.APPLIED_IN_PART, new Found(1, SAME));
        table.put(EntityBug.IMAGE_WITHOUT_REQUESTS, new Found(9, EXACTLY_ONCE));
        table.put(EntityBug.IMAGE_WITHOUT_SEQUENCE, new Found(4, "SequencesGrow"));
        table.put(EntityBug.APPENDED_ONTO_OLDER, new Found(5695, "SequencesGrow"));
        table.put(EntityBug.FLUSHED_WITHOUT_REQUESTS, new Found(2, EXACTLY_ONCE));
        table.put(EntityBug.EVALUATED_ON_OLD_DATA, new Found(1, "SumConserved"));
        table.put(EntityBug.RECLAIMED_TOO_EARLY, new Found(449, "ChosenBecomesKnown"));
        table.put(EntityBug.ROWS_IN_PART, new Found(5, SAME));
        table.put(EntityBug.MERGED_BLINDLY, new Found(6, HISTORY));
        table.put(EntityBug.MERGED_OVER_IMAGE, new Found(25, SAME));
        table.put(EntityBug.MERGED_IN_PART, new Found(1, SAME));
        table.put(EntityBug.IMAGE_WITHOUT_DELTA, new Found(9, SAME));
        return table;
    }

    /** Bugs of tables, and the first seed with all checks: no reader must come by. */
    private static Map<EntityBug, Found> tableBugs() {
        Map<EntityBug, Found> table = new EnumMap<>(EntityBug.class);
        table.put(EntityBug.ROWS_IN_PART, new Found(5, SAME_ROWS));
        table.put(EntityBug.MERGED_BLINDLY, new Found(5, SAME_ROWS));
        table.put(EntityBug.MERGED_OVER_IMAGE, new Found(9, SAME_ROWS));
        table.put(EntityBug.MERGED_IN_PART, new Found(1, SAME_ROWS));
        table.put(EntityBug.IMAGE_WITHOUT_DELTA, new Found(9, SAME_ROWS));
        return table;
    }

    @Test
    void everyBugIsInATable() {
        for (Mutation mutation : Mutation.values()) {
            boolean listed =
                    mutation != Mutation.NONE
                            && !NOT_HERE.contains(mutation)
                            && mutation != FIVE_NODES;
            assertEquals(listed, mutations().containsKey(mutation), mutation::name);
        }
        for (EntityBug bug : EntityBug.values()) {
            assertEquals(bug != EntityBug.NONE, bugs().containsKey(bug), bug::name);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "E1", "A4"})
    void mutationsAreFound(Mutation mutation) {
        Found found = Objects.requireNonNull(mutations().get(mutation));
        find(mutation, setup().with(mutation, Checks.ALL), found);
    }

    @Test
    void mutationOfFiveNodesIsFound() {
        find(FIVE_NODES, five().with(FIVE_NODES, Checks.ALL), new Found(2101, "SequencesGrow"));
    }

    /**
     * With entities clients see it: with five replicas one that has forgotten its vote need not ask
     * the one who has it.
     */
    @Test
    void clientsSeeThatOldVotesCount() {
        find(
                Mutation.A3,
                five().with(Mutation.A3, Checks.OUTCOMES),
                new Found(363, "SequencesGrow"));
    }

    /** What clients see is enough: none of these breaks a rule of the protocol. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void bugsOfAnEngineAreFound(EntityBug bug) {
        Found found = Objects.requireNonNull(bugs().get(bug));
        Simulator.Setup setup = bug == BUG_OF_FIVE ? five() : setup();
        find(bug, setup.with(bug, Checks.OUTCOMES), found);
    }

    /** The rows of a replica are watched whenever they may change. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.MATCH_ALL,
            names = "ROWS_IN_PART|MERGED_.*|IMAGE_WITHOUT_DELTA")
    void bugsOfTablesBreakTheirInvariant(EntityBug bug) {
        Found found = Objects.requireNonNull(tableBugs().get(bug));
        find(bug, setup().with(bug, Checks.ALL), found);
    }

    private static Simulator.Setup five() {
        return Simulator.Setup.of(5, SpaceKind.ENTITY);
    }

    private static Simulator.Setup setup() {
        return Simulator.Setup.of(NODES, SpaceKind.ENTITY);
    }

    private static void find(Object bug, Simulator.Setup setup, Found found) {
        assertTrue(found.seed() <= SEEDS_MAX, "a seed within the bound");
        SeedResult known = Simulator.run(found.seed(), setup, null);
        if (found.breaks().equals(known.violation())) {
            return;
        }
        SimOptions all =
                SimOptions.seeds(1, SEEDS_MAX, setup.nodes()).of(SpaceKind.ENTITY).with(2, 1);
        SimRunner.Result search = SimRunner.run(all, setup, line -> {});
        assertFalse(search.isClean(), () -> bug + " is not found within " + SEEDS_MAX + " seeds");
        System.out.println(
                "The table could do with another seed for " + bug + ": " + known + ", " + search);
    }
}
