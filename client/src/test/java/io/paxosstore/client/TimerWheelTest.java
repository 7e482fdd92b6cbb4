package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The wheel fires what a sorted list would, never early, and at most two ticks late. */
final class TimerWheelTest {
    private static final class Probe extends TimerWheel.Timer {}

    /** Those that were due with it are fired later, and it is, too. */
    @Test
    void anErrorLosesNoTimer() {
        TimerWheel wheel = new TimerWheel(0);
        List<Probe> probes = List.of(new Probe(), new Probe(), new Probe());
        probes.forEach(probe -> wheel.arm(probe, 1));
        List<TimerWheel.Timer> fired = new ArrayList<>();
        assertThrows(
                OutOfMemoryError.class,
                () ->
                        wheel.advance(
                                3 * TimerWheel.TICK_NANOS,
                                timer -> {
                                    if (timer.equals(probes.get(1))) {
                                        throw new OutOfMemoryError("a test");
                                    }
                                    fired.add(timer);
                                }));
        wheel.fireAll(fired::add);
        assertEquals(probes, fired);
        assertTrue(wheel.isEmpty());
    }

    @Test
    void firesLikeTheNaiveTwin() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        long now = random.nextLong() >> 1; // the monotonic clock may be negative
        TimerWheel wheel = new TimerWheel(now);
        List<Probe> probes = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            probes.add(new Probe());
        }
        Map<TimerWheel.Timer, Long> twin = new HashMap<>();
        for (int step = 0; step < 50_000; step++) {
            Probe probe = probes.get(random.nextInt(probes.size()));
            if (random.nextInt(4) == 0) {
                wheel.cancel(probe);
                twin.remove(probe);
            } else {
                int ticks = random.nextInt(random.nextInt(50) == 0 ? 5000 : 20);
                long at = now + ticks * TimerWheel.TICK_NANOS + random.nextInt(1000);
                wheel.arm(probe, at);
                twin.put(probe, at);
            }
            boolean jump = random.nextInt(1000) == 0;
            now += random.nextLong(TimerWheel.TICK_NANOS * (jump ? 3000 : 2));
            long present = now;
            wheel.advance(
                    now,
                    timer -> {
                        Long at = twin.remove(timer);
                        assertTrue(at != null && at - present <= 0, "never early, seed " + seed);
                    });
            for (long at : twin.values()) {
                assertTrue(present - at < 2 * TimerWheel.TICK_NANOS, "not lost, seed " + seed);
            }
            assertEquals(twin.isEmpty(), wheel.isEmpty());
        }
        wheel.fireAll(twin::remove);
        assertTrue(twin.isEmpty() && wheel.isEmpty());
    }
}
