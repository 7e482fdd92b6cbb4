package io.paxosstore.lsm.model;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.ObjectType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Objects;

/**
 * Every model agrees with a naive in-memory twin over random operations. {@code -Dlsm.seeds=100}
 * runs more seeds, {@code -Dlsm.seed=N} one.
 */
class ModelTwinTest {
    private static final int OPERATIONS = 10_000;

    /** Each of them reads some megabytes. */
    private static final int CROWDED_OPERATIONS = 300;

    private static final int SEEDS = Integer.getInteger("lsm.seeds", 5);

    /** Tables take longer than the others. */
    private static final int TABLE_SEEDS = Integer.getInteger("lsm.seeds", 2);

    private static final Long SEED = Long.getLong("lsm.seed");

    private interface Run {
        void seed(long seed);
    }

    private static void seeds(int seeds, Run run) {
        long first = SEED == null ? 1 : SEED;
        long last = SEED == null ? seeds : SEED;
        for (long seed = first; seed <= last; seed++) {
            run.seed(seed);
        }
    }

    @ParameterizedTest
    @EnumSource(ObjectType.class)
    void modelAgreesWithItsTwin(ObjectType type) {
        seeds(
                type == ObjectType.TABLE ? TABLE_SEEDS : SEEDS,
                seed -> new TwinRun(seed, NaiveEntity.Plant.NONE).run(type, OPERATIONS));
    }

    /** What is there is never answered as if it were not. */
    @ParameterizedTest
    @EnumSource(value = ObjectType.class, mode = EnumSource.Mode.EXCLUDE, names = "TABLE")
    void resultsThatFindLittleRoomAgreeWithTheirTwin(ObjectType type) {
        new TwinRun(SEED == null ? 1 : SEED, NaiveEntity.Plant.NONE)
                .crowded()
                .run(type, CROWDED_OPERATIONS);
    }

    @Test
    void multiOpsAgreeWithTheirTwin() {
        seeds(TABLE_SEEDS, seed -> new TwinRun(seed, NaiveEntity.Plant.NONE).run(null, OPERATIONS));
    }

    @ParameterizedTest
    @EnumSource(value = NaiveEntity.Plant.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void plantedBugsAreFound(NaiveEntity.Plant bug) {
        AssertionError found =
                assertThrows(AssertionError.class, () -> new TwinRun(1, bug).run(null, OPERATIONS));
        assertTrue(Objects.requireNonNull(found.getMessage()).contains("equal results"));
    }
}
