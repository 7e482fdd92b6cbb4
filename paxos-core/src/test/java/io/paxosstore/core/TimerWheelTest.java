package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

class TimerWheelTest {
    private static final long MILLI = 1_000_000L;

    @Test
    void firesNothingEarlyAndEverythingDueAgainstASortedTwin() {
        for (long seed = 1; seed <= 50; seed++) {
            RandomSource random = new RandomSource(seed);
            TimerWheel<Long> wheel = new TimerWheel<>();
            TreeMap<Long, Long> twin = new TreeMap<>();
            long now = random.nextLong(1L << 50);
            for (int step = 0; step < 300; step++) {
                if (random.chance(0.6)) {
                    long at = now + random.nextLong(TimerWheel.SPAN_NANOS);
                    if (twin.put(at, at) == null) {
                        wheel.add(at, now, at);
                    }
                } else {
                    now += random.nextLong(80 * MILLI);
                    List<Long> fired = new ArrayList<>();
                    wheel.fire(now, fired::add);
                    for (long at : fired) {
                        assertTrue(at <= now, "fired early, seed " + seed);
                        twin.remove(at);
                    }
                    long due = now - TimerWheel.SLOT_NANOS;
                    assertTrue(twin.headMap(due).isEmpty(), "missed one, seed " + seed);
                }
                if (twin.isEmpty()) {
                    assertEquals(Long.MAX_VALUE, wheel.nextNanos());
                } else {
                    assertTrue(wheel.nextNanos() <= twin.firstKey() + MILLI, "seed " + seed);
                }
            }
        }
    }
}
