package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.invariant.Checks;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The mutation check of the nodes' host: each bug that is planted behind its ports is found within
 * {@link #SEEDS_MAX} seeds. The table holds the first seed that finds it ({@link KnownSeed}).
 */
class HostMutationTest {
    private static final long SEEDS_MAX = 2000;

    /** The cluster and the first seed that find a bug, and the invariant it breaks. */
    private record Found(int nodes, SpaceKind kind, long seed, String breaks) {}

    private static Map<HostBug, Found> table() {
        Map<HostBug, Found> table = new EnumMap<>(HostBug.class);
        table.put(HostBug.SWEEP_SKIPS, new Found(3, SpaceKind.KEY_VALUE, 2, "ChosenBecomesKnown"));
        table.put(
                HostBug.INCARNATION_NOT_RAISED,
                new Found(3, SpaceKind.KEY_VALUE, 4, "LossBeginsIncarnation"));
        table.put(
                HostBug.LOST_STORE_NOT_REMEMBERED,
                new Found(3, SpaceKind.KEY_VALUE, 26, "FastNumberUsedOnce"));
        table.put(
                HostBug.LOST_FRAME_NOT_NOTICED,
                new Found(5, SpaceKind.KEY_VALUE, 508, "HealedReplicasConverge"));
        table.put(
                HostBug.OLD_FRAMES_TAKEN,
                new Found(3, SpaceKind.KEY_VALUE, 10, "ChosenMeansChosen"));
        table.put(
                HostBug.WATCH_GOES_ON_TOO_LATE,
                new Found(3, SpaceKind.ENTITY, 5, "WatchMissesNothing"));
        table.put(HostBug.WATCH_TELLS_AGAIN, new Found(3, SpaceKind.ENTITY, 5, "WatchInOrder"));
        table.put(
                HostBug.WATCH_TELLS_ACCEPTED,
                new Found(3, SpaceKind.ENTITY, 5, "WatchTellsChosen"));
        table.put(HostBug.RANGE_TRUSTS_ALL, new Found(3, SpaceKind.ENTITY, 1, "RangeInOrder"));
        table.put(
                HostBug.RANGE_HIDES_IMAGES,
                new Found(3, SpaceKind.ENTITY, 75, "RangeMissesNothing"));
        table.put(HostBug.RANGE_TELLS_AGAIN, new Found(3, SpaceKind.ENTITY, 61, "RangeInOrder"));
        table.put(
                HostBug.SPACE_ID_GIVEN_AGAIN,
                new Found(3, SpaceKind.KEY_VALUE, 83, "SpaceIdNeverReturns"));
        table.put(
                HostBug.CATALOG_LOOKED_AT_TWICE,
                new Found(3, SpaceKind.KEY_VALUE, 244, "SpaceIdNeverReturns"));
        table.put(
                HostBug.CATALOG_FORGETS_CHANGES,
                new Found(3, SpaceKind.KEY_VALUE, 96, "LinearizableCatalog"));
        table.put(
                HostBug.DROPPED_SPACE_GOES_ON,
                new Found(3, SpaceKind.KEY_VALUE, 116, "DroppedSpaceIsLetGo"));
        return table;
    }

    @Test
    void everyBugIsInTheTable() {
        for (HostBug bug : HostBug.values()) {
            boolean isHere = bug != HostBug.NONE && !bug.takesChanges() && !bug.takesScans();
            assertEquals(isHere, table().containsKey(bug), bug::name);
        }
    }

    private static List<HostBug> bugs() {
        return List.copyOf(table().keySet());
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void bugsOfTheHostAreFound(HostBug bug) {
        Found found = Objects.requireNonNull(table().get(bug));
        Simulator.Setup setup =
                Simulator.Setup.of(found.nodes(), found.kind()).with(bug, Checks.ALL);
        new KnownSeed(found.nodes(), found.seed(), found.breaks()).find(bug, setup, SEEDS_MAX);
    }
}
