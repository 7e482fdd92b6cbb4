package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Where the heap is too small for the keys, somebody has to say so. */
class HeapWatchTest {
    private static final long MIB = 1L << 20;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** A heap as a test wants it. */
    private static final class Told implements OldGeneration {
        private long used;
        private long live;

        @Override
        public long usedBytes() {
            return used;
        }

        @Override
        public long liveBytes() {
            return live;
        }

        @Override
        public long maxBytes() {
            return 1000 * MIB;
        }
    }

    private final Told heap = new Told();
    private final HeapWatch watch = new HeapWatch(heap);

    @Test
    void garbageIsNoReasonToWarn() {
        heap.used = 999 * MIB;
        heap.live = 840 * MIB;

        assertEquals(List.of(), watch.look(START));
        assertEquals("", watch.problem());
    }

    @Test
    void whatACollectionLeavesIsNamedWithARemedy() {
        heap.live = 900 * MIB;

        String line = watch.look(START).getFirst();
        assertTrue(line.startsWith("heap_nearly_full "), line);
        assertTrue(line.contains("900 MiB of the 1000 MiB"), line);
        assertTrue(line.contains("-Xmx"), line);
        assertFalse(watch.problem().isEmpty());
    }

    @Test
    void itIsNotRepeatedAtEachLookButLaterAgain() {
        heap.live = 900 * MIB;
        watch.look(START);

        assertEquals(List.of(), watch.look(START.plusSeconds(1)));
        assertEquals(1, watch.look(START.plusSeconds(600)).size());

        heap.live = 840 * MIB;
        assertEquals(List.of(), watch.look(START.plusSeconds(601)));
        heap.live = 900 * MIB;
        assertEquals(List.of(), watch.look(START.plusSeconds(602)), "there was no room between");

        heap.live = 500 * MIB;
        assertEquals(List.of(), watch.look(START.plusSeconds(603)));
        heap.live = 900 * MIB;
        assertEquals(1, watch.look(START.plusSeconds(604)).size());
    }

    /** The least may be garbage entirely; beyond that, as much as what lives. */
    @Test
    void thePaceCollectsWhenGarbageHasBecomeALargePart() {
        int[] collections = new int[1];
        long[] nanos = new long[1];
        HeapPace pace = new HeapPace(heap, () -> collections[0]++, () -> nanos[0]);

        heap.used = 143 * MIB;
        pace.look();
        assertEquals(0, collections[0]);
        heap.used = 144 * MIB;
        pace.look();
        assertEquals(1, collections[0]);

        heap.live = 400 * MIB;
        heap.used = 799 * MIB;
        pace.look();
        assertEquals(1, collections[0]);
        heap.used = 800 * MIB;
        pace.look();
        assertEquals(2, collections[0]);

        heap.live = 860 * MIB;
        heap.used = 900 * MIB;
        pace.look();
        assertEquals(2, collections[0], "less than twice what lives");
        nanos[0] = TimeUnit.MINUTES.toNanos(10);
        pace.look();
        pace.look();
        assertEquals(3, collections[0], "that of long ago may be no longer true");
    }
}
