package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** Rule E2's settled floor, against a twin that remembers every stamp. */
final class WriteStampsTest {
    @Test
    void theFloorIsTheNaiveTwins() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        WriteStamps stamps = new WriteStamps();
        List<WriteStamps.Stamp> outstanding = new ArrayList<>();
        TreeSet<Long> twin = new TreeSet<>();
        long last = 0;
        long clock = 1_700_000_000_000L;
        for (int step = 0; step < 100_000; step++) {
            clock += random.nextInt(7) - 3; // the clock may step back
            int dice = random.nextInt(100);
            if (dice < 50 || outstanding.isEmpty()) {
                WriteStamps.Stamp stamp = stamps.issue(clock);
                assertTrue(stamp.value() > last, "stamps grow, seed " + seed);
                last = stamp.value();
                outstanding.add(stamp);
                twin.add(last);
            } else if (dice < 99) {
                WriteStamps.Stamp stamp = outstanding.remove(random.nextInt(outstanding.size()));
                stamps.settle(stamp);
                twin.remove(stamp.value());
            } else {
                stamps.raiseAbove(last + random.nextInt(10), clock);
            }
            long floor = stamps.settledFloor();
            if (twin.isEmpty()) {
                assertTrue(floor >= last, "seed " + seed);
            } else {
                assertEquals(twin.first() - 1, floor, "seed " + seed);
            }
        }
    }

    @Test
    void theClockNeverFallsAndCanBeRaised() {
        WriteStamps stamps = new WriteStamps();
        long first = stamps.issue(100_500).value();
        assertEquals(100L << 32 | 1L << 31, first);
        assertEquals(first + 1, stamps.issue(90_000).value());
        stamps.raiseAbove(500L << 32, 101_000);
        assertEquals((500L << 32) + 1, stamps.issue(101_000).value());
    }

    @Test
    void aClientThatWasBehindOthersKeepsUpWithThemFromThenOn() {
        WriteStamps stamps = new WriteStamps();
        stamps.raiseAbove(5_000L << 32, 1_000_000);
        assertTrue(stamps.issue(1_000_000).value() > 5_000L << 32);
        assertEquals(5_060L << 32, stamps.issue(1_060_000).value(), "a minute later");
        stamps.raiseAbove(2_000L << 32, 1_061_000);
        assertEquals(5_061L << 32, stamps.issue(1_061_000).value(), "nothing new");
    }
}
