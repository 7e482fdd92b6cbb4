package io.paxosstore.log.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

class WaitingMarksTest {
    @Test
    void behaveLikeAHashMap() {
        SplittableRandom random = new SplittableRandom(5);
        WaitingMarks marks = new WaitingMarks();
        Map<Integer, Long> twin = new HashMap<>();
        for (int step = 0; step < 50_000; step++) {
            int ref = 1 + random.nextInt(300);
            if (random.nextInt(3) == 0) {
                long entry = 1 + random.nextLong(1000);
                marks.put(ref, entry);
                assertEquals(entry, marks.get(ref));
                twin.put(ref, entry);
            } else {
                Long wanted = twin.remove(ref);
                assertEquals(wanted == null ? 0 : wanted, marks.remove(ref));
                assertEquals(0, marks.get(ref));
            }
        }
    }
}
