package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.ValueId;
import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.lsm.model.EntityAudit;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.model.EntryBuilder;
import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.lsm.model.TableRecords;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;
import io.paxosstore.table.Region;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksIterator;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Rule C1: a replica that lacks the end of lists and queues gets only that. */
class AppendedTest {
    private static final EntityKey ENTITY = Entities.key(0);
    private static final int PAGE_BYTES = 4000;
    private static final int OLD_BATCHES = 100;
    private static final int BATCH = 1000;

    @TempDir Path root;
    private Disk disk;

    @BeforeEach
    void prepare() {
        disk = new Disk(root);
    }

    private LsmStore fresh() {
        return open(disk.fresh());
    }

    private static LsmStore open(Path directory) {
        return LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES);
    }

    private static void apply(LsmStore store, Entities entities, long from, long to) {
        for (Entities.Journalled one : entities.journal()) {
            long entry = one.applied().entry();
            if (one.entity().equals(ENTITY) && entry >= from && entry <= to) {
                store.apply(ENTITY, one.applied(), List.of(one.changes()));
            }
        }
    }

    private static List<byte[]> export(LsmStore store, long above, boolean isAppended) {
        List<byte[]> pages = new ArrayList<>();
        try (ImageExport export = store.export(ENTITY, above)) {
            assertEquals(isAppended, export.isAppended());
            for (byte[] page = export.next(PAGE_BYTES);
                    page != null;
                    page = export.next(PAGE_BYTES)) {
                pages.add(page);
            }
        }
        return pages;
    }

    private static boolean install(LsmStore store, List<byte[]> pages) {
        try (ImageInstall install = store.install(ENTITY)) {
            pages.forEach(install::add);
            assertTrue(install.isComplete());
            return install.finish() != null;
        }
    }

    private static List<String> audit(LsmStore store) {
        try (SnapshotState state = store.read(ENTITY)) {
            return EntityAudit.of(state).problems();
        }
    }

    private static int checksum(LsmStore store) {
        EntityMeta meta = store.meta(ENTITY);
        assertNotNull(meta);
        return meta.checksum();
    }

    /** The receiver ends with the same bytes as if it had applied every entry. */
    @Test
    void randomEntitiesAreBroughtUpToDate() {
        int appended = 0;
        for (long seed = 1; seed <= 8; seed++) {
            Random random = new Random(seed);
            Entities entities = new Entities(random);
            try (LsmStore sender = fresh();
                    LsmStore receiver = fresh()) {
                int newest = 0;
                for (int round = 0; round < 12; round++) {
                    int before = newest;
                    for (int i = 1 + random.nextInt(12); i > 0; i--) {
                        entities.write(sender, ENTITY);
                        newest++;
                    }
                    // It is at some version between the one it told and the newest.
                    int held = before + random.nextInt(newest - before);
                    apply(receiver, entities, before + 1L, held);
                    int above = Math.max(0, held - random.nextInt(4));
                    boolean isAppended;
                    try (ImageExport export = sender.export(ENTITY, above)) {
                        isAppended = export.isAppended();
                    }
                    assertTrue(
                            install(receiver, export(sender, above, isAppended)), "seed " + seed);
                    entities.check(receiver, ENTITY, entities.newest(ENTITY));
                    assertEquals(List.of(), audit(receiver), "seed " + seed);
                    assertEquals(checksum(sender), checksum(receiver), "seed " + seed);
                    appended += isAppended ? 1 : 0;
                    if (random.nextInt(3) == 0) {
                        receiver.flush();
                    }
                }
                assertThatPurgeFindsAll(receiver);
            }
        }
        assertTrue(appended > 40, "appended: " + appended);
    }

    /** Every deadline in the data has the row by which the purge finds it. */
    private static void assertThatPurgeFindsAll(LsmStore store) {
        EntityMeta meta = store.meta(ENTITY);
        long end = Long.MAX_VALUE / 2;
        if (meta != null) {
            long entry = meta.applied().entry() + 1;
            AppliedEntry late = new AppliedEntry(entry, new ValueId(1, 1, entry), end, new byte[0]);
            store.apply(ENTITY, late, List.of(EntityChanges.NONE.encode()));
        }
        store.purge(end, Integer.MAX_VALUE);
        try (RocksIterator rows =
                store.rocks().db().newIterator(store.rocks().handle(Family.DATA))) {
            for (rows.seekToFirst(); rows.isValid(); rows.next()) {
                assertFalse(rows.key()[Long.BYTES] == 3, "a deadline that the purge overlooks");
            }
        }
    }

    /** Writes one entry on the sender, and on others at the same version. */
    private static void write(long nowMillis, Operation operation, LsmStore... stores) {
        write(nowMillis, MultiOp.of(operation), stores);
    }

    private static void write(long nowMillis, MultiOp multiOp, LsmStore... stores) {
        byte[] changes;
        AppliedEntry applied;
        try (SnapshotState state = stores[0].read(ENTITY)) {
            EntryBuilder builder = new EntryBuilder(state, nowMillis);
            builder.execute(multiOp);
            changes = builder.changes().encode();
            long entry = state.entry() + 1;
            applied =
                    new AppliedEntry(
                            entry, new ValueId(1, 1, entry), builder.nowMillis(), new byte[3]);
        }
        for (LsmStore store : stores) {
            store.apply(ENTITY, applied, List.of(changes));
        }
    }

    private static List<byte[]> batch(int from, int elements, String filling) {
        List<byte[]> batch = new ArrayList<>();
        for (int i = from; i < from + elements; i++) {
            batch.add((i + filling).getBytes(StandardCharsets.US_ASCII));
        }
        return batch;
    }

    private static long length(LsmStore store) {
        try (SnapshotState state = store.read(ENTITY)) {
            return EntityAudit.of(state).elements();
        }
    }

    /** The bytes that travel are those of what is new, whatever lies before it. */
    @Test
    void tenNewMessagesOfAVeryLongQueueCostTen() {
        try (LsmStore sender = fresh();
                LsmStore receiver = fresh()) {
            for (int i = 0; i < OLD_BATCHES; i++) {
                write(
                        i,
                        new QueueOperation.Enqueue("inbox", batch(i * BATCH, BATCH, " message")),
                        sender,
                        receiver);
            }
            for (int i = 0; i < 10; i++) {
                write(
                        1000 + i,
                        new QueueOperation.Enqueue("inbox", batch(i, 1, " new message")),
                        sender);
            }
            List<byte[]> pages = export(sender, OLD_BATCHES, true);
            assertEquals(1, pages.size());
            assertTrue(pages.get(0).length < 800, "bytes: " + pages.get(0).length);
            long whole = export(sender, 0, false).stream().mapToLong(page -> page.length).sum();
            assertTrue(whole > 3_000_000, "bytes of the whole: " + whole);
            System.out.println(
                    "Ten new messages: " + pages.get(0).length + " bytes, whole image: " + whole);
            assertTrue(install(receiver, pages));
            assertEquals(OLD_BATCHES * BATCH + 10, length(receiver));
            assertEquals(List.of(), audit(receiver));
            assertEquals(checksum(sender), checksum(receiver));
        }
    }

    private static TableOperation insert(String table, int rows) {
        List<List<@Nullable Object>> values = new ArrayList<>();
        for (long k = 0; k < rows; k++) {
            values.add(List.of(k));
        }
        return new TableOperation.Insert(
                table, List.of("k"), values, TableOperation.Present.FAIL, 0);
    }

    private static TableOperation create(String table) {
        return new TableOperation.Create(
                table, TableSchema.builder().column("k", ColumnType.INT64).key("k").build(), false);
    }

    /** How many rows of all tables are not merged. */
    private static int deltas(LsmStore store) {
        int deltas = 0;
        try (SnapshotState state = store.read(ENTITY);
                RecordCursor records = state.scan(new byte[] {2}, new byte[] {3})) {
            while (records.next()) {
                long generation = KeyLayout.generationOfElement(records.key());
                TableRecords table = new TableRecords(state, generation);
                boolean isOfTable = table.get(Region.SCHEMA, new byte[0]) != null;
                deltas += isOfTable && KeyLayout.isDelta(records.key(), generation) ? 1 : 0;
            }
        }
        return deltas;
    }

    private static void merge(LsmStore store) {
        store.merges().all();
        while (store.merges().step().done()) {
            // the next step
        }
    }

    /** The sender's delta tables come with what is new, however long the receiver's are merged. */
    @Test
    void deltaTablesThatCameAlongAreMerged() {
        try (LsmStore sender = fresh();
                LsmStore receiver = fresh()) {
            write(1, create("t"), sender, receiver);
            write(1, insert("t", 100), sender, receiver);
            write(1, new QueueOperation.Enqueue("inbox", batch(0, 1, "old")), sender, receiver);
            merge(receiver);
            assertEquals(0, deltas(receiver));
            write(2, new QueueOperation.Enqueue("inbox", batch(1, 1, "new")), sender);
            assertTrue(install(receiver, export(sender, 3, true)));
            assertEquals(100, deltas(receiver));
            merge(receiver);
            assertEquals(0, deltas(receiver));
            assertEquals(List.of(), audit(receiver));
            assertEquals(checksum(sender), checksum(receiver));
        }
    }

    /** Each counts its own rows: it is due by them, not by those of the others. */
    @Test
    void anEntryOfManyTablesMakesThoseDueThatGotRows() {
        try (LsmStore store = fresh()) {
            for (String table : List.of("a", "b", "c")) {
                write(1, create(table), store);
            }
            merge(store);
            long before = store.merges().stats().merges();
            write(2, MultiOp.of(insert("a", 10), insert("b", 20), create("d")), store);
            assertEquals(2, store.merges().stats().due());
            while (store.merges().step().done()) {
                // the next step
            }
            assertEquals(before + 2, store.merges().stats().merges());
            assertEquals(0, deltas(store));
        }
    }

    @Test
    void moreThanIsHeldInMemoryIsSentAsAWhole() {
        try (LsmStore sender = fresh()) {
            write(1, new QueueOperation.Enqueue("inbox", batch(0, 1, "old")), sender);
            String filling = "x".repeat(100_000);
            int entries = ImagePage.APPENDED_BYTES_MAX / 100_000;
            for (int i = 1; i < entries; i++) {
                write(i, new QueueOperation.Enqueue("inbox", batch(i, 1, filling)), sender);
            }
            assertTrue(export(sender, 1, true).size() > 30);
            write(100, new QueueOperation.Enqueue("inbox", batch(0, 3, filling)), sender);
            export(sender, 1, false);
            export(sender, entries, true);
        }
    }

    /** A sender with another limit does not fill the receiver's memory. */
    @Test
    void theReceiverRefusesMoreThanItHolds() {
        try (LsmStore sender = fresh();
                LsmStore receiver = fresh()) {
            write(1, new QueueOperation.Enqueue("inbox", batch(0, 2, "old")), sender, receiver);
            write(2, new QueueOperation.Enqueue("inbox", batch(2, 1, "new")), sender);
            EntityMeta meta = sender.meta(ENTITY);
            assertNotNull(meta);
            byte[] large = new byte[ImagePage.APPENDED_BYTES_MAX / 2];
            EntityChanges.Put record = new EntityChanges.Put(new byte[] {2}, large);
            try (ImageInstall install = receiver.install(ENTITY)) {
                install.add(ImagePage.encodeFirst(false, meta, 1, List.of(record)));
                byte[] next = ImagePage.encode(1, true, List.of(record));
                assertThrows(MalformedBytesException.class, () -> install.add(next));
            }
            assertEquals(2, length(receiver));
        }
    }

    @Test
    void whoDoesNotHoldWhatTheyFollowStaysAsHeIs() {
        try (LsmStore sender = fresh();
                LsmStore receiver = fresh();
                LsmStore empty = fresh()) {
            for (int i = 0; i < 4; i++) {
                write(i, new QueueOperation.Enqueue("inbox", batch(i, 2, "")), sender);
                if (i == 0) {
                    write(0, new QueueOperation.Enqueue("inbox", batch(0, 2, "")), receiver);
                }
            }
            assertFalse(install(receiver, export(sender, 2, true)));
            assertFalse(install(empty, export(sender, 2, true)));
            assertEquals(2, length(receiver));
            assertNull(empty.meta(ENTITY));
            assertTrue(install(receiver, export(sender, 1, true)));
            assertFalse(install(receiver, export(sender, 1, true)), "it has that already");
            assertEquals(8, length(receiver));
        }
    }

    /** A lagging replica keeps what had expired at its version, and lived on in later entries. */
    @Test
    void whatHasExpiredIsKeptForAsLongAsLaterEntriesMayRestOnIt() {
        try (LsmStore sender = fresh();
                LsmStore receiver = fresh()) {
            write(1, new ListOperation.Append("list", batch(0, 5, "")), sender, receiver);
            write(2, new QueueOperation.Enqueue("inbox", batch(0, 5, "")), sender, receiver);
            write(3, new ObjectOperation.Expire("list", 100), sender, receiver);
            write(4, new ObjectOperation.Expire("list", 1_000_000), sender);
            assertEquals(0, receiver.purge(50_000, 100).objects());
            assertTrue(install(receiver, export(sender, 3, true)));
            assertEquals(10, length(receiver));
            assertEquals(List.of(), audit(receiver));
        }
    }

    /** Nothing but one batch is written, so there is no mark, and a crash leaves old or new. */
    @Test
    void aCrashLeavesTheOldVersionUntilTheNewOneIsDurable() {
        Path directory = disk.fresh();
        Random random = new Random(5);
        Entities entities = new Entities(random);
        try (LsmStore sender = fresh();
                LsmStore receiver = open(directory)) {
            for (int i = 0; i < 40; i++) {
                entities.write(sender, ENTITY);
            }
            apply(receiver, entities, 1, 35);
            receiver.flush();
            List<byte[]> pages = export(sender, 33, true);
            try (ImageInstall install = receiver.install(ENTITY)) {
                for (byte[] page : pages) {
                    install.add(page);
                    checkAfterCrash(receiver, directory, entities, 35);
                }
                Long sequence = install.finish();
                assertNotNull(sequence);
                checkAfterCrash(receiver, directory, entities, 35);
                assertTrue(receiver.flush() >= sequence);
                checkAfterCrash(receiver, directory, entities, 40);
            }
        }
    }

    private void checkAfterCrash(
            LsmStore store, Path directory, Entities entities, long expectedEntry) {
        try (LsmStore crashed = open(disk.crashImage(store, directory))) {
            entities.check(crashed, ENTITY, entities.at(ENTITY, expectedEntry));
            assertEquals(List.of(), audit(crashed));
        }
    }
}
