package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Random entries with flushes, restarts and crashes: the store holds what its twin in memory holds.
 * {@code -Dlsm.store.seeds=100} runs more seeds, {@code -Dlsm.seed=N} one.
 */
class StoreTwinTest {
    private static final int SEEDS = Integer.getInteger("lsm.store.seeds", 3);
    private static final Long SEED = Long.getLong("lsm.seed");
    private static final int STEPS = 400;

    @TempDir Path root;

    private long merges;

    @Test
    void storeAgreesWithItsTwin() {
        long first = SEED == null ? 1 : SEED;
        long last = SEED == null ? SEEDS : SEED;
        for (long seed = first; seed <= last; seed++) {
            try {
                run(seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("Seed " + seed + ": " + e.getMessage(), e);
            }
        }
        assertTrue(merges > 0, "tables must be merged");
    }

    private void run(long seed) {
        Random random = new Random(seed);
        Disk disk = new Disk(root.resolve("seed-" + seed));
        Entities entities = new Entities(random);
        Path directory = disk.fresh();
        LsmStore store = LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES);
        assertTrue(store.isNew());
        for (int step = 0; step < STEPS; step++) {
            int dice = random.nextInt(100);
            if (dice < 70) {
                entities.write(store);
            } else if (dice < 90) {
                assertNull(store.merges().step().damaged());
                if (random.nextInt(20) == 0) {
                    store.merges().all();
                }
            } else if (dice < 94) {
                assertEquals(store.sequence(), store.flush());
            } else if (dice < 96) {
                store.close();
                store = LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES);
                entities.checkNewest(store);
            } else if (dice < 98) {
                entities.checkNewest(store);
            } else {
                long durable = store.durableSequence();
                Path image = disk.crashImage(store, directory);
                store.close();
                directory = image;
                store = LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES);
                assertTrue(store.sequence() >= durable);
                checkCut(store, entities, store.sequence());
                entities.checkSome(store);
                entities.replay(store);
                entities.checkNewest(store);
            }
        }
        store.merges().all();
        while (store.merges().step().done()) {
            entities.checkNewest(store);
        }
        merges += store.merges().stats().merges();
        assertEquals(0, store.stats().snapshots(), "every snapshot is released");
        store.close();
    }

    /** What is durable is what was applied up to one sequence number, and nothing else. */
    private static void checkCut(LsmStore store, Entities entities, long sequence) {
        Map<EntityKey, Long> expected = new HashMap<>();
        for (Entities.Journalled one : entities.journal()) {
            if (one.sequence() <= sequence) {
                expected.put(one.entity(), one.applied().entry());
            }
        }
        for (EntityKey entity : entities.keys()) {
            EntityMeta meta = store.meta(entity);
            assertTrue(
                    (meta == null ? 0 : meta.applied().entry())
                            >= expected.getOrDefault(entity, 0L),
                    "what has a durable sequence number is there");
        }
    }
}
