package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Invariant;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

class KeydirTest {
    private record Twin(long chosen, long pending, long chosenAt, long pendingAt, int inFlight) {}

    private static int add(Keydir keydir, EntityKey key) {
        return keydir.findOrAdd(key.hash(), key.space(), key.key(), 0, key.key().length);
    }

    /** The naive twin: the same operations on a hash map. */
    @Test
    void behavesLikeAHashMap() {
        for (long seed = 1; seed <= 10; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Keydir keydir = new Keydir();
            Map<EntityKey, Twin> twin = new HashMap<>();
            int keys = 1 + random.nextInt(8000);
            for (int step = 0; step < 20_000; step++) {
                EntityKey key = key(random.nextInt(keys), random.nextInt(64) == 0 ? 3000 : 20);
                int ref = keydir.find(key);
                assertEquals(twin.containsKey(key), ref != Keydir.NONE, "seed " + seed);
                if (ref != Keydir.NONE && random.nextInt(5) == 0) {
                    keydir.addInFlight(ref, -keydir.inFlight(ref));
                    keydir.remove(ref);
                    twin.remove(key);
                    continue;
                }
                ref = add(keydir, key);
                assertEquals(key, keydir.key(ref));
                Twin next =
                        new Twin(
                                random.nextLong(Keydir.ENTRY_MAX),
                                random.nextLong(Keydir.ENTRY_MAX),
                                random.nextLong(),
                                random.nextLong(),
                                random.nextInt(random.nextInt(8) == 0 ? 30_000 : 1000));
                keydir.setChosenEntry(ref, next.chosen);
                keydir.addInFlight(ref, next.inFlight - keydir.inFlight(ref));
                keydir.setPendingEntry(ref, next.pending);
                keydir.setChosenLocation(ref, next.chosenAt);
                keydir.setPendingLocation(ref, next.pendingAt);
                twin.put(key, next);
            }
            check(keydir, twin);
        }
    }

    private static EntityKey key(int number, int bytes) {
        byte[] key = new byte[4 + number % bytes];
        ByteBuffer.wrap(key).putInt(number);
        return new EntityKey(number % 3, key);
    }

    private static void check(Keydir keydir, Map<EntityKey, Twin> twin) {
        assertEquals(twin.size(), keydir.size());
        List<EntityKey> seen = new ArrayList<>();
        long keyBytes = 0;
        for (int bucket = 0; bucket < keydir.bucketCount(); bucket++) {
            for (int ref = keydir.first(bucket); ref != Keydir.NONE; ref = keydir.next(ref)) {
                EntityKey key = keydir.key(ref);
                Twin wanted = Objects.requireNonNull(twin.get(key));
                assertEquals(wanted.chosen, keydir.chosenEntry(ref));
                assertEquals(wanted.pending, keydir.pendingEntry(ref));
                assertEquals(wanted.chosenAt, keydir.chosenLocation(ref));
                assertEquals(wanted.pendingAt, keydir.pendingLocation(ref));
                assertEquals(wanted.inFlight, keydir.inFlight(ref));
                assertFalse(keydir.isMarked(ref));
                seen.add(key);
                keyBytes += key.key().length;
            }
        }
        assertEquals(twin.size(), seen.size(), "every key in one bucket");
        assertEquals(keyBytes, keydir.keyBytes());
    }

    /** Entry, table and slots, besides the key itself. */
    @Test
    void takesLessThan56BytesPerKeyBesidesTheKey() {
        for (int keyBytes : new int[] {8, 13, 16, 31}) {
            Keydir keydir = new Keydir();
            int count = 300_000;
            byte[] key = new byte[keyBytes];
            for (int i = 0; i < count; i++) {
                ByteBuffer.wrap(key).putLong(0, i * 0x9e3779b97f4a7c15L);
                keydir.findOrAdd(new EntityKey(1, key).hash(), 1, key, 0, keyBytes);
            }
            double perKey = (keydir.memoryBytes() - keydir.keyBytes()) / (double) count;
            System.out.println("keydir: " + keyBytes + "-byte keys: " + perKey + " bytes per key");
            assertTrue(perKey < 56, () -> perKey + " bytes per key");
        }
    }

    @Test
    void memoryOfRemovedKeysIsUsedAgain() {
        Keydir keydir = new Keydir();
        for (int i = 0; i < 50_000; i++) {
            add(keydir, key(i, 20));
        }
        long before = keydir.memoryBytes();
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 50_000; i++) {
                keydir.remove(keydir.find(key(i, 20)));
            }
            for (int i = 0; i < 50_000; i++) {
                add(keydir, key(i, 20));
            }
        }
        assertTrue(keydir.memoryBytes() <= before + 1000, "grew beyond " + before);
    }

    /** An entry has 13 bits for them, of which none is the neighbour's. */
    @Test
    void countsAnyNumberOfRecordsUnderWay() {
        Keydir keydir = new Keydir();
        int ref = add(keydir, key(1, 20));
        int other = add(keydir, key(2, 20));
        keydir.setPendingEntry(ref, 7);
        keydir.setTrusted(ref, true);
        for (int i = 1; i <= 100_000; i++) {
            keydir.addInFlight(ref, 1);
            assertEquals(i, keydir.inFlight(ref));
        }
        keydir.addInFlight(other, 20_000);
        keydir.setPendingEntry(ref, 8);
        for (int i = 100_000 - 1; i >= 0; i--) {
            keydir.addInFlight(ref, -1);
            assertEquals(i, keydir.inFlight(ref));
        }
        assertThrows(Invariant.Violation.class, () -> keydir.addInFlight(ref, -1));
        assertEquals(20_000, keydir.inFlight(other));
        assertEquals(8, keydir.pendingEntry(ref));
        assertTrue(keydir.isTrusted(ref));
        assertFalse(keydir.isMarked(ref) || keydir.isDamaged(ref));
        keydir.remove(ref);
        assertEquals(0, keydir.inFlight(add(keydir, key(1, 20))));
    }

    @Test
    void keepsTheLongestKeyAndTheGreatestEntry() {
        Keydir keydir = new Keydir();
        EntityKey longest = new EntityKey(-1, new byte[BitcaskLimits.KEY_BYTES_MAX]);
        int ref = add(keydir, longest);
        keydir.setChosenEntry(ref, Keydir.ENTRY_MAX);
        assertEquals(Keydir.ENTRY_MAX, keydir.chosenEntry(ref));
        assertEquals(longest, keydir.key(ref));
        assertThrows(
                Invariant.Violation.class, () -> keydir.setPendingEntry(ref, Keydir.ENTRY_MAX + 1));
    }
}
