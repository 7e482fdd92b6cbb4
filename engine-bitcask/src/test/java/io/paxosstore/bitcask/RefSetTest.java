package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** Against a set of the library. */
class RefSetTest {
    @Test
    void holdsWhatWasAddedAndNotRemoved() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            // Few references: they collide, and their chains are cut in every way.
            int range = 1 + random.nextInt(seed < 10 ? 40 : 4000);
            RefSet set = new RefSet();
            Set<Integer> twin = new HashSet<>();
            for (int step = 0; step < 20_000; step++) {
                int ref = 1 + random.nextInt(range);
                if (random.nextInt(5) < 3) {
                    set.add(ref);
                    twin.add(ref);
                } else {
                    set.remove(ref);
                    twin.remove(ref);
                }
                int asked = 1 + random.nextInt(range);
                assertEquals(twin.contains(asked), set.contains(asked));
                assertEquals(twin.size(), set.size());
            }
            for (int ref = 1; ref <= range; ref++) {
                assertEquals(twin.contains(ref), set.contains(ref));
            }
        }
    }

    @Test
    void neverHoldsTheNullReference() {
        RefSet set = new RefSet();
        set.add(-1);
        set.add(Integer.MIN_VALUE);
        assertEquals(2, set.size());
        assertFalse(set.contains(Keydir.NONE));
        set.remove(5);
        set.remove(-1);
        assertEquals(1, set.size());
    }
}
