package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
 * and bugs of an engine. The tables hold the first seed that finds each ({@link KnownSeed}), at N=3
 * but for those that take five.
 */
class EntityMutationTest {
    private static final int NODES = 3;
    private static final long SEEDS_MAX = 8_000;

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

    private static Map<Mutation, KnownSeed> mutations() {
        Map<Mutation, KnownSeed> table = new EnumMap<>(Mutation.class);
        table.put(Mutation.K1, new KnownSeed(8, CHOSEN));
        table.put(Mutation.K3, new KnownSeed(1, "ChosenMeansChosen"));
        table.put(Mutation.K5, new KnownSeed(4, CHOSEN));
        table.put(Mutation.F1, new KnownSeed(2, "FastNumberUsedOnce"));
        table.put(Mutation.F2, new KnownSeed(8, CHOSEN));
        table.put(Mutation.D1, new KnownSeed(1, "AcceptedSurvivesCrash"));
        table.put(Mutation.D2, new KnownSeed(1, "ChosenMeansChosen"));
        table.put(Mutation.D7, new KnownSeed(444, "HealedMajorityAnswers"));
        table.put(Mutation.R1, new KnownSeed(53, HISTORY));
        table.put(Mutation.A2, new KnownSeed(1, "OneValuePerNumber"));
        table.put(Mutation.A3, new KnownSeed(3226, "ChosenMeansChosen"));
        table.put(Mutation.A5, new KnownSeed(308, CHOSEN));
        table.put(Mutation.W3, new KnownSeed(1, EXACTLY_ONCE));
        table.put(Mutation.E2, new KnownSeed(1, EXACTLY_ONCE));
        table.put(Mutation.X1, new KnownSeed(7, SAME));
        return table;
    }

    private static Map<EntityBug, KnownSeed> bugs() {
        Map<EntityBug, KnownSeed> table = new EnumMap<>(EntityBug.class);
        table.put(EntityBug.EFFECT_LEFT_OUT, new KnownSeed(1, EXACTLY_ONCE));
        table.put(EntityBug.APPLIED_IN_PART, new KnownSeed(1, SAME));
        table.put(EntityBug.IMAGE_WITHOUT_REQUESTS, new KnownSeed(1, EXACTLY_ONCE));
        table.put(EntityBug.IMAGE_WITHOUT_SEQUENCE, new KnownSeed(4, "SequencesGrow"));
        table.put(EntityBug.APPENDED_ONTO_OLDER, new KnownSeed(317, "RangeInOrder"));
        table.put(EntityBug.FLUSHED_WITHOUT_REQUESTS, new KnownSeed(6, EXACTLY_ONCE));
        table.put(EntityBug.EVALUATED_ON_OLD_DATA, new KnownSeed(1, "SequencesGrow"));
        table.put(EntityBug.RECLAIMED_TOO_EARLY, new KnownSeed(256, "HealedMajorityAnswers"));
        table.put(EntityBug.ROWS_IN_PART, new KnownSeed(5, SAME));
        table.put(EntityBug.MERGED_BLINDLY, new KnownSeed(8, SAME));
        table.put(EntityBug.MERGED_OVER_IMAGE, new KnownSeed(126, SAME));
        table.put(EntityBug.MERGED_IN_PART, new KnownSeed(9, SAME));
        table.put(EntityBug.IMAGE_WITHOUT_DELTA, new KnownSeed(9, SAME));
        return table;
    }

    /** Bugs of tables, and the first seed with all checks: no reader must come by. */
    private static Map<EntityBug, KnownSeed> tableBugs() {
        Map<EntityBug, KnownSeed> table = new EnumMap<>(EntityBug.class);
        table.put(EntityBug.ROWS_IN_PART, new KnownSeed(5, SAME_ROWS));
        table.put(EntityBug.MERGED_BLINDLY, new KnownSeed(5, SAME_ROWS));
        table.put(EntityBug.MERGED_OVER_IMAGE, new KnownSeed(30, SAME_ROWS));
        table.put(EntityBug.MERGED_IN_PART, new KnownSeed(1, SAME_ROWS));
        table.put(EntityBug.IMAGE_WITHOUT_DELTA, new KnownSeed(9, SAME_ROWS));
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
        KnownSeed found = Objects.requireNonNull(mutations().get(mutation));
        found.find(mutation, setup().with(mutation, Checks.ALL), SEEDS_MAX);
    }

    @Test
    void mutationOfFiveNodesIsKnownSeed() {
        new KnownSeed(5, 46, "SumConserved")
                .find(FIVE_NODES, five().with(FIVE_NODES, Checks.ALL), SEEDS_MAX);
    }

    /**
     * With entities clients see it: with five replicas one that has forgotten its vote need not ask
     * the one who has it.
     */
    @Test
    void clientsSeeThatOldVotesCount() {
        new KnownSeed(5, 935, "SequencesGrow")
                .find(Mutation.A3, five().with(Mutation.A3, Checks.OUTCOMES), SEEDS_MAX);
    }

    /** What clients see is enough: none of these breaks a rule of the protocol. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void bugsOfAnEngineAreFound(EntityBug bug) {
        KnownSeed found = Objects.requireNonNull(bugs().get(bug));
        Simulator.Setup setup = bug == BUG_OF_FIVE ? five() : setup();
        found.find(bug, setup.with(bug, Checks.OUTCOMES), SEEDS_MAX);
    }

    /** The rows of a replica are watched whenever they may change. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.MATCH_ALL,
            names = "ROWS_IN_PART|MERGED_.*|IMAGE_WITHOUT_DELTA")
    void bugsOfTablesBreakTheirInvariant(EntityBug bug) {
        KnownSeed found = Objects.requireNonNull(tableBugs().get(bug));
        found.find(bug, setup().with(bug, Checks.ALL), SEEDS_MAX);
    }

    private static Simulator.Setup five() {
        return Simulator.Setup.of(5, SpaceKind.ENTITY);
    }

    private static Simulator.Setup setup() {
        return Simulator.Setup.of(NODES, SpaceKind.ENTITY);
    }
}
