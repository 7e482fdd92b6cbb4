package io.paxosstore.sim.exhaustive;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.paxosstore.sim.Mutation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.Stream;

/** Every bound, each for a share of five minutes; {@code mvn verify -Pexhaustive}. */
@Tag("exhaustive")
class ExhaustiveLargeTest {
    private static final long SECONDS = 300;

    static Stream<String> bounds() {
        return names(false);
    }

    static Stream<String> walks() {
        return names(true);
    }

    private static Stream<String> names(boolean walked) {
        return Bound.all().stream().filter(bound -> bound.isForWalks() == walked).map(Bound::name);
    }

    @ParameterizedTest
    @MethodSource("bounds")
    void noStateFoundIsUnsafe(String name) {
        long seconds = SECONDS / Bound.all().size();
        Exploration found =
                new Explorer(Bound.of(name), Mutation.NONE).run(Explorer.STATES_MAX, seconds);
        System.out.println(found);
        assertNull(found.violation(), found::toString);
    }

    @ParameterizedTest
    @MethodSource("walks")
    void noWalkLeadsToAnUnsafeState(String name) {
        long seconds = SECONDS / Bound.all().size();
        RandomWalks.Found found =
                new RandomWalks(Bound.of(name), Mutation.NONE, 1).run(Long.MAX_VALUE, seconds);
        System.out.println(found);
        assertNull(found.violation(), found::toString);
    }
}
