package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Invariant;
import io.paxosstore.core.ValueId;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ObjectType;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** Entries of many entities in one write: all of them or none, and nothing of them before. */
class EntryBatchTest {
    private static final EntityKey A = Entities.key(1);
    private static final EntityKey B = Entities.key(2);
    private static final EntityKey C = Entities.key(3);
    private static final byte[] KEY = KeyLayout.header("v");

    @TempDir Path root;
    private Path directory;
    private LsmStore store;

    @BeforeEach
    void open() {
        directory = root.resolve("store");
        store = LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static AppliedEntry entry(long entry) {
        return new AppliedEntry(entry, new ValueId(1, 1, entry), entry, new byte[] {(byte) entry});
    }

    private static byte[] put(byte[]... keysAndValues) {
        EntityChanges.Change[] puts = new EntityChanges.Change[keysAndValues.length / 2];
        for (int i = 0; i < puts.length; i++) {
            puts[i] = new EntityChanges.Put(keysAndValues[2 * i], keysAndValues[2 * i + 1]);
        }
        return new EntityChanges(List.of(puts)).encode();
    }

    private static byte[] value(long entry) {
        return new byte[] {1, ObjectType.VALUE.code(), (byte) entry};
    }

    private static void add(EntryBatch batch, EntityKey entity, long entry) {
        assertTrue(batch.add(entity, entry(entry), List.of(put(KEY, value(entry)))));
    }

    /** Checks what all see: in memory, in the database, in an evaluation. */
    private static void check(LsmStore of, EntityKey entity, long entry) {
        EntityMeta meta = of.meta(entity);
        assertEquals(entry, meta == null ? 0 : meta.applied().entry());
        try (SnapshotState disk = SnapshotState.once(of, entity);
                SnapshotState read = of.read(entity);
                StoredState recent = of.readRecent(entity)) {
            for (StoredState state : List.of(disk, read, recent)) {
                assertEquals(entry, state.entry());
                byte[] held = state.get(KEY);
                assertEquals(entry, held == null ? 0 : held[2]);
            }
        }
    }

    @Test
    void allBecomesPartOfTheDataAtOnce() {
        EntryBatch batch = store.batch();
        add(batch, A, 1);
        add(batch, B, 1);
        add(batch, A, 2);
        assertTrue(batch.has(A) && batch.has(B) && !batch.has(C));
        assertEquals(2, Objects.requireNonNull(batch.meta(A)).applied().entry());
        assertNull(batch.meta(C));
        check(store, A, 0);
        check(store, B, 0);
        long sequence = batch.write();
        assertEquals(1, sequence, "one write for all");
        assertEquals(sequence, store.sequence());
        check(store, A, 2);
        check(store, B, 1);
        assertEquals(sequence, Objects.requireNonNull(store.meta(A)).sequence());
        Map<EntityKey, Long> taken = new LinkedHashMap<>();
        batch.takeOut(taken::put);
        assertEquals(Map.of(A, 2L, B, 1L), taken);
        assertTrue(batch.isEmpty());
        add(batch, A, 3);
        batch.write();
        check(store, A, 3);
        check(store, B, 1);
    }

    /** One entity's checksum and entries are the same whether or not a write had others too. */
    @Test
    void anEntityIsTheSameHoweverItsEntriesAreWritten() {
        store.apply(B, entry(1), List.of(put(KEY, value(1))));
        store.apply(B, entry(2), List.of(put(KEY, value(2))));
        EntryBatch batch = store.batch();
        add(batch, A, 1);
        add(batch, C, 1);
        add(batch, A, 2);
        batch.write();
        EntityMeta alone = Objects.requireNonNull(store.meta(B));
        EntityMeta together = Objects.requireNonNull(store.meta(A));
        assertEquals(alone.checksum(), together.checksum());
        assertTrue(alone.number() != together.number());
    }

    @Test
    void whatIsThereIsIgnoredAndAGapBreaksAnInvariant() {
        EntryBatch batch = store.batch();
        add(batch, A, 1);
        assertFalse(batch.add(A, entry(1), List.of(put(KEY, value(9)))));
        assertThrows(Invariant.Violation.class, () -> add(batch, A, 3));
        batch.write();
        batch.takeOut((_, _) -> {});
        assertFalse(batch.add(A, entry(1), List.of(put(KEY, value(9)))));
        assertTrue(batch.isEmpty());
        check(store, A, 1);
    }

    /** Nothing of an entry that cannot be read is written with the others. */
    @Test
    void damagedChangesLeaveTheOthersAlone() {
        EntryBatch batch = store.batch();
        add(batch, A, 1);
        add(batch, B, 1);
        batch.write();
        batch.takeOut((_, _) -> {});
        add(batch, A, 2);
        byte[] noTable = {1, ObjectType.TABLE.code()};
        byte[] good = put(KEY, value(2));
        byte[] half = put(KEY, value(3), KeyLayout.header("t"), noTable);
        assertThrows(
                MalformedBytesException.class, () -> batch.add(B, entry(3), List.of(good, half)));
        assertThrows(
                MalformedBytesException.class, () -> batch.add(C, entry(1), List.of(new byte[9])));
        assertFalse(batch.has(B) || batch.has(C));
        add(batch, C, 1);
        batch.write();
        check(store, A, 2);
        check(store, B, 1);
        check(store, C, 1);
    }

    @Test
    void itIsFullWhenItsBytesAreMany() {
        EntryBatch batch = store.batch();
        byte[] half = new byte[EntryBatch.BYTES_MAX / 2];
        half[1] = ObjectType.VALUE.code();
        batch.add(A, entry(1), List.of(put(KEY, half)));
        assertFalse(batch.isFull());
        batch.add(B, entry(1), List.of(put(KEY, half)));
        assertTrue(batch.isFull());
        batch.write();
        batch.takeOut((_, _) -> {});
        assertFalse(batch.isFull());
    }

    /** A crash leaves whole writes only: all entities of a turn, or none. */
    @Test
    void aCrashLeavesATurnWholeOrNotAtAll() {
        Disk disk = new Disk(root);
        Random random = new Random(20261125);
        EntryBatch batch = store.batch();
        for (int turn = 1; turn <= 60; turn++) {
            add(batch, A, turn);
            add(batch, B, turn);
            if (random.nextInt(4) == 0) {
                store.flush();
            }
            batch.write();
            batch.takeOut((_, _) -> {});
            add(batch, C, turn); // not written before the next turn's are
            if (random.nextInt(6) == 0) {
                long durable = store.durableSequence();
                Path image = disk.crashImage(store, directory);
                try (LsmStore left = LsmStore.open(image, Entities.SMALL, Entities.NO_FAILURES)) {
                    long sequence = left.sequence();
                    assertTrue(sequence >= durable && sequence <= turn);
                    check(left, A, sequence);
                    check(left, B, sequence);
                    check(left, C, Math.max(0, sequence - 1));
                }
            }
        }
        check(store, C, 59);
    }

    /** A write that finds no room changes nothing: neither the database nor memory shows it. */
    @Test
    void aWriteThatFindsNoRoomShowsNothing() throws Exception {
        Path mount = root.resolve("small");
        try (SmallDisk small = new SmallDisk(mount, 16)) {
            LsmStore full =
                    LsmStore.open(mount.resolve("store"), Entities.SMALL, Entities.NO_FAILURES);
            try {
                EntryBatch batch = full.batch();
                add(batch, A, 1);
                add(batch, B, 1);
                batch.write();
                batch.takeOut((_, _) -> {});
                small.fill();
                assertThrows(NoRoomException.class, full::flush);
                add(batch, A, 2);
                add(batch, C, 1);
                assertThrows(NoRoomException.class, batch::write);
                Map<EntityKey, Long> taken = new LinkedHashMap<>();
                batch.takeOut(taken::put);
                assertEquals(Map.of(A, 2L, C, 1L), taken);
                check(full, A, 1);
                check(full, B, 1);
                check(full, C, 0);
                assertEquals(1, Objects.requireNonNull(batch.meta(A)).applied().entry());
            } finally {
                assertThrows(NoRoomException.class, full::close, "it cannot be made durable");
            }
        }
    }
}
