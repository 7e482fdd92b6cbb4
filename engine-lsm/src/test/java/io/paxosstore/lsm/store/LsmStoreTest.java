package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Invariant;
import io.paxosstore.core.ValueId;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What a store promises, one by one. */
class LsmStoreTest {
    private static final EntityKey ENTITY = Entities.key(0);

    @TempDir Path root;
    private Path directory;
    private LsmStore store;
    private Entities entities;

    @BeforeEach
    void open() {
        directory = root.resolve("store");
        store = LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES);
        entities = new Entities(new Random(5));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private EntityMeta meta(EntityKey entity) {
        EntityMeta meta = store.meta(entity);
        assertNotNull(meta);
        return meta;
    }

    @Test
    void anEntryThatIsAppliedIsIgnored() {
        for (int i = 0; i < 20; i++) {
            entities.write(store, ENTITY);
        }
        EntityMeta before = meta(ENTITY);
        for (Entities.Journalled one : entities.journal()) {
            assertEquals(
                    before.sequence(), store.apply(ENTITY, one.applied(), List.of(one.changes())));
        }
        assertEquals(before.sequence(), store.sequence());
        entities.checkNewest(store);
    }

    @Test
    void aGapBreaksAnInvariant() {
        entities.write(store, ENTITY);
        AppliedEntry third = new AppliedEntry(3, new ValueId(1, 1, 3), 1, new byte[0]);
        byte[] nothing = EntityChanges.NONE.encode();
        assertThrows(Invariant.Violation.class, () -> store.apply(ENTITY, third, List.of(nothing)));
        assertEquals(1, meta(ENTITY).applied().entry());
    }

    @Test
    void theDurableSequenceIsWhatACrashLeaves() {
        Disk disk = new Disk(root);
        entities.write(store, ENTITY);
        long durable = store.flush();
        assertEquals(store.sequence(), durable);
        assertEquals(meta(ENTITY).sequence(), durable);
        entities.write(store, ENTITY);
        assertEquals(durable, store.durableSequence());
        try (LsmStore crashed =
                LsmStore.open(
                        disk.crashImage(store, directory), Entities.SMALL, Entities.NO_FAILURES)) {
            assertFalse(crashed.isNew());
            assertEquals(durable, crashed.sequence());
            entities.check(crashed, ENTITY, entities.at(ENTITY, 1));
            entities.replay(crashed);
            entities.checkNewest(crashed);
        }
    }

    @Test
    void flushesOfRocksDbItselfCount() {
        byte[] large = new byte[500_000];
        AppliedEntry applied = new AppliedEntry(1, new ValueId(1, 1, 1), 1, new byte[0]);
        byte[] changes =
                new EntityChanges(List.of(new EntityChanges.Put(new byte[] {1, 'a'}, large)))
                        .encode();
        for (int i = 0; store.durableSequence() < 5; i++) {
            assertTrue(i < 1000, "the write buffers are bounded");
            store.apply(Entities.key(100 + i), applied, List.of(changes));
        }
    }

    @Test
    void equalHistoriesHaveEqualChecksumsAndOthersDoNot() {
        for (int i = 0; i < 10; i++) {
            entities.write(store, ENTITY);
        }
        try (LsmStore other =
                LsmStore.open(root.resolve("other"), Entities.SMALL, Entities.NO_FAILURES)) {
            entities.replay(other);
            EntityMeta there = other.meta(ENTITY);
            assertNotNull(there);
            assertEquals(meta(ENTITY).checksum(), there.checksum());
            AppliedEntry next = new AppliedEntry(11, new ValueId(1, 1, 1), 1, new byte[0]);
            byte[] one = EntityChanges.NONE.encode();
            byte[] two =
                    new EntityChanges(List.of(new EntityChanges.Delete(new byte[] {1, 'x'})))
                            .encode();
            store.apply(ENTITY, next, List.of(one));
            other.apply(ENTITY, next, List.of(two));
            EntityMeta after = other.meta(ENTITY);
            assertNotNull(after);
            assertNotEquals(meta(ENTITY).checksum(), after.checksum());
        }
    }

    @Test
    void aSnapshotShowsOneVersionWhateverIsApplied() {
        entities.write(store, ENTITY);
        try (SnapshotState state = store.read(ENTITY)) {
            for (int i = 0; i < 20; i++) {
                entities.write(store, ENTITY);
            }
            store.flush();
            assertEquals(1, state.entry());
        }
        assertEquals(0, store.stats().snapshots());
    }

    @Test
    void aRemovedEntityIsGoneAndMayComeBack() {
        for (int i = 0; i < 20; i++) {
            entities.write(store, ENTITY);
            entities.write(store, Entities.key(1));
        }
        store.remove(ENTITY);
        assertNull(store.meta(ENTITY));
        entities.check(store, Entities.key(1), entities.newest(Entities.key(1)));
        entities.replay(store);
        entities.checkNewest(store);
    }

    @Test
    void entitiesAreListedPageByPage() {
        for (EntityKey entity : entities.keys()) {
            entities.write(store, entity);
        }
        List<EntityKey> listed = new ArrayList<>();
        List<ListedEntity> page = store.entities(null, 2);
        while (!page.isEmpty()) {
            assertTrue(page.size() <= 2);
            page.forEach(one -> listed.add(one.entity()));
            page = store.entities(listed.getLast(), 2);
        }
        assertEquals(entities.keys(), listed);
    }

    @Test
    void aStoreIsOpenOnce() {
        assertThrows(
                LsmFailureException.class,
                () -> LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES));
    }

    @Test
    void memoryIsAccountedFor() {
        for (int i = 0; i < 50; i++) {
            entities.write(store);
        }
        assertTrue(store.stats().memtableBytes() > 0);
        store.flush();
        entities.checkNewest(store);
        LsmStats stats = store.stats();
        assertTrue(stats.blockCacheBytes() > 0);
        assertTrue(stats.tableBytes() > 0);
        assertTrue(stats.flushedBytes() > 0);
        assertEquals(0, stats.backgroundErrors());
        assertEquals(stats.sequence(), stats.durableSequence());
    }

    @Test
    void settingsOutOfRangeAreAllNamed() {
        IllegalArgumentException refused =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> new LsmConfig(0, 0, LsmConfig.Compression.NONE, 0, 0, -1));
        String message = String.valueOf(refused.getMessage());
        for (String name :
                List.of("writeBufferBytes", "backgroundJobs", "openFilesMax", "purgeMargin")) {
            assertTrue(message.contains(name), message);
        }
    }
}
