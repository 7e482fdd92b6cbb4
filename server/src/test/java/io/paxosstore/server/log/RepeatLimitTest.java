package io.paxosstore.server.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.log.RepeatLimit.Held;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;

/** So often in a minute, and then a number. */
final class RepeatLimitTest {
    private static final long MINUTE = 60;

    private final RepeatLimit<String> limit = new RepeatLimit<>(2, MINUTE);

    @Test
    void whatRepeatsItselfIsHeldBackAndCounted() {
        assertTrue(limit.admits("a", 0));
        assertTrue(limit.admits("a", 1));
        assertFalse(limit.isHolding());
        assertFalse(limit.admits("a", 2));
        assertFalse(limit.admits("a", 59));
        assertTrue(limit.admits("b", 59), "another one has its own count");
        assertTrue(limit.isHolding());
        assertEquals(List.of(), limit.over(59), "the minute goes on");
        assertEquals(List.of(new Held<>("a", 2)), limit.over(60));
        assertFalse(limit.isHolding());
        assertEquals(List.of(), limit.over(61), "told once");
    }

    @Test
    void theNextMinuteBeginsWithTheNextTime() {
        for (int time = 0; time < 3; time++) {
            limit.admits("a", time);
        }
        assertTrue(limit.admits("a", 100));
        assertTrue(limit.admits("a", 159));
        assertFalse(limit.admits("a", 159));
        assertEquals(List.of(new Held<>("a", 1)), limit.over(159), "of the first minute");
        assertEquals(List.of(new Held<>("a", 1)), limit.over(160));
    }

    /** A clock of System.nanoTime may begin anywhere. */
    @Test
    void theClockMayPassItsEnd() {
        long now = Long.MAX_VALUE - 1;
        assertTrue(limit.admits("a", now));
        assertTrue(limit.admits("a", now + 10));
        assertFalse(limit.admits("a", now + 20));
        assertEquals(List.of(new Held<>("a", 1)), limit.over(now + MINUTE));
    }

    @Test
    void whatIsLeftAtTheEndIsTold() {
        for (int time = 0; time < 5; time++) {
            limit.admits("a", time);
            limit.admits("b", time);
        }
        limit.admits("c", 5);
        assertEquals(Set.of(new Held<>("a", 3), new Held<>("b", 3)), Set.copyOf(limit.all()));
        assertTrue(limit.admits("a", 6));
    }

    @Test
    void itsMemoryIsBounded() {
        RepeatLimit<Integer> bounded = new RepeatLimit<>(1, MINUTE);
        for (int kind = 0; kind < RepeatLimit.KINDS_MAX; kind++) {
            assertTrue(bounded.admits(kind, 0));
        }
        assertTrue(bounded.admits(-1, 1));
        assertTrue(bounded.admits(-1, 1), "there is no room to count it");
        assertFalse(bounded.admits(0, 1));
        assertTrue(bounded.admits(-1, MINUTE));
        assertFalse(bounded.admits(-1, MINUTE), "there is room again");
    }
}
