package io.paxosstore.lsm.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.StreamOperation;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Rule C1: what a replica lacks of an entity that it holds at an older version. */
class AppendedElementsTest {
    private static final int NO_LIMIT = Integer.MAX_VALUE;

    /** The states after each entry; of version 0 first. */
    private final List<MemoryState> states = new ArrayList<>(List.of(new MemoryState()));

    private long nowMillis = 1_000_000;

    private MemoryState newest() {
        return states.getLast();
    }

    /** One more entry. */
    private void entry(Operation... operations) {
        nowMillis += 10;
        EntryBuilder builder = new EntryBuilder(newest(), nowMillis);
        for (Operation operation : operations) {
            MultiOpResult result = builder.execute(MultiOp.of(operation));
            assertTrue(result instanceof MultiOpResult.Executed, result::toString);
        }
        apply(builder);
    }

    private void apply(EntryBuilder builder) {
        MemoryState next = newest().copy();
        next.apply(EntityChanges.decode(builder.changes().encode()), builder.nowMillis());
        states.add(next);
    }

    private static List<byte[]> elements(String... elements) {
        List<byte[]> bytes = new ArrayList<>();
        for (String element : elements) {
            bytes.add(Latin1.bytes(element));
        }
        return bytes;
    }

    private static ListOperation append(String... elements) {
        return new ListOperation.Append("l", elements(elements));
    }

    private static ListOperation prepend(String... elements) {
        return new ListOperation.Prepend("l", elements(elements));
    }

    private static QueueOperation enqueue(String... elements) {
        return new QueueOperation.Enqueue("q", elements(elements));
    }

    private static void assertEqual(MemoryState expected, MemoryState actual, String what) {
        assertEquals(expected.records().size(), actual.records().size(), what);
        var others = actual.records().entrySet().iterator();
        for (Map.Entry<byte[], byte[]> record : expected.records().entrySet()) {
            Map.Entry<byte[], byte[]> other = others.next();
            assertArrayEquals(record.getKey(), other.getKey(), what);
            assertArrayEquals(record.getValue(), other.getValue(), what);
        }
        assertEquals(List.of(), EntityAudit.of(actual).problems(), what);
    }

    /** Whatever version the replica is at, it has the newest state in the end. */
    private int bringUpToDate(long above) {
        List<EntityChanges.Put> sent = AppendedElements.since(newest(), above, NO_LIMIT);
        if (sent == null) {
            return -1;
        }
        for (long held = above; held < newest().entry(); held++) {
            MemoryState replica = states.get((int) held).copy();
            EntityChanges changes = new AppendedMerge(sent).onto(replica);
            String what = "above " + above + " onto " + held;
            assertNotNull(changes, what);
            replica.apply(EntityChanges.decode(changes.encode()), newest().clockMillis());
            for (long entry = held + 2; entry <= newest().entry(); entry++) {
                replica.apply(EntityChanges.NONE, newest().clockMillis());
            }
            assertEqual(newest(), replica, what);
        }
        return (int)
                sent.stream()
                        .filter(record -> record.key()[0] == 2 && record.key().length == 18)
                        .count();
    }

    @Test
    void ofAQueueOnlyWhatWasEnqueued() {
        entry(enqueue("a", "b", "c"));
        entry(enqueue("d"));
        entry(enqueue("e", "f"));
        assertEquals(3, bringUpToDate(1));
        assertEquals(2, bringUpToDate(2));
    }

    @Test
    void anAcknowledgedQueueShrinks() {
        entry(enqueue("a", "b", "c", "d"));
        entry(enqueue("e"));
        entry(new QueueOperation.Acknowledge("q", 3));
        assertEquals(1, bringUpToDate(1));
        assertEquals(0, bringUpToDate(2));
        entry(new QueueOperation.Acknowledge("q", 4), enqueue("f"));
        assertEquals(-1, bringUpToDate(1), "nothing of it is left: the whole is as small");
        assertEquals(1, bringUpToDate(3));
    }

    @Test
    void aQueueThatWasEmptiedAndFilledAgain() {
        entry(enqueue("a", "b"), append("kept"));
        entry(new QueueOperation.Acknowledge("q", 2));
        assertEquals(0, bringUpToDate(1));
        entry(enqueue("c"));
        assertEquals(1, bringUpToDate(1));
        assertEquals(1, bringUpToDate(2));
    }

    @Test
    void aQueueWithRetention() {
        entry(enqueue("a", "b", "c", "d"), new QueueOperation.Retain("q", 3, 0));
        entry(enqueue("e"));
        entry(enqueue("f"));
        assertEquals(2, bringUpToDate(1));
        entry(new QueueOperation.Retain("q", 0, 25));
        entry(enqueue("g"));
        assertEquals(1, bringUpToDate(4));
    }

    @Test
    void ofAListWhatWasAddedAtEitherEnd() {
        entry(append("a", "b", "c"));
        entry(prepend("x"), append("d"));
        entry(prepend("y", "z"));
        assertEquals(4, bringUpToDate(1));
        assertEquals(2, bringUpToDate(2));
    }

    @Test
    void poppedAndAddedAgainAtTheSamePosition() {
        entry(append("a", "b", "c"));
        entry(new ListOperation.PopLast("l", Page.of(1)));
        entry(append("C"));
        assertEquals(1, bringUpToDate(1));
        entry(new ListOperation.PopFirst("l", Page.of(1)));
        entry(prepend("A"));
        assertEquals(2, bringUpToDate(1));
        entry(new ListOperation.PopLast("l", Page.of(2)), append("B", "c", "d"));
        assertEquals(-1, bringUpToDate(1));
    }

    @Test
    void aTrimmedList() {
        entry(append("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n"));
        entry(prepend("x"), append("y"));
        entry(new ListOperation.Trim("l", 9, 12));
        assertEquals(0, bringUpToDate(1));
        entry(append("z"));
        entry(new ListOperation.Trim("l", 1, -1));
        assertEquals(1, bringUpToDate(1));
    }

    @Test
    void anObjectThatWasRemovedAndMadeAnew() {
        entry(append("a", "b", "c"), enqueue("kept"));
        entry(new ObjectOperation.Delete("l"));
        assertEquals(0, bringUpToDate(1));
        entry(append("d"));
        assertEquals(1, bringUpToDate(1));
        entry(new ObjectOperation.Delete("l"), new SetOperation.Add("l", elements("member")));
        assertEquals(0, bringUpToDate(1));
    }

    @Test
    void anObjectThatExpires() {
        entry(append("a", "b"), enqueue("kept"));
        entry(new ObjectOperation.Expire("l", 1000));
        assertEquals(0, bringUpToDate(1));
        entry(new ObjectOperation.Expire("l", 2000), append("c"));
        assertEquals(1, bringUpToDate(1));
        assertEquals(1, bringUpToDate(2));
        nowMillis += 5000;
        entry(append("d"));
        assertEquals(1, bringUpToDate(1));
    }

    private static MapOperation.Field row(String name) {
        return new MapOperation.Field(Latin1.bytes(name), Latin1.bytes("v"));
    }

    @Test
    void setsAndMapsAndStreamsComeAsAWhole() {
        entry(
                append("a"),
                new SetOperation.Add("s", elements("1", "2")),
                new SortedSetOperation.Increment("z", Latin1.bytes("m"), 1.5, ScoreConditions.NONE),
                new StreamOperation.Put("r", List.of(row("1"), row("2"))),
                new MapOperation.Put(
                        "m",
                        List.of(new MapOperation.Field(Latin1.bytes("f"), Latin1.bytes("v"))),
                        500));
        entry(
                new SetOperation.Remove("s", elements("1")),
                new StreamOperation.Remove("r", elements("1")),
                new StreamOperation.Put("r", List.of(row("3"))));
        entry(
                new MapOperation.Remove("m", elements("f")),
                new SortedSetOperation.Increment(
                        "z", Latin1.bytes("m"), 1.5, ScoreConditions.NONE));
        assertEquals(0, bringUpToDate(1));
        entry(new ObjectOperation.Delete("m"));
        assertEquals(0, bringUpToDate(1));
    }

    @Test
    void tooMuchIsSentAsAWhole() {
        entry(append("a"), enqueue("kept"));
        entry(append("b"), append("0123456789".repeat(20)));
        assertNotNull(AppendedElements.since(newest(), 1, 500));
        assertNull(AppendedElements.since(newest(), 1, 200));
    }

    /** Small elements take a loop's time for each, not for their bytes. */
    @Test
    void tooManyAreSentAsAWhole() {
        entry(append("kept"));
        List<byte[]> many = new ArrayList<>();
        for (int i = 0; i < AppendedElements.RECORDS_MAX / 2; i++) {
            many.add(Latin1.bytes("x"));
        }
        entry(new ListOperation.Append("l", many));
        assertNotNull(AppendedElements.since(newest(), 1, NO_LIMIT));
        entry(new ListOperation.Append("l", many));
        assertNull(AppendedElements.since(newest(), 1, NO_LIMIT));
        assertNotNull(AppendedElements.since(newest(), 2, NO_LIMIT));
    }

    @Test
    void whatIsNeitherSentNorHeldIsNoticed() {
        entry(enqueue("a"));
        entry(enqueue("b"));
        entry(enqueue("c"));
        List<EntityChanges.Put> sent = AppendedElements.since(newest(), 2, NO_LIMIT);
        assertNotNull(sent);
        assertNull(new AppendedMerge(sent).onto(states.get(1)));
        assertNull(new AppendedMerge(sent).onto(new MemoryState()));
    }

    @Test
    void recordsThatWereLeftOutAreNoticed() {
        entry(enqueue("kept"));
        entry(enqueue("a", "b", "c"));
        List<EntityChanges.Put> sent = AppendedElements.since(newest(), 1, NO_LIMIT);
        assertNotNull(sent);
        List<EntityChanges.Put> holed = new ArrayList<>(sent);
        holed.removeIf(record -> record.key()[0] == 2 && record.key()[17] == 3);
        assertThrows(MalformedBytesException.class, () -> new AppendedMerge(holed));
    }

    /** An object that had expired was purged, and had been given more time meanwhile. */
    @Test
    void whatWasPurgedHasToComeAgain() {
        entry(append("a", "b"), enqueue("kept"), new ObjectOperation.Expire("l", 100));
        entry(new ObjectOperation.Expire("l", 10_000), append("c"));
        List<EntityChanges.Put> sent = AppendedElements.since(newest(), 1, NO_LIMIT);
        assertNotNull(sent);
        MemoryState purged = states.get(1).copy();
        purged.records().remove(KeyLayout.header("l"));
        purged.records().entrySet().removeIf(one -> isOfFirstObject(one.getKey()));
        assertNull(new AppendedMerge(sent).onto(purged));
    }

    private static boolean isOfFirstObject(byte[] key) {
        long generation = (1L << 16) + 1;
        return KeyLayout.isExpiry(key)
                || (key[0] == 2 && KeyLayout.generationOfElement(key) == generation);
    }

    @Test
    void randomOperationsOfAllModels() {
        int appended = 0;
        for (long seed = 1; seed <= 60; seed++) {
            Random random = new Random(seed);
            RandomOperations operations = new RandomOperations(random);
            states.clear();
            states.add(new MemoryState());
            for (int i = 0; i < 40; i++) {
                nowMillis += random.nextInt(60);
                EntryBuilder builder = new EntryBuilder(newest(), nowMillis);
                for (int j = random.nextInt(4); j > 0; j--) {
                    builder.execute(operations.multiOp(0));
                }
                apply(builder);
            }
            for (int above = 1; above < 40; above += 1 + random.nextInt(4)) {
                appended += check(seed, above);
            }
        }
        assertTrue(appended > 300, "appended: " + appended);
    }

    private int check(long seed, int above) {
        try {
            return bringUpToDate(above) < 0 ? 0 : 1;
        } catch (AssertionError e) {
            throw new AssertionError("Seed " + seed + ": " + e.getMessage(), e);
        }
    }

    /** The walk stops at the first old element, however many there are. */
    @Test
    void whatIsHeldIsNotRead() {
        List<byte[]> many = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            many.add(Latin1.bytes("old " + i));
        }
        entry(
                new QueueOperation.Enqueue("q", many),
                new ListOperation.Append("l", many),
                new ListOperation.Append("l", many));
        entry(enqueue("new"), append("new"), prepend("new"));
        CountingState counting = new CountingState(newest());
        @Nullable List<EntityChanges.Put> sent = AppendedElements.since(counting, 1, NO_LIMIT);
        assertNotNull(sent);
        assertEquals(1 + 2 + 3, sent.size());
        assertTrue(counting.steps() <= 12, "steps: " + counting.steps());
    }
}
