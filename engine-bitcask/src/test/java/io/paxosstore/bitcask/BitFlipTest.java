package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Stored;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.Lives;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Rule D5: whatever single bit flips in whatever file, the store starts, and every entity has its
 * old content or is amnesiac. One more seed: -Dstorage.seed=N.
 */
class BitFlipTest {
    private static final int FLIPS = 1000;
    private static final int KEYS = 80;

    private final long seed = Long.getLong("storage.seed", 1);
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Map<String, Integer> outcomes = new TreeMap<>();

    /** A store with merged, sealed, hinted and prepared segments, floors and pending votes. */
    private TestStore filled(CrashableFileSystem fs) throws IOException {
        TestStore store = TestStore.open(fs);
        store.identity.peers().meet(2, new UUID(5, 5), 9, Standing.WHOLE, Lives.NONE);
        store.dropSpace(99);
        long[] entries = new long[KEYS];
        for (int round = 0; round < 900; round++) {
            int number = random.nextInt(KEYS);
            String key = "key " + number;
            long entry = ++entries[number];
            String value = "value " + entry + " of " + number + "x".repeat(random.nextInt(150));
            if (round > 800 && random.nextInt(3) == 0) {
                store.shard(TestStore.key(key)).quarantine(TestStore.key(key));
                store.store(
                        TestStore.chosen(key, entry, value),
                        TestStore.floor(key, entry + 1, entry));
                entries[number]++;
            } else if (random.nextBoolean()) {
                store.store(TestStore.chosen(key, entry, value));
            } else {
                store.store(TestStore.accept(key, entry, 3, value, entry - 1));
                store.shard(TestStore.key(key)).markChosen(TestStore.key(key), entry);
            }
            if (round % 100 == 0) {
                store.settle();
            }
        }
        assertTrue(store.engine.stats().mergedSegments() > 2, store.engine.stats()::toString);
        return store;
    }

    private static Map<EntityKey, Stored> contents(TestStore store) {
        Map<EntityKey, Stored> all = new LinkedHashMap<>();
        for (int i = 0; i < KEYS; i++) {
            EntityKey key = TestStore.key("key " + i);
            all.put(key, store.load(key));
        }
        return all;
    }

    private void flipEverywhere(CrashableFileSystem disk, int flips) throws IOException {
        Map<EntityKey, Stored> wanted = contents(TestStore.open(disk.copy()));
        List<Path> files = new ArrayList<>();
        long total = 0;
        for (Path file : disk.list(TestStore.DIRECTORY)) {
            if (disk.content(file).length > 0) {
                files.add(file);
                total += disk.content(file).length;
            }
        }
        for (int flip = 0; flip < flips; flip++) {
            // Half of them in any file, half in any byte.
            Path file = files.get(random.nextInt(files.size()));
            int position = random.nextInt(disk.content(file).length);
            if (random.nextBoolean()) {
                long place = random.nextLong(total);
                int index = 0;
                while (place >= disk.content(files.get(index)).length) {
                    place -= disk.content(files.get(index)).length;
                    index++;
                }
                file = files.get(index);
                position = (int) place;
            }
            CrashableFileSystem damaged = disk.copy();
            int bit = random.nextInt(8);
            damaged.flipBit(file, position, bit);
            String place = "seed %d, bit %d of byte %d of %s".formatted(seed, bit, position, file);
            try {
                check(damaged, wanted, file.toString().endsWith(MarkFile.SUFFIX));
            } catch (IOException | RuntimeException | AssertionError e) {
                Assertions.fail(place, e);
            }
        }
        System.out.println(outcomes);
    }

    private void check(
            CrashableFileSystem damaged, Map<EntityKey, Stored> wanted, boolean areMarksLost)
            throws IOException {
        TestStore store = TestStore.open(damaged);
        String first = compare(store, wanted, areMarksLost);
        outcomes.merge(first, 1, Integer::sum);
        // Merge and scrub neither hide the damage nor spread it; and neither does another start.
        store.nanos += Scrubber.FIRST_NANOS;
        store.settle();
        compare(store, wanted, areMarksLost);
        if (random.nextBoolean()) {
            store.close();
            store = TestStore.open(damaged);
        } else {
            store = TestStore.open(damaged.crash());
        }
        compare(store, wanted, areMarksLost);
    }

    /** The value that was chosen is there, and not known to be. */
    private static boolean isUnmarked(Stored wanted, Stored found) {
        EntryValue value = wanted.chosenValue();
        EntryValue held = found.pendingValue();
        return found.version() < wanted.version()
                && found.pendingEntry() == wanted.version()
                && value != null
                && held != null
                && held.id().equals(value.id())
                && held.crc() == value.crc();
    }

    private static String compare(
            TestStore store, Map<EntityKey, Stored> wanted, boolean areMarksLost) {
        int amnesiac = 0;
        for (Map.Entry<EntityKey, Stored> each : wanted.entrySet()) {
            Stored found = store.load(each.getKey());
            if (found.amnesiac()) {
                amnesiac++;
                // What it says all the same is never too much.
                assertTrue(found.version() <= each.getValue().version());
            } else {
                assertTrue(
                        RecordModel.same(each.getValue(), found)
                                || (areMarksLost && isUnmarked(each.getValue(), found)),
                        () -> each.getKey() + " " + each.getValue() + " but " + found);
            }
        }
        assertEquals(List.of(), store.failures);
        if (store.identity.standing() != Standing.WHOLE) {
            return "rebuilding";
        }
        return amnesiac > 0
                ? "amnesiac entities"
                : store.identity.damage().reports().isEmpty()
                        ? "unnoticed, harmless"
                        : "noticed, harmless";
    }

    @Test
    void inAClosedStore() throws IOException {
        CrashableFileSystem fs = new CrashableFileSystem(seed);
        filled(fs).close();
        flipEverywhere(fs.copy(), FLIPS);
    }

    @Test
    void inAStoreThatWasKilled() throws IOException {
        CrashableFileSystem fs = new CrashableFileSystem(seed);
        filled(fs);
        flipEverywhere(fs.killProcess().copy(), FLIPS / 2);
    }
}
