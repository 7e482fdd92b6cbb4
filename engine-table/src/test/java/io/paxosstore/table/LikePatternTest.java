package io.paxosstore.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.WorkMeter;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Patterns match what they say. */
class LikePatternTest {
    @Test
    void charactersStandForThemselvesAndWildcardsForOthers() {
        assertTrue(LikePattern.of("").matches("", WorkMeter.FREE));
        assertFalse(LikePattern.of("").matches("a", WorkMeter.FREE));
        assertTrue(LikePattern.of("%").matches("", WorkMeter.FREE));
        assertTrue(LikePattern.of("a%c_").matches("abbcc", WorkMeter.FREE));
        assertTrue(LikePattern.of("_").matches("\ud83d\ude00", WorkMeter.FREE));
        assertTrue(LikePattern.of("100\\%").matches("100%", WorkMeter.FREE));
        assertFalse(LikePattern.of("100\\%").matches("1000", WorkMeter.FREE));
        assertTrue(LikePattern.of("\\a\\").matches("\\a\\", WorkMeter.FREE));
        assertEquals("a_b", LikePattern.of("a\\_b%c").prefix());
    }

    @Test
    void randomPatternsMatchAsTheNaiveOnesDo() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        RandomCells cells = new RandomCells(new Random(seed));
        Column column = Column.required("c", ColumnType.STRING);
        for (int i = 0; i < 20_000; i++) {
            String pattern = cells.pattern();
            String text = (String) cells.value(column, true);
            LikePattern like = LikePattern.of(pattern);
            boolean matches = like.matches(text, WorkMeter.FREE);
            assertEquals(NaiveConditions.like(text, pattern), matches, pattern + " of " + text);
            assertTrue(!matches || text.startsWith(like.prefix()), pattern);
        }
    }

    /** Many wildcards do not take for ever. */
    @Test
    void manyWildcardsTakeNoMoreThanTheProductOfBothLengths() {
        assertFalse(
                LikePattern.of("%a".repeat(2000) + "b")
                        .matches("a".repeat(20_000), WorkMeter.FREE));
    }

    /** One match of long ones may take a second: it is charged while it goes on. */
    @Test
    void aMatchIsChargedByItsComparisons() {
        LikePattern pattern = LikePattern.of("%" + "a".repeat(1000) + "b");
        long[] steps = new long[2];
        WorkMeter meter =
                more -> {
                    steps[0] += more;
                    steps[1] = Math.max(steps[1], more);
                };
        assertFalse(pattern.matches("a".repeat(5000), meter));
        assertTrue(steps[0] > 4_000 * 1000 / 16, "steps: " + steps[0]);
        assertTrue(steps[1] <= 512, "at once: " + steps[1]);
    }
}
