package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.sim.invariant.Checks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The mutation check ("How the rules are tested" in docs/protocol.md): each planted bug is found
 * within {@link #SEEDS_MAX} seeds at N=3, by the close checks and, with those off, by what a client
 * or an auditor of the data would notice. The table holds the first such seed ({@link KnownSeed}).
 */
class MutationTest {
    private static final int NODES = 3;
    private static final long SEEDS_MAX = 2000;

    /**
     * The first seeds that find a bug.
     *
     * @param close the first one with all checks on, and the invariant it breaks
     * @param outcome the first one with the close checks off, and the invariant it breaks
     */
    private record Found(long close, String closeBreaks, long outcome, String outcomeBreaks) {}

    private static final String CHOSEN = "OneValueChosenPerEntry";
    private static final String HISTORY = "LinearizableHistory";
    private static final String SAME = "EqualDataAtEqualVersion";

    /** It takes five replicas: {@code EntityMutationTest} and {@code AmnesiaTraceTest} find it. */
    private static final Mutation NOT_HERE = Mutation.A4;

    /**
     * No seed for keys: the connections of nodes keep Rule A3 as well ({@code HostBug} switches
     * that off). With entities clients see it: {@code EntityMutationTest}.
     */
    private static final long NONE = 0;

    private static Map<Mutation, Found> table() {
        Map<Mutation, Found> table = new EnumMap<>(Mutation.class);
        table.put(Mutation.K1, new Found(19, CHOSEN, 19, CHOSEN));
        table.put(Mutation.K3, new Found(1, "ChosenMeansChosen", 2, HISTORY));
        table.put(Mutation.K5, new Found(4, CHOSEN, 4, CHOSEN));
        table.put(Mutation.F1, new Found(19, "FastNumberUsedOnce", 145, SAME));
        table.put(Mutation.F2, new Found(32, CHOSEN, 32, CHOSEN));
        table.put(Mutation.D1, new Found(1, "AcceptedSurvivesCrash", 243, HISTORY));
        table.put(Mutation.D2, new Found(1, "ChosenMeansChosen", 21, HISTORY));
        table.put(Mutation.D7, new Found(15, "AcceptedIsKept", 11, "ExactlyOnce"));
        table.put(Mutation.R1, new Found(76, HISTORY, 76, HISTORY));
        table.put(
                Mutation.A2, new Found(15, "HealedNodeBecomesWhole", 15, "HealedNodeBecomesWhole"));
        table.put(Mutation.A3, new Found(366, "ChosenMeansChosen", NONE, ""));
        table.put(Mutation.A5, new Found(35, CHOSEN, 35, CHOSEN));
        table.put(Mutation.W3, new Found(1, "ExactlyOnce", 1, "ExactlyOnce"));
        table.put(Mutation.X1, new Found(9, SAME, 9, SAME));
        table.put(Mutation.E1, new Found(1, "ExactlyOnce", 1, "ExactlyOnce"));
        table.put(Mutation.E2, new Found(3, "ExactlyOnce", 3, "ExactlyOnce"));
        return table;
    }

    @Test
    void everyMutationIsInTheTable() {
        for (Mutation mutation : Mutation.values()) {
            boolean listed = mutation != Mutation.NONE && mutation != NOT_HERE;
            assertEquals(listed, table().containsKey(mutation), mutation::name);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "A4"})
    void closeChecksFindIt(Mutation mutation) {
        Found found = Objects.requireNonNull(table().get(mutation));
        find(mutation, Checks.ALL, found.close(), found.closeBreaks());
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "A3", "A4"})
    void outcomesShowIt(Mutation mutation) {
        Found found = Objects.requireNonNull(table().get(mutation));
        find(mutation, Checks.OUTCOMES, found.outcome(), found.outcomeBreaks());
    }

    /** What clients see is enough. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void bugsOfTheKeyValueModelAreFound(KvBug bug) {
        long seed =
                switch (bug) {
                    case VERSION_OF_ENTRY -> 3;
                    case NONE -> throw new IllegalArgumentException("no bug");
                };
        Simulator.Setup setup = Simulator.Setup.of(NODES).with(bug, Checks.OUTCOMES);
        find(bug + ", " + Checks.OUTCOMES, setup, seed, HISTORY);
    }

    private static void find(Mutation mutation, Checks checks, long seed, String invariant) {
        Simulator.Setup setup = Simulator.Setup.of(NODES).with(mutation, checks);
        find(mutation + ", " + checks, setup, seed, invariant);
    }

    private static void find(String what, Simulator.Setup setup, long seed, String invariant) {
        new KnownSeed(NODES, seed, invariant).find(what, setup, SEEDS_MAX);
    }
}
