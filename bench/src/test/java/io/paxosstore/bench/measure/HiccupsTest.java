package io.paxosstore.bench.measure;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class HiccupsTest {
    private static final int OTHERS_OF_A_PROCESSOR = 3;

    /** With three others on every processor a quarter of the time is left; here half will do. */
    @Test
    void whatOthersTakeIsMissing() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        List<Thread> others = new ArrayList<>();
        int count = OTHERS_OF_A_PROCESSOR * Runtime.getRuntime().availableProcessors();
        for (int other = 0; other < count; other++) {
            others.add(Thread.ofPlatform().daemon().start(() -> spinUntil(done)));
        }
        try {
            Hiccups.Reading reading = Hiccups.during(Duration.ofSeconds(1));
            assertTrue(reading.percent() > 50, reading.toString());
            assertTrue(reading.longestMillis() >= 1, reading.toString());
        } finally {
            done.set(true);
            for (Thread other : others) {
                other.join();
            }
        }
    }

    private static void spinUntil(AtomicBoolean done) {
        while (!done.get()) {
            Thread.onSpinWait();
        }
    }
}
