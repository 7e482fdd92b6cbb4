package io.paxosstore.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.Slots;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/** An index beside a twin: refs that are used again, slots of all sizes, walks beside changes. */
final class SlotIndexTest {
    private static final int[] USED = {0, 1, 2, 77, Slots.COUNT - 1, Slots.SYSTEM};

    private final Map<Integer, Integer> slotsOfRefs = new HashMap<>();
    private final SlotIndex index =
            new SlotIndex(ref -> slotsOfRefs.getOrDefault(ref, SlotIndex.NONE));

    private void add(int ref, int slot) {
        slotsOfRefs.put(ref, slot);
        index.added(slot, ref);
    }

    private void remove(int ref) {
        index.removed(Objects.requireNonNull(slotsOfRefs.remove(ref)));
    }

    private Set<Integer> shown(IntPredicate slots, int most) {
        Set<Integer> all = new TreeSet<>();
        long cursor = 0;
        do {
            List<Integer> page = new ArrayList<>();
            cursor = index.page(slots, cursor, most, page::add);
            assertTrue(page.size() <= most, "a page of " + page.size());
            all.addAll(page);
        } while (cursor != 0);
        return all;
    }

    private Set<Integer> expected(IntPredicate slots) {
        Set<Integer> all = new TreeSet<>();
        slotsOfRefs.forEach((ref, slot) -> {
            if (slots.test(slot)) {
                all.add(ref);
            }
        });
        return all;
    }

    @Test
    void showsWhatIsInSlotsWhateverWasThere() {
        for (int seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            new ArrayList<>(slotsOfRefs.keySet()).forEach(this::remove);
            for (int i = 0; i < 3000; i++) {
                int ref = 1 + random.nextInt(400);
                if (slotsOfRefs.containsKey(ref)) {
                    remove(ref);
                } else {
                    add(ref, USED[random.nextInt(USED.length)]);
                }
                if (i % 100 == 0) {
                    int slot = USED[random.nextInt(USED.length)];
                    IntPredicate some = any -> any == slot || any == 77;
                    assertEquals(expected(some), shown(some, 1 + random.nextInt(20)));
                    assertEquals(expected(any -> true), shown(any -> true, 7));
                }
            }
        }
    }

    /** A walk that goes on while entities come and go: those that stay are shown. */
    @Test
    void whatStaysIsShownByAWalkBesideChanges() {
        for (int seed = 1; seed <= 50; seed++) {
            Random random = new Random(seed);
            new ArrayList<>(slotsOfRefs.keySet()).forEach(this::remove);
            for (int ref = 1; ref <= 300; ref++) {
                add(ref, USED[random.nextInt(USED.length)]);
            }
            Set<Integer> stay = new HashSet<>(slotsOfRefs.keySet());
            stay.removeIf(ref -> ref % 3 != 0);
            Set<Integer> seen = new HashSet<>();
            long cursor = 0;
            int pages = 0;
            do {
                cursor = index.page(slot -> true, cursor, 16, seen::add);
                for (int i = 0; i < 8; i++) {
                    int ref = 1 + random.nextInt(300);
                    if (stay.contains(ref)) {
                        continue;
                    }
                    if (slotsOfRefs.containsKey(ref)) {
                        remove(ref);
                    } else {
                        add(ref, USED[random.nextInt(USED.length)]);
                    }
                }
                pages++;
                assertTrue(pages < 1000, "it ends");
            } while (cursor != 0);
            assertTrue(seen.containsAll(stay), "seed " + seed);
        }
    }

    /** Who has fewer slots left to ask for goes on where it was, and misses none of them. */
    @Test
    void slotsMayBecomeFewerFromPageToPage() {
        for (int ref = 1; ref <= 90; ref++) {
            add(ref, ref % 3);
        }
        Set<Integer> seen = new TreeSet<>();
        long cursor = index.page(slot -> true, 0, 10, seen::add);
        while (cursor != 0) {
            cursor = index.page(slot -> slot == 2, cursor, 10, seen::add);
        }
        assertTrue(seen.containsAll(expected(slot -> slot == 2)));
    }

    /** Who forgets slots removes what it is shown; what has come back to its slot is shown once. */
    @Test
    void whatIsShownMayBeRemoved() {
        for (int most : new int[] {1, 7, 64, 5000}) {
            for (int ref = 1; ref <= 1000; ref++) {
                add(ref, ref % 2 == 0 ? 5 : 9);
            }
            for (int ref = 4; ref <= 400; ref += 4) {
                remove(ref);
                add(ref, 5);
            }
            Set<Integer> gone = new TreeSet<>();
            long cursor = 0;
            do {
                cursor =
                        index.page(
                                slot -> slot == 5,
                                cursor,
                                most,
                                ref -> {
                                    assertTrue(gone.add(ref), "once: " + ref);
                                    remove(ref);
                                });
            } while (cursor != 0);
            assertEquals(500, gone.size());
            assertEquals(expected(slot -> slot == 9), shown(slot -> true, 10));
            new ArrayList<>(slotsOfRefs.keySet()).forEach(this::remove);
        }
    }

    @Test
    void anIndexOfNothingHoldsNothing() {
        for (int ref = 1; ref <= 1000; ref++) {
            add(ref, 5);
        }
        long full = index.memoryBytes();
        for (int ref = 1; ref <= 1000; ref++) {
            remove(ref);
        }
        assertEquals(Set.of(), shown(slot -> true, 10));
        assertTrue(full - index.memoryBytes() >= 4000, "and frees its memory");
    }
}
