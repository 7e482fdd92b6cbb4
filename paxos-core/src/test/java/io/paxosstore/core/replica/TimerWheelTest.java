package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RandomSource;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** Items fire once, never early, and in time when somebody asks in time. */
class TimerWheelTest {
    private static final long MILLI = TimerWheel.SLOT_NANOS;

    private final TimerWheel<String> wheel = new TimerWheel<>();
    private final List<String> fired = new ArrayList<>();

    private List<String> fire(long millis) {
        fired.clear();
        wheel.fire(millis * MILLI, fired::add);
        return List.copyOf(fired);
    }

    @Test
    void anItemAddedWhenTheWheelHasNotTurnedForLongDoesNotFireEarly() {
        wheel.add("a", 0, 900 * MILLI);
        wheel.add("b", 800 * MILLI, 800 * MILLI + TimerWheel.SPAN_NANOS);
        assertEquals(List.of("a"), fire(900));
        assertEquals(List.of(), fire(1_821));
        assertEquals(List.of("b"), fire(1_822));
        assertEquals(Long.MAX_VALUE, wheel.nextNanos());
    }

    @Test
    void anItemAddedAfterAStandstillDoesNotFireEarly() {
        wheel.add("a", 0, 5 * MILLI);
        wheel.add("b", 10_000 * MILLI, 10_500 * MILLI);
        assertTrue(wheel.nextNanos() <= 10_000 * MILLI);
        assertEquals(List.of("a"), fire(10_000));
        assertEquals(10_500 * MILLI, wheel.nextNanos());
        assertEquals(List.of(), fire(10_499));
        assertEquals(List.of("b"), fire(10_500));
    }

    @Test
    void anItemAddedWhileOthersFireDoesNotFireEarly() {
        wheel.add("a", 0, 5 * MILLI);
        wheel.add("c", 0, 7 * MILLI);
        long now = 3_000 * MILLI;
        wheel.fire(
                now,
                item -> {
                    fired.add(item);
                    if (item.equals("a")) {
                        wheel.add("b", now, now + 200 * MILLI);
                    }
                });
        assertEquals(List.of("a", "c"), fired);
        assertEquals(List.of(), fire(3_199));
        assertEquals(List.of("b"), fire(3_200));
    }

    @Test
    void manyItemsOfOneMomentFireInOrderAndOnce() {
        List<String> added = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            added.add("item " + i);
            wheel.add("item " + i, 0, 5 * MILLI);
        }
        wheel.fire(
                5 * MILLI,
                item -> {
                    fired.add(item);
                    wheel.add(item, 5 * MILLI, 5 * MILLI + TimerWheel.SPAN_NANOS);
                });
        assertEquals(added, fired);
        assertEquals(List.of(), fire(1_026));
        assertEquals(added, fire(1_027));
        assertEquals(List.of(), fire(5_000));
    }

    /** Against a priority queue, with steps of any length. */
    @Test
    void firesWhatAQueueWouldFire() {
        for (long seed = 1; seed <= 300; seed++) {
            RandomSource random = new RandomSource(seed);
            TimerWheel<Long> tested = new TimerWheel<>();
            PriorityQueue<Long> expected = new PriorityQueue<>();
            long now = random.nextInt(1_000_000);
            for (int step = 0; step < 300; step++) {
                now += random.nextLong(random.chance(0.1) ? 20_000 * MILLI : 5 * MILLI);
                if (random.chance(0.6)) {
                    long at = now + random.nextLong(TimerWheel.SPAN_NANOS);
                    tested.add(at, now, at);
                    expected.add(at);
                }
                if (random.chance(0.4)) {
                    check(tested, expected, now, seed);
                }
            }
        }
    }

    private static void check(
            TimerWheel<Long> tested, PriorityQueue<Long> expected, long now, long seed) {
        List<Long> got = new ArrayList<>();
        tested.fire(now, got::add);
        for (long at : got) {
            assertTrue(at <= now, "seed " + seed + ": early by " + (at - now));
            assertTrue(expected.remove(at), "seed " + seed + ": fired twice");
        }
        Long next = expected.peek();
        assertTrue(next == null || next > now - 2 * MILLI, "seed " + seed + ": late since " + next);
        assertEquals(next == null, tested.nextNanos() == Long.MAX_VALUE, "seed " + seed);
    }
}
