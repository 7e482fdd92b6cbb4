package io.paxosstore.table;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Objects;

/**
 * Two replicas of a table, which merge at random points, agree with a naive twin. {@code
 * -Dtable.seeds=100} runs more seeds, {@code -Dtable.seed=N} one.
 */
class TableTwinTest {
    private static final int OPERATIONS = 10_000;
    private static final int SEEDS = Integer.getInteger("table.seeds", 2);
    private static final Long SEED = Long.getLong("table.seed");

    @Test
    void tablesAgreeWithTheirTwin() {
        long first = SEED == null ? 1 : SEED;
        long last = SEED == null ? SEEDS : SEED;
        for (long seed = first; seed <= last; seed++) {
            new TableTwin(seed, MemoryTable.Plant.NONE).run(OPERATIONS);
        }
    }

    @ParameterizedTest
    @EnumSource(value = MemoryTable.Plant.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void plantedBugsAreFound(MemoryTable.Plant bug) {
        AssertionError found =
                assertThrows(AssertionError.class, () -> new TableTwin(1, bug).run(OPERATIONS));
        assertTrue(Objects.requireNonNull(found.getMessage()).contains("it does not hold"));
    }
}
