package io.paxosstore.log.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The index and its entries against maps. */
class EntityIndexTest {
    private static EntityKey key(int number) {
        return new EntityKey(number % 3, new byte[] {(byte) number, (byte) (number >> 8)});
    }

    @Test
    void randomEntitiesMatchAMap() {
        for (long seed = 1; seed <= 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            EntityIndex index = new EntityIndex();
            Map<EntityKey, Long> twin = new HashMap<>();
            for (int step = 0; step < 5000; step++) {
                EntityKey key = key(random.nextInt(1000));
                int ref = index.find(key);
                assertEquals(twin.containsKey(key), ref != EntityIndex.NONE, "seed " + seed);
                if (random.nextInt(3) > 0) {
                    ref = index.findOrAdd(key);
                    assertEquals(twin.getOrDefault(key, 0L), index.version(ref));
                    index.setVersion(ref, step);
                    twin.put(key, (long) step);
                    assertEquals(key, index.key(ref));
                } else if (ref != EntityIndex.NONE) {
                    index.remove(ref);
                    assertFalse(index.isUsed(ref));
                    twin.remove(key);
                }
                assertEquals(twin.size(), index.size());
            }
            assertTrue(index.memoryBytes() > twin.size() * 60L);
            assertEquals(bySpace(twin), bySpace(index));
        }
    }

    private static Map<Integer, Long> bySpace(Map<EntityKey, Long> twin) {
        Map<Integer, Long> counts = new TreeMap<>();
        twin.keySet().forEach(key -> counts.merge(key.space(), 1L, Long::sum));
        counts.remove(EntityKey.SYSTEM_SPACE);
        return counts;
    }

    private static Map<Integer, Long> bySpace(EntityIndex index) {
        Map<Integer, Long> counts = new TreeMap<>();
        index.ofSpaces().all().forEach(size -> counts.put(size.space(), size.entities()));
        return counts;
    }

    @Test
    void randomEntriesMatchASortedMap() {
        for (long seed = 1; seed <= 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            EntrySlots slots = new EntrySlots();
            slots.ensureCapacity(4);
            TreeMap<Long, Long> twin = new TreeMap<>();
            for (int step = 0; step < 300; step++) {
                long entry = 1L + random.nextInt(40);
                int at = slots.indexOf(2, entry);
                assertEquals(twin.containsKey(entry), at >= 0, "seed " + seed);
                if (at < 0 && random.nextInt(3) > 0) {
                    assertEquals(twin.headMap(entry).size(), -1 - at);
                    slots.insert(2, -1 - at, entry, entry % 2 == 0, step);
                    twin.put(entry, (long) step);
                } else if (at >= 0 && random.nextBoolean()) {
                    slots.setLocation(2, at, step);
                    slots.setChosen(2, at);
                    twin.put(entry, -1L - step);
                } else if (!twin.isEmpty()) {
                    int gone = random.nextBoolean() ? 0 : random.nextInt(twin.size());
                    twin.remove(slots.entry(2, gone));
                    slots.remove(2, gone);
                }
                assertEquals(twin.size(), slots.size(2));
                int index = 0;
                for (Map.Entry<Long, Long> held : twin.entrySet()) {
                    long place = held.getValue();
                    assertEquals(held.getKey(), slots.entry(2, index));
                    assertEquals(place < 0 ? -place - 1 : place, slots.location(2, index));
                    boolean chosen = place < 0 || held.getKey() % 2 == 0;
                    assertEquals(chosen, slots.isChosen(2, index));
                    index++;
                }
                assertEquals(0, slots.size(1));
            }
        }
    }
}
