package io.paxosstore.sim.exhaustive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.sim.Mutation;
import io.paxosstore.sim.SimViolation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Changes of the voters (section 9 of docs/protocol.md), and their rules broken one by one. */
class ChangeOfVotersTest {
    private static final int WALKS = 1_000;
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
                new RandomWalks(Bound.of(name), Mutation.NONE, SEED).run(WALKS, 0);
        System.out.println(found);
        assertNull(found.violation(), found::schedule);
    }
}
