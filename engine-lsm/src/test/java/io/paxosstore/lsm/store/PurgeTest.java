package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.ValueId;
import io.paxosstore.log.DueObject;
import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.lsm.model.EntryBuilder;
import io.paxosstore.lsm.model.RandomOperations;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.SortedSetRange;
import io.paxosstore.protocol.model.StreamOperation;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.ValueOperation;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Expired data goes, locally, when no entry to come can have seen it. */
class PurgeTest {
    private static final EntityKey ENTITY = Entities.key(0);
    private static final long MARGIN_MILLIS = Entities.SMALL.purgeMarginMillis();

    @TempDir Path root;
    private LsmStore purged;
    private LsmStore whole;
    private long nowMillis = 1_000_000;

    @BeforeEach
    void open() {
        purged = LsmStore.open(root.resolve("a"), Entities.SMALL, Entities.NO_FAILURES);
        whole = LsmStore.open(root.resolve("b"), Entities.SMALL, Entities.NO_FAILURES);
    }

    @AfterEach
    void close() {
        purged.close();
        whole.close();
    }

    /** Evaluates on one store and applies to both. */
    private MultiOpResult write(LsmStore proposer, MultiOp multiOp) {
        MultiOpResult result;
        byte[] changes;
        AppliedEntry applied;
        try (SnapshotState state = proposer.read(ENTITY)) {
            EntryBuilder entry = new EntryBuilder(state, nowMillis);
            result = entry.execute(multiOp);
            changes = entry.changes().encode();
            long id = state.entry() + 1;
            applied = new AppliedEntry(id, new ValueId(1, 1, id), entry.nowMillis(), new byte[0]);
        }
        purged.apply(ENTITY, applied, List.of(changes));
        whole.apply(ENTITY, applied, List.of(changes));
        return result;
    }

    private MultiOpResult read(LsmStore store, Operation... operations) {
        try (SnapshotState state = store.read(ENTITY)) {
            return new EntryBuilder(state, nowMillis).execute(MultiOp.of(operations));
        }
    }

    private long size(LsmStore store, Operation question) {
        MultiOpResult.Executed answer =
                assertInstanceOf(MultiOpResult.Executed.class, read(store, question));
        return assertInstanceOf(Result.Size.class, answer.results().getFirst()).size();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static long records(LsmStore store) {
        long records = 0;
        try (SnapshotState state = store.read(ENTITY);
                RecordCursor cursor = state.scan(new byte[] {1}, new byte[] {4})) {
            while (cursor.next()) {
                records++;
            }
        }
        return records;
    }

    private void list(String name, long ttlMillis) {
        write(
                purged,
                MultiOp.of(
                        new ListOperation.Append(name, List.of(bytes("a"), bytes("b"))),
                        new ObjectOperation.Expire(name, ttlMillis)));
    }

    /** An entry with the present clock, as the server proposes for what is due. */
    private void nextEntry(String object) {
        write(purged, MultiOp.of(new MapOperation.RemoveExpired(object, 100)));
    }

    @Test
    void anObjectGoesAfterItsDeadlineAndTheMarginWhenAnEntryWasMadeSince() {
        list("list", 500);
        write(purged, MultiOp.of(new ValueOperation.Put("value", bytes("v"), 500)));
        nowMillis += 500 + MARGIN_MILLIS - 1;
        assertEquals(0, purged.purge(nowMillis, 100).objects());
        assertEquals(6, records(purged));
        nowMillis++;
        Purge.Report due = purged.purge(nowMillis, 100);
        assertEquals(0, due.objects());
        assertEquals(1, due.dueObjects().size(), "one entry is enough");
        nextEntry(due.dueObjects().getFirst().object());
        Purge.Report report = purged.purge(nowMillis, 100);
        assertEquals(2, report.objects());
        assertEquals(List.of(), report.dueObjects());
        assertTrue(report.ended());
        assertEquals(0, records(purged));
        assertEquals(0, purged.purge(nowMillis, 100).deadlines());
    }

    @Test
    void aDeadlineOfAnImageThatIsBeingInstalledStays() {
        list("list", 500);
        nowMillis += 500 + MARGIN_MILLIS;
        try (LsmStore other =
                        LsmStore.open(root.resolve("c"), Entities.SMALL, Entities.NO_FAILURES);
                ImageExport export = purged.export(ENTITY, 0);
                ImageInstall install = other.install(ENTITY)) {
            for (byte[] page = export.next(64); page != null; page = export.next(64)) {
                install.add(page);
            }
            assertEquals(1, other.purge(nowMillis, 100).deadlines());
            install.finish();
            assertEquals(1, other.purge(nowMillis, 100).dueObjects().size());
        }
    }

    /** It would else be met at every run, and bring the node down each time. */
    @Test
    void anEntityWhoseDataIsDamagedIsNamedAndKeepsItsDeadline() throws IOException {
        list("list", 500);
        reopenDamaged("heads", Entities.NO_FAILURES);
        nowMillis += 500 + MARGIN_MILLIS;
        for (int run = 0; run < 2; run++) {
            Purge.Report report = purged.purge(nowMillis, 100);
            assertEquals(
                    List.of(ENTITY), report.damaged().stream().map(Purge.Damaged::entity).toList());
            assertEquals(1, report.deadlines());
            assertEquals(0, report.objects());
        }
    }

    /** It cannot be told whose the deadlines are: the owner hears of it. */
    @Test
    void damagedDeadlinesAreTheDamageOfAll() throws IOException {
        list("list", 500);
        List<String> heard = new ArrayList<>();
        reopenDamaged(
                "expiry",
                new LsmListener() {
                    @Override
                    public void failed(String what) {
                        throw new AssertionError(what);
                    }

                    @Override
                    public void damaged(String file, String what) {
                        heard.add(file);
                    }
                });
        nowMillis += 500 + MARGIN_MILLIS;
        assertThrows(LsmFailureException.class, () -> purged.purge(nowMillis, 100));
        assertEquals(1, heard.size());
        assertTrue(heard.getFirst().endsWith(".sst"), heard.getFirst());
    }

    private void reopenDamaged(String family, LsmListener listener) throws IOException {
        Path directory = root.resolve("a");
        purged.flush();
        purged.close();
        Disk.damage(Disk.tables(directory, family));
        purged = LsmStore.open(directory, Entities.SMALL, listener);
    }

    /** A replica that lags purges nothing that the entries it lacks may rest on. */
    @Test
    void anEntryThatComesLateFindsWhatItWasMadeFor() {
        list("list", 500);
        AppliedEntry late;
        byte[] changes;
        try (SnapshotState state = whole.read(ENTITY)) {
            EntryBuilder entry = new EntryBuilder(state, nowMillis + 400);
            entry.execute(MultiOp.of(new ObjectOperation.Expire("list", 1_000_000_000)));
            changes = entry.changes().encode();
            long id = state.entry() + 1;
            late = new AppliedEntry(id, new ValueId(1, 1, id), entry.nowMillis(), new byte[0]);
        }
        nowMillis += 10_000_000;
        purged.purge(nowMillis, 100);
        purged.apply(ENTITY, late, List.of(changes));
        assertEquals(2, size(purged, new ListOperation.Length("list")));
        MultiOpResult elements = read(purged, readAll(ObjectType.LIST, "list"));
        whole.apply(ENTITY, late, List.of(changes));
        assertEquals(hex(read(whole, readAll(ObjectType.LIST, "list"))), hex(elements));
    }

    @Test
    void anObjectWhoseDeadlineMovedStays() {
        list("list", 500);
        write(purged, MultiOp.of(new ObjectOperation.Expire("list", 100_000)));
        nowMillis += 500 + MARGIN_MILLIS;
        assertEquals(0, purged.purge(nowMillis, 100).objects());
        assertEquals(2, size(purged, new ListOperation.Length("list")));
    }

    @Test
    void elementsAreNotLeftBehindWhenAPurgedProposerMakesTheObjectAnew() {
        list("name", 500);
        nowMillis += 500 + MARGIN_MILLIS;
        nextEntry("name");
        purged.purge(nowMillis, 100);
        write(purged, MultiOp.of(new SetOperation.Add("name", List.of(bytes("m")))));
        assertEquals(2, records(purged));
        assertTrue(records(whole) > 2, "the other replica still has the old elements");
        whole.purge(nowMillis, 100);
        assertEquals(2, records(whole));
        assertEquals(1, size(whole, new SetOperation.Cardinality("name")));
    }

    @Test
    void aRunIsBoundedAndGoesOnWhereItStopped() {
        for (int i = 0; i < 10; i++) {
            list("list-" + i, 500 + i);
        }
        nowMillis += 600 + MARGIN_MILLIS;
        nextEntry("list-0");
        Purge.Report report = purged.purge(nowMillis, 4);
        assertEquals(4, report.objects());
        assertEquals(false, report.ended());
        assertEquals(4, purged.purge(nowMillis, 4).objects());
        assertTrue(purged.purge(nowMillis, 4).ended());
        assertEquals(0, records(purged));
    }

    @Test
    void expiredFieldsGoThroughTheLog() {
        write(
                purged,
                MultiOp.of(
                        new MapOperation.Put(
                                "map",
                                List.of(new MapOperation.Field(bytes("f"), bytes("1"))),
                                500),
                        new MapOperation.Put(
                                "map",
                                List.of(new MapOperation.Field(bytes("g"), bytes("2"))),
                                0)));
        nowMillis += 500 + MARGIN_MILLIS;
        Purge.Report report = purged.purge(nowMillis, 100);
        assertEquals(List.of(new DueObject(ENTITY, "map", false)), report.dueObjects());
        write(purged, MultiOp.of(new MapOperation.RemoveExpired("map", 100)));
        assertEquals(2, records(purged));
        assertEquals(2, records(whole));
        assertEquals(List.of(), purged.purge(nowMillis, 100).dueObjects());
        assertEquals(0, purged.purge(nowMillis, 100).deadlines());
    }

    /** Whatever happens to the objects, they are found as long as an entry can end them. */
    @Test
    void passedObjectsAreFoundUntilTheyAreGone() {
        long firstMillis = nowMillis;
        write(
                purged,
                MultiOp.of(
                        new ValueOperation.Put("a", bytes("1"), 500),
                        new ValueOperation.Put("b", bytes("1"), 500),
                        new ValueOperation.Put("c", bytes("1"), 900),
                        new ValueOperation.Put("kept", bytes("1"), 0),
                        new MapOperation.Put(
                                "map",
                                List.of(new MapOperation.Field(bytes("f"), bytes("1"))),
                                500)));
        DueObject a = new DueObject(ENTITY, "a", false);
        DueObject b = new DueObject(ENTITY, "b", false);
        DueObject c = new DueObject(ENTITY, "c", false);
        assertEquals(List.of(a, b), whole.passed(firstMillis, firstMillis + 500, 100));
        assertEquals(List.of(), whole.passed(firstMillis, firstMillis + 499, 100));
        assertEquals(List.of(c), whole.passed(firstMillis + 500, firstMillis + 900, 100));
        assertEquals(List.of(), whole.passed(0, Long.MAX_VALUE - 1, 0));
        write(purged, MultiOp.of(new ObjectOperation.Delete("a")));
        assertEquals(List.of(b, c), whole.passed(0, firstMillis + 900, 100));
        nowMillis += 900 + MARGIN_MILLIS;
        write(purged, MultiOp.of(new ValueOperation.Put("kept", bytes("2"), 0)));
        purged.purge(nowMillis, 100);
        assertEquals(List.of(), purged.passed(0, nowMillis, 100));
        assertEquals(List.of(b, c), whole.passed(0, nowMillis, 100));
    }

    /** Random entries, proposed by either replica, one of which purges all the time. */
    @Test
    void purgedAndWholeReplicasAnswerAlike() {
        long seed = Long.getLong("lsm.seed", 11);
        Random random = new Random(seed);
        RandomOperations operations = new RandomOperations(random);
        for (int i = 0; i < 1500; i++) {
            nowMillis += random.nextInt(300);
            write(random.nextBoolean() ? purged : whole, operations.multiOp(0));
            if (random.nextInt(4) == 0) {
                purged.purge(nowMillis, 1 + random.nextInt(5));
            }
            ObjectType type = operations.anyType();
            String name = type.word() + "-" + random.nextInt(3);
            Operation[] reads = {
                new ObjectOperation.Describe(name),
                new ObjectOperation.Names("", Page.LARGEST),
                readAll(type, name)
            };
            assertEquals(
                    hex(read(whole, reads)),
                    hex(read(purged, reads)),
                    "seed " + seed + ", step " + i);
        }
        nowMillis += 10_000 + MARGIN_MILLIS;
        nextEntry("map-0");
        assertTrue(purged.purge(nowMillis, 100_000).ended());
        assertTrue(whole.purge(nowMillis, 100_000).ended());
        assertEquals(records(whole), records(purged), "seed " + seed);
    }

    private static Operation readAll(ObjectType type, String name) {
        return switch (type) {
            case VALUE -> new ValueOperation.Get(name);
            case LIST -> new ListOperation.Range(name, 0, -1, Page.LARGEST);
            case QUEUE -> new QueueOperation.Read(name, 0, Page.LARGEST);
            case SET -> new SetOperation.Scan(name, new byte[0], null, Page.LARGEST);
            case SORTED_SET ->
                    new SortedSetOperation.Range(
                            name, SortedSetRange.ALL, false, 0, null, Page.LARGEST);
            case MAP -> new MapOperation.Scan(name, new byte[0], null, Page.LARGEST);
            case STREAM -> new StreamOperation.Scan(name, new byte[0], null, false, Page.LARGEST);
            case TABLE -> new TableOperation.Describe(name);
        };
    }

    private static String hex(MultiOpResult result) {
        return HexFormat.of().formatHex(ModelCodec.encode(result));
    }
}
