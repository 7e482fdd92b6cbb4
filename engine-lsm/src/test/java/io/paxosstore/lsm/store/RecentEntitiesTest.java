package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.ValueId;
import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** What is in memory is what the database says, and no more than fits. */
final class RecentEntitiesTest {
    private static final long BYTES = 256 << 10;

    private static EntityMeta meta(long entry, int tableBytes) {
        AppliedEntry applied =
                new AppliedEntry(entry, new ValueId(1, 1, entry), 1, new byte[tableBytes]);
        return new EntityMeta(1, entry, 0, applied);
    }

    @Test
    void itHoldsWhatWasUsedLastWithinItsBytes() {
        RecentEntities cache = new RecentEntities(BYTES);
        for (int i = 0; i < 10_000; i++) {
            cache.put(Entities.key(i), meta(i, 100));
        }
        long held = 0;
        for (int i = 0; i < 10_000; i++) {
            held += cache.use(Entities.key(i)) == null ? 0 : 1;
        }
        assertTrue(held > 200 && held * 400 < BYTES, "held: " + held);
        assertEquals(held, cache.hits());
        assertEquals(10_000 - held, cache.misses());
        assertNotNull(cache.get(Entities.key(9_999)));
        cache.remove(Entities.key(9_999));
        assertNull(cache.get(Entities.key(9_999)));
    }

    /** The oldest of a stripe leaves, not the one that is used again and again. */
    @Test
    void whatIsUsedStays() {
        RecentEntities cache = new RecentEntities(8 * BYTES);
        EntityKey used = Entities.key(0);
        cache.put(used, meta(1, 100));
        for (int i = 1; i < 10_000; i++) {
            cache.put(Entities.key(i), meta(i, 100));
            assertNotNull(cache.get(used));
        }
    }

    @Test
    void aTableOfRequestsThatGrowsMakesOthersLeave() {
        RecentEntities cache = new RecentEntities(BYTES);
        EntityKey one = Entities.key(1);
        cache.put(one, meta(1, 100));
        cache.put(one, meta(2, (int) BYTES));
        assertNull(cache.get(one));
        cache.put(one, meta(3, 100));
        assertEquals(3, Objects.requireNonNull(cache.get(one)).meta().sequence());
    }

    /** One that grows beyond its stripe while it is written leaves; its bytes leave with it. */
    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatAnEntityTakesIsCountedOnce(@TempDir Path directory) {
        LsmConfig small = Entities.SMALL.withRecentBytes(2 * BYTES);
        EntityKey one = Entities.key(1);
        try (LsmStore store = LsmStore.open(directory, small, Entities.NO_FAILURES)) {
            for (int round = 0; round < 20; round++) {
                long entry = 3L * round;
                put(store, one, entry + 1, 50, 0);
                put(store, one, entry + 2, 500, 3);
                put(store, one, entry + 3, 50, 0);
            }
            long before = store.stats().recentHits();
            assertNotNull(store.meta(one));
            assertNotNull(store.meta(one));
            assertTrue(store.stats().recentHits() > before, "there is still room for it");
        }
    }

    private static void put(LsmStore store, EntityKey key, long entry, int table, int values) {
        List<EntityChanges.Change> changes = new ArrayList<>();
        for (int i = 0; i < values; i++) {
            changes.add(new EntityChanges.Put(new byte[] {2, (byte) i}, new byte[1000]));
        }
        AppliedEntry applied =
                new AppliedEntry(entry, new ValueId(1, 1, entry), 1, new byte[table]);
        store.apply(key, applied, List.of(new EntityChanges(changes).encode()));
    }

    /** What a point read of a table needs besides its delta record and its block. */
    @Test
    void headerSchemaAndIndexOfATableAreKept() {
        RecentEntity recent = new RecentEntity();
        recent.become(Entities.key(1), meta(1, 10), 1);
        List<byte[]> keys =
                List.of(KeyLayout.header("t"), KeyLayout.schema(7), KeyLayout.blocks(7));
        keys.forEach(key -> recent.read(key, new byte[300]));
        keys.forEach(key -> assertNotNull(recent.record(key)));
    }

    /** Tables that grow and shrink move the records; values come, change, go and are too long. */
    @Test
    @SuppressWarnings("ReferenceEquality") // an empty value is another thing than none
    void recordsAreWhatWasLastSaidOfThem() {
        Random random = new Random(20261125);
        RecentEntity recent = new RecentEntity();
        EntityKey one = Entities.key(1);
        recent.become(one, meta(1, 10), 1);
        Map<Integer, byte[]> said = new HashMap<>();
        for (int i = 2; i < 20_000; i++) {
            if (random.nextInt(5) == 0) {
                int table = random.nextInt(10) == 0 ? 20_000 : random.nextInt(300);
                recent.goOn(meta(i, table), i);
                assertEquals(table, recent.meta().applied().requestTable().length);
                assertEquals(i, recent.meta().sequence());
            }
            int name = random.nextInt(30);
            byte[] value = new byte[random.nextInt(50) == 0 ? 2_000 : random.nextInt(60)];
            random.nextBytes(value);
            boolean isGone = random.nextInt(4) == 0;
            recent.read(record(name), isGone ? null : value);
            said.put(name, isGone ? RecentEntity.NONE : value);
            said.forEach((key, last) -> {
                byte[] held = recent.record(record(key));
                if (held != null) {
                    assertArrayEquals(last, held);
                    assertEquals(last == RecentEntity.NONE, held == RecentEntity.NONE);
                }
            });
            assertTrue(recent.is(one) && recent.size() < 40_000);
        }
        assertTrue(said.keySet().stream().anyMatch(key -> recent.record(record(key)) != null));
    }

    /** Of a header or of an element. */
    private static byte[] record(int name) {
        return new byte[] {(byte) (1 + name % 2), (byte) name};
    }

    /** They are many, and would drive out what every operation reads. */
    @Test
    void longElementsAreNotKept() {
        RecentEntity recent = new RecentEntity();
        recent.become(Entities.key(1), meta(1, 10), 1);
        byte[] header = KeyLayout.header("map");
        byte[] element = {2, 7};
        recent.read(header, new byte[100]);
        recent.read(element, new byte[20]);
        assertNotNull(recent.record(element));
        recent.read(element, new byte[100]);
        assertNull(recent.record(element), "what was known of it is true no more");
        assertNotNull(recent.record(header));
    }

    /** Entries, images, appended elements, removals: after each, memory says what the disk does. */
    @Test
    void itSaysWhatTheDatabaseSays(@TempDir Path directory) {
        long seed = 20261125;
        Random random = new Random(seed);
        Entities entities = new Entities(random);
        LsmConfig small = Entities.SMALL.withRecentBytes(BYTES);
        try (LsmStore store = LsmStore.open(directory.resolve("a"), small, Entities.NO_FAILURES);
                LsmStore to = LsmStore.open(directory.resolve("b"), small, Entities.NO_FAILURES)) {
            for (int i = 0; i < 400; i++) {
                entities.write(store);
                EntityKey key = entities.keys().get(random.nextInt(entities.keys().size()));
                EntityMeta here = store.meta(key);
                if (here != null && random.nextInt(4) == 0) {
                    EntityMeta there = to.meta(key);
                    long held = there == null ? 0 : there.applied().entry();
                    if (held < here.applied().entry()) {
                        copy(store, to, key, random.nextBoolean() ? held : 0);
                    }
                }
                if (random.nextInt(20) == 0) {
                    to.remove(key);
                }
                if (random.nextInt(10) == 0) {
                    store.merges().all();
                    store.merges().step();
                    store.purge(entities.nowMillis(), 10);
                }
                check(store, seed);
                check(to, seed);
            }
            assertTrue(store.stats().recentHits() > 0 && to.stats().recentHits() > 0);
        }
    }

    private static void copy(LsmStore from, LsmStore to, EntityKey key, long above) {
        try (ImageExport export = from.export(key, above);
                ImageInstall install = to.install(key)) {
            for (byte[] page = export.next(4096); page != null; page = export.next(4096)) {
                install.add(page);
            }
            Objects.requireNonNull(install.finish());
        }
    }

    /** Reads in the way of evaluations, which remember what they read. */
    private static void check(LsmStore store, long seed) {
        Map<EntityKey, Long> stored = new HashMap<>();
        for (ListedEntity one : store.entities(null, 100)) {
            stored.put(one.entity(), one.meta().sequence());
        }
        for (EntityKey key : new Entities(new Random(seed)).keys()) {
            EntityMeta meta = store.meta(key);
            assertEquals(stored.get(key), meta == null ? null : meta.sequence(), "seed " + seed);
            try (SnapshotState disk = SnapshotState.once(store, key);
                    StoredState memory = store.readRecent(key);
                    RecordCursor records = disk.scan(new byte[] {0}, new byte[] {-1})) {
                assertEquals(disk.entry(), memory.entry(), "seed " + seed);
                while (records.next()) {
                    byte[] name = records.key();
                    byte[] absent = Arrays.copyOf(name, name.length + 1);
                    assertArrayEquals(records.value(), memory.get(name), "seed " + seed);
                    assertArrayEquals(disk.get(absent), memory.get(absent), "seed " + seed);
                }
            }
        }
    }

    /** One that goes away between the reads of an evaluation takes nothing old with it. */
    @Test
    void whatWasReadBeforeAChangeIsNotRemembered(@TempDir Path directory) {
        Entities entities = new Entities(new Random(7));
        EntityKey key = entities.keys().getFirst();
        byte[] version = {0};
        try (LsmStore store = LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES)) {
            entities.write(store, key);
            try (StoredState before = store.readRecent(key)) {
                before.scan(new byte[] {0}, new byte[] {1}).close(); // takes the snapshot
                entities.write(store, key);
                before.get(version);
            }
            try (SnapshotState disk = SnapshotState.once(store, key);
                    StoredState memory = store.readRecent(key)) {
                assertArrayEquals(disk.get(version), memory.get(version));
            }
        }
    }
}
