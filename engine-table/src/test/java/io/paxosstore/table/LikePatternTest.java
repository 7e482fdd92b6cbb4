package io.paxosstore.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.table.Column;
import io.paxosstore.client.table.ColumnType;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Patterns match what they say. */
class LikePatternTest {
    @Test
    void charactersStandForThemselvesAndWildcardsForOthers() {
        assertTrue(LikePattern.of("").matches(""));
        assertFalse(LikePattern.of("").matches("a"));
        assertTrue(LikePattern.of("%").matches(""));
        assertTrue(LikePattern.of("a%c_").matches("abbcc"));
        assertTrue(LikePattern.of("_").matches("\ud83d\ude00"));
        assertTrue(LikePattern.of("100\\%").matches("100%"));
        assertFalse(LikePattern.of("100\\%").matches("1000"));
        assertTrue(LikePattern.of("\\a\\").matches("\\a\\"));
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
            boolean matches = like.matches(text);
            assertEquals(NaiveConditions.like(text, pattern), matches, pattern + " of " + text);
            assertTrue(!matches || text.startsWith(like.prefix()), pattern);
        }
    }

    /** Many wildcards do not take for ever. */
    @Test
    void manyWildcardsTakeNoMoreThanTheProductOfBothLengths() {
        assertFalse(LikePattern.of("%a".repeat(2000) + "b").matches("a".repeat(20_000)));
    }
}
