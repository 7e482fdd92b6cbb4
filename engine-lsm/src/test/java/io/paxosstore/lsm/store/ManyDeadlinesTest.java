package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.ValueId;
import io.paxosstore.log.DueObject;
import io.paxosstore.lsm.model.EntryBuilder;
import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.lsm.model.LogicalContent;
import io.paxosstore.lsm.model.RandomOperations;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.ValueOperation;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;

/** Many objects of one deadline, and many deadlines of one object. */
class ManyDeadlinesTest {
    private static final EntityKey ENTITY = Entities.key(0);
    private static final long MARGIN_MILLIS = Entities.SMALL.purgeMarginMillis();
    private static final int MANY = 1000;

    @TempDir Path root;
    private LsmStore store;
    private long nowMillis = 1_000_000;

    @BeforeEach
    void open() {
        store = LsmStore.open(root.resolve("a"), Entities.SMALL, Entities.NO_FAILURES);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void reopen() {
        store.close();
        open();
    }

    private void write(Operation... operations) {
        write(MultiOp.of(operations));
    }

    private void write(MultiOp multiOp) {
        write(multiOp, store);
    }

    private void write(MultiOp multiOp, LsmStore... replicas) {
        write(ENTITY, multiOp, replicas);
    }

    private void write(EntityKey entity, MultiOp multiOp, LsmStore... replicas) {
        byte[] changes;
        AppliedEntry applied;
        try (SnapshotState state = store.read(entity)) {
            EntryBuilder entry = new EntryBuilder(state, nowMillis);
            entry.execute(multiOp);
            changes = entry.changes().encode();
            long id = state.entry() + 1;
            applied = new AppliedEntry(id, new ValueId(1, 1, id), entry.nowMillis(), new byte[0]);
        }
        for (LsmStore replica : replicas) {
            replica.apply(entity, applied, List.of(changes));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Values and some lists that all end in 500 ms. */
    private void many(LsmStore... replicas) {
        for (int i = 0; i < MANY; i++) {
            String name = "object-%04d".formatted(i);
            Operation made =
                    i % 10 == 0
                            ? new ListOperation.Append(name, List.of(bytes("a"), bytes("b")))
                            : new ValueOperation.Put(name, bytes("v"), 0);
            write(MultiOp.of(made, new ObjectOperation.Expire(name, 500)), replicas);
        }
    }

    /** An entry whose clock is past all deadlines so far. */
    private void laterEntry(LsmStore... replicas) {
        nowMillis += 500 + MARGIN_MILLIS;
        write(MultiOp.of(new ValueOperation.Put("kept", bytes("v"), 0)), replicas);
    }

    private long objects() {
        long number = Objects.requireNonNull(store.meta(ENTITY)).number();
        byte[] begin = Keys.data(number, KeyLayout.header(""));
        byte[] end = Keys.data(number, KeyLayout.elements());
        return store.rocks().records(Family.HEADS, begin, end, Integer.MAX_VALUE).size();
    }

    private List<byte[]> expiryKeys() {
        List<byte[]> keys = new ArrayList<>();
        try (RocksIterator all =
                store.rocks().db().newIterator(store.rocks().handle(Family.EXPIRY))) {
            for (all.seekToFirst(); all.isValid(); all.next()) {
                keys.add(all.key());
            }
        }
        return keys;
    }

    private static long content(LsmStore replica) {
        CRC32C crc = new CRC32C();
        try (SnapshotState state = replica.read(ENTITY)) {
            LogicalContent.of(
                    state,
                    (key, value) -> {
                        crc.update(key);
                        crc.update(value);
                        return true;
                    });
        }
        return crc.getValue();
    }

    /** Runs until the last deadline was reached, or enough was named; returns what was named. */
    private Set<DueObject> pass() {
        Set<DueObject> named = new HashSet<>();
        boolean ended = false;
        while (!ended) {
            Purge.Report report = store.purge(nowMillis, MANY);
            named.addAll(report.dueObjects());
            ended = report.ended();
        }
        return named;
    }

    /** They have no voter, say. The others must not wait until somebody ends them. */
    @Test
    void objectsThatNobodyEndsDoNotKeepOthersFromGoing() {
        int endless = 2 * DueObject.REPORT_MAX + 10;
        for (int i = 0; i < endless; ) {
            List<Operation> values = new ArrayList<>();
            for (int end = Math.min(endless, i + 256); i < end; i++) {
                values.add(new ValueOperation.Put("value-" + i, bytes("v"), 500 + i));
            }
            write(MultiOp.of(values.toArray(Operation[]::new)));
        }
        EntityKey other = Entities.key(1);
        write(other, MultiOp.of(new ValueOperation.Put("last", bytes("v"), 500 + endless)), store);
        nowMillis += 500 + endless + MARGIN_MILLIS;
        write(other, MultiOp.of(new ValueOperation.Put("kept", bytes("v"), 0)), store);
        List<byte[]> before = expiryKeys();
        Set<DueObject> named = new HashSet<>();
        for (int passes = 0; passes < 4; passes++) { // every other one from the beginning
            Set<DueObject> now = pass();
            assertTrue(now.size() <= DueObject.REPORT_MAX);
            named.addAll(now);
        }
        assertEquals(endless, named.size());
        assertEquals(before.size() - 1, expiryKeys().size());
    }

    /** Sessions that are renewed all the time must not keep what has expired from going. */
    @Test
    void deadlinesAreLookedAtHoweverManyHintsThereAre() {
        EntityKey other = Entities.key(1);
        write(other, MultiOp.of(new ValueOperation.Put("past", bytes("v"), 500)), store);
        write(new ValueOperation.Put("session", bytes("v"), 100_000));
        nowMillis += 500 + MARGIN_MILLIS;
        write(other, MultiOp.of(new ValueOperation.Put("kept", bytes("v"), 0)), store);
        int objects = 0;
        for (int runs = 0; objects == 0; runs++) {
            assertTrue(runs < 32, "what is past stays");
            if (runs % 8 == 0) {
                store.purgeBegins();
            }
            for (int i = 0; i < 4; i++) {
                nowMillis++;
                write(new ObjectOperation.Expire("session", 100_000));
            }
            objects += store.purge(nowMillis, 2).objects();
        }
    }

    @Test
    void someObjectsOfADeadlineGoAtATimeAndTheRestAfterAStart() {
        many(store);
        laterEntry(store);
        assertEquals(1, expiryKeys().size());
        Purge.Report some = store.purge(nowMillis, 300);
        assertEquals(300, some.objects());
        assertFalse(some.ended());
        assertEquals(MANY - 300 + 1, objects());
        assertEquals(1, expiryKeys().size(), "it is needed for the others");
        store.flush();
        reopen();
        assertEquals(MANY - 300 + 1, objects());
        assertEquals(400, store.purge(nowMillis, 400).objects());
        Purge.Report rest = store.purge(nowMillis, 10_000);
        assertEquals(MANY - 700, rest.objects());
        assertTrue(rest.ended());
        assertEquals(1, objects());
        assertEquals(0, expiryKeys().size());
    }

    /** One that has purged half of a deadline is one replica among others. */
    @Test
    void halfPurgedReplicasHoldTheSameAndSendTheSame() {
        try (LsmStore whole =
                        LsmStore.open(root.resolve("b"), Entities.SMALL, Entities.NO_FAILURES);
                LsmStore third =
                        LsmStore.open(root.resolve("c"), Entities.SMALL, Entities.NO_FAILURES)) {
            many(store, whole);
            laterEntry(store, whole);
            store.purge(nowMillis, MANY / 2);
            assertEquals(content(whole), content(store));
            copy(store, third);
            assertEquals(content(whole), content(third));
            // What both propose later means the same to all.
            write(
                    MultiOp.of(
                            new ValueOperation.Put("object-0001", bytes("again"), 0),
                            new ListOperation.Append("object-0990", List.of(bytes("new")))),
                    store,
                    whole,
                    third);
            for (LsmStore replica : List.of(store, whole, third)) {
                assertTrue(replica.purge(nowMillis, 10_000).ended());
            }
            for (LsmStore replica : List.of(store, third)) {
                assertEquals(content(whole), content(replica));
                assertEquals(all(whole), all(replica));
            }
        }
    }

    /** The entity's data is another then, with deadlines of its own. */
    @Test
    void anImageThatComesWhileADeadlineIsHalfPurgedEndsIt() {
        try (LsmStore whole =
                LsmStore.open(root.resolve("b"), Entities.SMALL, Entities.NO_FAILURES)) {
            many(store, whole);
            laterEntry(store, whole);
            assertEquals(300, store.purge(nowMillis, 300).objects());
            copy(whole, store);
            assertEquals(2, expiryKeys().size());
            Purge.Report report = store.purge(nowMillis, 10_000);
            assertEquals(MANY, report.objects());
            assertTrue(report.ended());
            assertTrue(report.deadlines() < 40, () -> report.deadlines() + " looks");
            assertEquals(0, expiryKeys().size());
            assertEquals(1, objects());
        }
    }

    private static int all(LsmStore replica) {
        return RawRecords.of(replica, ENTITY).size();
    }

    private static void copy(LsmStore from, LsmStore to) {
        try (ImageExport export = from.export(ENTITY, 0);
                ImageInstall install = to.install(ENTITY)) {
            for (byte[] page = export.next(4096); page != null; page = export.next(4096)) {
                install.add(page);
            }
            assertNotNull(install.finish());
        }
    }

    private Deadline onlyDeadline() {
        List<byte[]> keys = expiryKeys();
        assertEquals(1, keys.size());
        return Deadline.of(keys.getFirst(), Keys.meta(ENTITY));
    }

    /** The shard's loop waits for the lock that is held meanwhile. */
    @Test
    void fewObjectsGoWhileTheLockIsHeld() {
        many(store);
        Deadline deadline = onlyDeadline();
        PastObjects objects = new PastObjects(store.rocks());
        PastObjects.Found found = objects.find(deadline, Integer.MAX_VALUE);
        assertEquals(PastObjects.AT_ONCE_MAX, found.records().size());
        Batch batch = store.rocks().batch();
        assertEquals(PastObjects.AT_ONCE_MAX, objects.remove(batch, deadline, found));
        assertTrue(objects.isStopped());
    }

    @Test
    void fewBytesAreReadWhileTheLockIsHeld() {
        byte[] large = new byte[PastObjects.BYTES_AT_ONCE / 4 + 1];
        for (int i = 0; i < 10; i++) {
            write(new ValueOperation.Put("large-" + i, large, 500));
        }
        Deadline deadline = onlyDeadline();
        PastObjects objects = new PastObjects(store.rocks());
        int[] removed = new int[1];
        int holds = 0;
        do {
            Batch batch = store.rocks().batch();
            int now = objects.remove(batch, deadline, objects.find(deadline, 100));
            assertTrue(now <= 4, () -> now + " at once");
            removed[0] += now;
            store.rocks().write(batch);
            holds++;
        } while (objects.isStopped());
        assertEquals(10, removed[0]);
        assertEquals(3, holds);
    }

    /** As when what a replica lacked came from one that had purged less. */
    @Test
    void objectsThatCameBehindAreLookedForFromTheBeginning() {
        many(store);
        Deadline deadline = onlyDeadline();
        PastObjects objects = new PastObjects(store.rocks());
        // What is not written is there again.
        Batch unwritten = store.rocks().batch();
        assertEquals(10, objects.remove(unwritten, deadline, objects.find(deadline, 10)));
        objects.deadlinesCame();
        int removed = 0;
        while (objects.isStopped()) {
            Batch batch = store.rocks().batch();
            removed += objects.remove(batch, deadline, objects.find(deadline, MANY));
            store.rocks().write(batch);
        }
        assertEquals(MANY, removed);
    }

    @Test
    void valuesWithoutElementsLeaveNoRangeBehind() throws RocksDBException {
        for (int i = 0; i < 10; i++) {
            write(new ValueOperation.Put("value-" + i, bytes("v"), 500));
        }
        assertFalse(purgeBatch().hasDeleteRange());
        write(
                new ListOperation.Append("list", List.of(bytes("v"))),
                new ObjectOperation.Expire("list", 500));
        assertTrue(purgeBatch().hasDeleteRange());
    }

    private WriteBatch purgeBatch() {
        PastObjects objects = new PastObjects(store.rocks());
        Batch batch = store.rocks().batch();
        Deadline deadline = onlyDeadline();
        objects.remove(batch, deadline, objects.find(deadline, MANY));
        return new WriteBatch(batch.toBytes());
    }

    /** Replicas that have not purged hear of an object of the same name from one that has. */
    @Test
    void anObjectWhoseNameWasTakenMeanwhileGoesWithAllThatItHad() {
        try (LsmStore lagging =
                LsmStore.open(root.resolve("b"), Entities.SMALL, Entities.NO_FAILURES)) {
            LsmStore[] both = {store, lagging};
            for (Operation made :
                    List.of(
                            new ListOperation.Append("taken", List.of(bytes("a"), bytes("b"))),
                            new ValueOperation.Put("value", bytes("v"), 500))) {
                write(MultiOp.of(made, new ObjectOperation.Expire("taken", 500)), both);
            }
            laterEntry(both);
            store.purge(nowMillis, 100);
            write(
                    MultiOp.of(
                            new ValueOperation.Put("taken", bytes("v"), 0),
                            new ValueOperation.Put("value", bytes("w"), 0)),
                    both);
            assertTrue(all(lagging) > all(store));
            lagging.purge(nowMillis, 100);
            assertEquals(all(store), all(lagging));
        }
    }

    @Test
    void anObjectThatIsGivenMoreTimeLeavesNoDeadlinesBehind() {
        write(new ValueOperation.Put("session", bytes("v"), 30_000_000));
        for (int i = 0; i < 500; i++) {
            nowMillis++;
            write(new ObjectOperation.Expire("session", 30_000_000));
        }
        for (int i = 0; i < 300; i++) {
            nowMillis++;
            write(
                    new MapOperation.Put(
                            "map",
                            List.of(new MapOperation.Field(bytes("f"), bytes("1"))),
                            30_000_000));
        }
        assertEquals(801, expiryKeys().size());
        assertFalse(store.purge(nowMillis, 100).ended());
        assertTrue(store.purge(nowMillis, 10_000).ended());
        assertEquals(2, expiryKeys().size());
        write(new ObjectOperation.Delete("session"));
        store.purge(nowMillis, 10_000);
        assertEquals(1, expiryKeys().size());
    }

    @Test
    void aDeadlineThatAnotherObjectHasStays() {
        write(
                new ValueOperation.Put("a", bytes("v"), 500),
                new ValueOperation.Put("b", bytes("v"), 500));
        write(new ObjectOperation.Expire("a", 100_000));
        store.purge(nowMillis, 100);
        assertEquals(2, expiryKeys().size());
        write(new ObjectOperation.Expire("a", 0));
        // Gone and there again before anybody has looked.
        write(new ObjectOperation.Expire("b", 0));
        write(new ObjectOperation.Expire("b", 500));
        store.purge(nowMillis, 100);
        assertEquals(1, expiryKeys().size());
        laterEntry(store);
        assertEquals(1, store.purge(nowMillis, 100).objects());
    }

    /** It would never be purged, else, nor be named. */
    @Test
    void whateverHasADeadlineIsFoundByIt() {
        long seed = Long.getLong("lsm.seed", 5);
        Random random = new Random(seed);
        RandomOperations operations = new RandomOperations(random);
        for (int i = 0; i < 1500; i++) {
            nowMillis += random.nextInt(300);
            write(operations.multiOp(0));
            if (random.nextInt(4) == 0) {
                store.purge(nowMillis, 1 + random.nextInt(5));
            }
            if (i % 10 == 0) {
                checkAllAreFound("seed " + seed + ", step " + i);
            }
        }
    }

    private void checkAllAreFound(String when) {
        long number = Objects.requireNonNull(store.meta(ENTITY)).number();
        for (RawRecords.Raw record : RawRecords.of(store, ENTITY)) {
            byte[] key = record.key();
            byte[] expiry = null;
            if (KeyLayout.isExpiry(key)) {
                expiry = Keys.expiry(KeyLayout.deadlineOfExpiry(key), number, 0);
            } else if (KeyLayout.isFieldDeadline(key)) {
                long generation = KeyLayout.generationOfElement(key);
                expiry = Keys.expiry(KeyLayout.deadlineOfField(key), number, generation);
            }
            if (expiry != null) {
                assertNotNull(
                        store.rocks().get(Family.EXPIRY, expiry),
                        () -> when + ", deadline " + ByteBuffer.wrap(key).getLong(1));
            }
        }
    }
}
