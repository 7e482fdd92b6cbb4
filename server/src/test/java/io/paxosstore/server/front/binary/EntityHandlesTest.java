package io.paxosstore.server.front.binary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityList;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.EntitySet;
import io.paxosstore.client.EntitySortedSet;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.EntityValue;
import io.paxosstore.client.ListSlice;
import io.paxosstore.client.MemberRank;
import io.paxosstore.client.Message;
import io.paxosstore.client.MultiOpOutcome;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.ObjectInfo;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.QueueSlice;
import io.paxosstore.client.RejectedException;
import io.paxosstore.client.ScoredMember;
import io.paxosstore.client.Slice;
import io.paxosstore.client.Step;
import io.paxosstore.client.Versioned;
import io.paxosstore.client.WriteResult;
import io.paxosstore.client.table.Row;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SortedSetRange;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.TableSchema;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.protocol.wire.Request;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** The handles of the client, over the wire and the session, with the real evaluation behind. */
@Timeout(60)
final class EntityHandlesTest extends EntityFixture {
    EntityHandlesTest() {
        super("inbox", "alice");
    }

    @Test
    void lists() {
        EntityList<String> list = entity.list("l", Codec.utf8());
        assertEquals(Optional.empty(), list.get(0));
        assertEquals(1, list.append("b"));
        assertEquals(3, list.appendAll(List.of("c", "d")));
        assertEquals(4, list.prepend("a"));
        assertEquals(6, list.prependAllAsync(List.of("y", "x")).join());
        assertEquals(Optional.of("d"), list.get(-1));
        ListSlice<String> slice = list.range(0, -1, Page.of(4));
        assertEquals(List.of("x", "y", "a", "b"), slice.elements());
        assertTrue(slice.hasNext());
        slice = list.range(slice.next(), -1, Page.of(4));
        assertEquals(List.of("c", "d"), slice.elements());
        assertFalse(slice.hasNext());
        assertEquals(Optional.of("x"), list.popFirst());
        assertEquals(List.of("y", "a"), list.popFirst(Page.of(2)));
        assertEquals(List.of("d"), list.popLast(Page.of(1)));
        assertEquals(1, list.trim(0, 0));
        assertEquals(Optional.of("b"), list.popLast());
        assertEquals(0, list.lengthAsync().join());
    }

    @Test
    void queues() {
        EntityQueue<String> queue = entity.queue("q", Codec.utf8());
        assertEquals(Optional.empty(), queue.peek());
        assertEquals(1, queue.enqueue("a"));
        assertEquals(new Result.Enqueued(2, 3), queue.enqueueAll(List.of("b", "c")));
        assertEquals(Optional.of(new Message<>(1, EntityServer.CLOCK_MILLIS, "a")), queue.peek());
        QueueSlice<String> slice = queue.read(0, Page.of(2));
        assertEquals(List.of("a", "b"), slice.messages().stream().map(Message::element).toList());
        assertEquals(3, slice.next());
        assertEquals(2, queue.acknowledge(2));
        assertEquals(1, queue.length());
        assertTrue(queue.retain(2, Duration.ZERO));
        assertEquals(new Result.Enqueued(4, 5), queue.enqueueAll(List.of("d", "e")));
        assertEquals(4, queue.readAsync(1, Page.LARGEST).join().messages().get(0).sequence());
    }

    @Test
    void aWaitingReaderGetsWhatIsEnqueuedLater() throws Exception {
        EntityQueue<String> queue = entity.queue("q", Codec.utf8());
        CompletableFuture<QueueSlice<String>> waiting = queue.awaitNextAsync(1, Page.LARGEST);
        Request watch = server.seen.take();
        while (!(watch instanceof Request.Watch)) {
            watch = server.seen.take();
        }
        entity.set("other", Codec.utf8()).add("x");
        assertFalse(waiting.isDone(), "another object has changed");
        queue.enqueue("a");
        QueueSlice<String> found = waiting.get(20, TimeUnit.SECONDS);
        assertEquals("a", found.messages().get(0).element());
        assertEquals(found, queue.awaitNext(1, Page.LARGEST));
        List<Class<?>> asked = new ArrayList<>();
        while (!asked.contains(Request.Unwatch.class)) {
            asked.add(server.seen.take().getClass());
        }
        assertEquals(
                1,
                asked.stream().filter(Request.EntityRead.class::equals).count(),
                "it read once, after the queue had changed: " + asked);
    }

    @Test
    void sets() {
        EntitySet<String> set = entity.set("s", Codec.utf8());
        assertEquals(Optional.empty(), set.random());
        assertTrue(set.add("b"));
        assertFalse(set.add("b"));
        assertEquals(3, set.addAll(List.of("a", "b", "c", "d")));
        assertTrue(set.contains("a"));
        assertFalse(set.containsAsync("z").join());
        Slice<String> slice = set.scan(Page.of(3));
        assertEquals(List.of("a", "b", "c"), slice.elements());
        slice = set.scan(slice.next().orElseThrow(), Page.of(3));
        assertEquals(List.of("d"), slice.elements());
        assertEquals(Optional.empty(), slice.next());
        slice = set.scan("b", "d", Page.of(1));
        assertEquals(List.of("b"), slice.elements());
        slice = set.scan(slice.next().orElseThrow(), Page.of(9));
        assertEquals(List.of("c"), slice.elements(), "the end is remembered");
        assertTrue(set.remove("a"));
        assertEquals(2, set.removeAll(List.of("b", "c", "z")));
        assertEquals(Optional.of("d"), set.random());
        assertEquals(1, set.size());
    }

    @Test
    void sortedSets() {
        EntitySortedSet<String> set = entity.sortedSet("z", Codec.utf8());
        assertEquals(Optional.empty(), set.popFirst());
        assertTrue(set.add("b", 2));
        assertFalse(set.add("b", 3));
        assertFalse(set.add("b", 1, ScoreConditions.GREATER));
        assertTrue(set.addAsync("a", 3, ScoreConditions.NEW).join());
        assertEquals(2, set.addAll(Map.of("a", 1.0, "c", 3.0, "d", 1.0 / 0)));
        assertEquals(
                new Result.Added(0, 1),
                set.addAll(Map.of("a", 1.5, "x", 1.0), ScoreConditions.PRESENT));
        assertEquals(2.5, set.increment("a", 1));
        assertEquals(Optional.empty(), set.increment("a", 1, ScoreConditions.LESS));
        assertEquals(Optional.of(2.5), set.score("a"));
        assertEquals(Map.of("a", 2.5, "b", 3.0), set.scores(List.of("a", "x", "b")));
        assertEquals(Optional.of(new MemberRank(1, 3)), set.rank("b"));
        assertEquals(Optional.of(new MemberRank(2, 3)), set.reverseRank("b"));
        assertEquals(Optional.empty(), set.rankAsync("x").join());
        assertEquals(List.of("a", "b", "c", "d"), members(set.range(0, -1, Page.of(9))));
        assertEquals(List.of("b", "c"), members(set.rangeByScore(3, 3, Page.of(9))));
        assertEquals(List.of("b", "c"), members(set.rangeByMember("aa", "d", Page.of(9))));
        assertEquals(2, set.count(3, 3));
        assertEquals(4, set.count(SortedSetRange.ALL));
        Slice<ScoredMember<String>> slice = set.scan(SortedSetRange.ALL, true, Page.of(3));
        assertEquals(List.of("d", "c", "b"), members(slice));
        slice = set.scan(SortedSetRange.ALL, true, slice.next().orElseThrow(), Page.of(3));
        assertEquals(List.of("a"), members(slice));
        assertEquals(Optional.empty(), slice.next());
        assertEquals(Optional.of(new ScoredMember<>("d", 1.0 / 0)), set.popLast());
        assertEquals(1, set.removeRange(new SortedSetRange.ByRank(0, 0)));
        assertTrue(set.remove("b"));
        assertEquals(0, set.removeAll(List.of("b")));
        assertEquals(Optional.of(new ObjectInfo(ObjectType.SORTED_SET, 1, 0)), set.describe());
        assertEquals(Optional.of(new ScoredMember<>("c", 3)), set.random());
        assertEquals(List.of(new ScoredMember<>("c", 3)), set.popFirst(Page.of(5)));
        assertEquals(0, set.size());
        set.add("x", -1.0 / 0);
        RejectedException failed =
                assertThrows(RejectedException.class, () -> set.increment("x", 1.0 / 0));
        assertEquals(new Failure.ScoreNotANumber("z"), failed.failure());
        assertThrows(IllegalArgumentException.class, () -> set.add("x", 0.0 / 0));
        assertTrue(
                entity.multiOp()
                        .when(set.ifSize(Comparison.EQUAL, 1))
                        .then(set.op().remove("x"))
                        .execute()
                        .guardsHeld());
    }

    private static List<String> members(Slice<ScoredMember<String>> slice) {
        return slice.elements().stream().map(ScoredMember::member).toList();
    }

    @Test
    void maps() {
        EntityMap<String, Long> map = entity.map("m", Codec.utf8(), Codec.longs());
        assertEquals(Optional.empty(), map.get("a"));
        assertTrue(map.put("a", 1L));
        assertFalse(map.put("a", 2L));
        assertEquals(2, map.putAll(Map.of("b", 3L, "c", 4L)));
        assertFalse(map.putIfAbsent("a", 9L));
        assertFalse(map.compareAndSet("a", 1L, 9L));
        assertTrue(map.compareAndSet("a", 2L, 5L));
        assertEquals(7, map.increment("a", 2));
        assertEquals(Map.of("a", 7L, "c", 4L), map.getAll(List.of("a", "x", "c")));
        Slice<Map.Entry<String, Long>> slice = map.scan("b", null, Page.of(1));
        assertEquals(List.of(Map.entry("b", 3L)), slice.elements());
        assertEquals(
                List.of(Map.entry("c", 4L)),
                map.scanAsync(slice.next().orElseThrow(), Page.of(5)).join().elements());
        assertTrue(map.remove("a"));
        assertEquals(1, map.removeAll(List.of("b", "x")));
        assertEquals(1, map.size());
    }

    @Test
    void values() {
        EntityValue<String> value = entity.value("v", Codec.utf8());
        assertEquals(Optional.empty(), value.get());
        assertEquals(WriteStatus.NOT_FOUND, value.compareAndSet("x", "y").status());
        WriteResult first = value.putIfAbsent("a");
        assertTrue(first.isApplied());
        assertEquals(WriteStatus.CONFLICT, value.putIfAbsent("b").status());
        EntityValue<String> passing = value.with(CallOptions.DEFAULT.ttl(Duration.ofSeconds(5)));
        WriteResult second = passing.compareVersionAndSet(first.version(), "c");
        assertTrue(second.isApplied());
        assertEquals(
                Optional.of(
                        new Versioned<>("c", second.version(), EntityServer.CLOCK_MILLIS + 5000)),
                value.getVersioned());
        assertTrue(value.put("9") > second.version());
        assertEquals(10, value.increment(1));
        assertEquals(Optional.of(new ObjectInfo(ObjectType.VALUE, 2, 0)), value.describe());
        assertTrue(value.expire(Duration.ofSeconds(1)));
        assertTrue(value.delete());
        assertFalse(value.deleteAsync().join());
    }

    @Test
    void objectsAreListedAndVersionsGrow() {
        assertEquals(0, entity.version());
        entity.list("l", Codec.utf8()).append("x");
        entity.set("s", Codec.utf8()).add("x");
        assertEquals(
                List.of(
                        new Result.Name("l", ObjectType.LIST),
                        new Result.Name("s", ObjectType.SET)),
                entity.objects("", Page.LARGEST).names());
        assertTrue(entity.versionAsync().join() > 0);
        assertEquals(0, store.entity("inbox", "bob").version());
        assertEquals(0, store.entity("inbox", 7L, Codec.longs()).version());
    }

    @Test
    void aMultiOpTakesEffectAsAWholeOrNotAtAll() {
        EntityMap<String, Long> money = entity.map("money", Codec.utf8(), Codec.longs());
        EntityQueue<String> log = entity.queue("log", Codec.utf8());
        money.put("alice", 15L);
        Step<Long> rest = money.op().increment("alice", -10);
        Step<Long> entry = log.op().enqueue("alice pays 10");
        Step<Optional<Long>> left = money.op().get("alice");
        for (boolean enough : new boolean[] {true, false}) {
            MultiOpOutcome outcome =
                    entity.multiOp()
                            .when(money.ifAtLeast("alice", 10), log.ifLength(Comparison.LESS, 9))
                            .then(rest, money.op().increment("bob", 10), entry)
                            .otherwise(left)
                            .execute();
            assertEquals(enough, outcome.guardsHeld());
            assertEquals(List.of(enough, true), outcome.guards());
            assertEquals(enough, outcome.wasExecuted(entry));
            if (enough) {
                assertEquals(5, outcome.get(rest));
                assertEquals(1, outcome.get(entry));
                assertThrows(IllegalArgumentException.class, () -> outcome.get(left));
                assertEquals(entity.version(), outcome.version());
            } else {
                assertEquals(Optional.of(5L), outcome.get(left));
            }
        }
        assertEquals(Map.of("alice", 5L, "bob", 10L), money.getAll(List.of("alice", "bob")));
        assertTrue(
                entity.multiOp()
                        .when(entity.ifVersion(entity.version()), money.ifField("bob"))
                        .then(money.op().size())
                        .executeAsync()
                        .join()
                        .guardsHeld());
    }

    @Test
    void whatCannotBeExecutedIsRejectedWithOneSentence() {
        EntityMap<String, String> map = entity.map("m", Codec.utf8(), Codec.utf8());
        map.put("name", "alice");
        RejectedException type =
                assertThrows(
                        RejectedException.class, () -> entity.list("m", Codec.utf8()).append("x"));
        assertEquals(
                "The append on entity \"alice\" of space \"inbox\" was not done:"
                        + " The object \"m\" is a map, not a list.",
                type.getMessage());
        assertEquals(NotDoneException.Reason.WRONG_TYPE, type.reason());
        assertTrue(
                List.of(type.getStackTrace()).toString().contains("EntityHandlesTest"),
                "the stack trace shows the caller");
        CompletionException number =
                assertThrows(CompletionException.class, () -> map.incrementAsync("name", 1).join());
        assertInstanceOf(
                Failure.NotANumber.class,
                assertInstanceOf(RejectedException.class, number.getCause()).failure());
        RejectedException second =
                assertThrows(
                        RejectedException.class,
                        () ->
                                entity.multiOp()
                                        .then(
                                                map.op().put("name", "bob"),
                                                map.op().increment("name", 1))
                                        .execute());
        assertEquals(MultiOpResult.Part.THEN, second.part());
        assertEquals(1, second.index());
        assertTrue(second.toString().contains("then-operation 2"), second.toString());
        assertEquals(Optional.of("alice"), map.get("name"), "nothing of it took effect");
    }

    @Test
    void limitsAreHeldBeforeAnythingIsSent() {
        int before = server.seen.size();
        EntityList<byte[]> list = entity.list("l", Codec.bytes());
        NotDoneException element =
                assertThrows(
                        NotDoneException.class,
                        () -> list.append(new byte[ModelLimits.ELEMENT_BYTES_MAX + 1]));
        assertEquals(NotDoneException.Reason.LIMIT_EXCEEDED, element.reason());
        assertTrue(element.toString().contains("ELEMENT_BYTES_MAX"), element.toString());
        EntityList<String> nameless = entity.list("", Codec.utf8());
        assertThrows(IllegalArgumentException.class, nameless::length);
        assertInstanceOf(
                IllegalArgumentException.class, nameless.lengthAsync().exceptionNow(), "no throw");
        assertEquals(before, server.seen.size());
    }

    @Test
    void largeResultsPassTheWire() {
        EntityList<byte[]> list = entity.list("l", Codec.bytes());
        for (int i = 0; i < 3; i++) {
            list.append(new byte[ModelLimits.ELEMENT_BYTES_MAX]);
        }
        Step<Optional<byte[]>> first = list.op().get(0);
        Step<Optional<byte[]>> third = list.op().get(2);
        MultiOpOutcome outcome = entity.multiOp().then(first, list.op().get(1), third).execute();
        assertEquals(ModelLimits.ELEMENT_BYTES_MAX, outcome.get(third).orElseThrow().length);
    }

    @Test
    void spacesOfTheWrongKindAreRefused() {
        store.createSpace("kv");
        NotDoneException entityOfKv =
                assertThrows(NotDoneException.class, () -> store.entity("kv", "a"));
        assertEquals(NotDoneException.Reason.WRONG_KIND, entityOfKv.reason());
        assertEquals(
                "The space 'kv' is of the kind key-value, not entity; open it with keyValue.",
                entityOfKv.getMessage());
        NotDoneException kvOfEntity =
                assertThrows(
                        NotDoneException.class,
                        () -> store.keyValue("inbox", Codec.utf8(), Codec.utf8()));
        assertEquals(NotDoneException.Reason.WRONG_KIND, kvOfEntity.reason());
    }

    /** What was made for one entity must never run on an object of the same name in another. */
    @Test
    void partsOfAnotherEntityAreRefusedNamingBoth() {
        store.createSpace("other", SpaceKind.ENTITY);
        EntityMap<String, Long> mine = entity.map("m", Codec.utf8(), Codec.longs());
        mine.put("gold", 5L);
        long version = entity.version();
        List<Entity> others = List.of(store.entity("inbox", "bob"), store.entity("other", "alice"));
        for (Entity other : others) {
            EntityMap<String, Long> theirs = other.map("m", Codec.utf8(), Codec.longs());
            Step<Long> step = theirs.op().increment("gold", 1);
            List<Executable> attempts =
                    List.of(
                            () -> entity.multiOp().when(theirs.ifField("gold")),
                            () -> entity.multiOp().when(other.ifVersion(0)),
                            () -> entity.multiOp().when(mine.ifField("gold"), theirs.ifExists()),
                            () -> entity.multiOp().then(step),
                            () -> entity.multiOp().then(mine.op().increment("gold", 1), step),
                            () -> entity.multiOp().otherwise(step),
                            () -> entity.multiOp().then(people(other).op().create()),
                            () -> entity.multiOp().then(people(other).query().op(Page.of(1))),
                            () -> entity.multiOp().when(people(other).ifRow("Ada")),
                            () -> entity.execute(step),
                            () -> entity.executeAsync(step));
            for (Executable attempt : attempts) {
                String sentence =
                        String.valueOf(
                                assertThrows(IllegalArgumentException.class, attempt).getMessage());
                String name = new String(other.id(), StandardCharsets.UTF_8);
                assertTrue(
                        sentence.contains(
                                "entity \"" + name + "\" of space \"" + other.space().name()),
                        sentence);
                assertTrue(sentence.contains("entity \"alice\" of space \"inbox\""), sentence);
            }
        }
        assertEquals(Optional.of(5L), mine.get("gold"));
        assertEquals(version, entity.version());
    }

    private static EntityTable<Row> people(Entity entity) {
        return entity.table(
                "people",
                TableSchema.builder().column("name", ColumnType.STRING).key("name").build());
    }

    @Test
    void partsOfAnotherStoreAreRefused() throws Exception {
        try (PaxosStore second = server.connect()) {
            Step<Long> step =
                    second.entity("inbox", "alice").value("n", Codec.longs()).op().increment(1);
            String sentence =
                    String.valueOf(
                            assertThrows(
                                            IllegalArgumentException.class,
                                            () -> entity.multiOp().then(step))
                                    .getMessage());
            assertTrue(sentence.contains("opened by another PaxosStore"), sentence);
        }
    }

    /** Handles of one entity are made again and again, with options of their own. */
    @Test
    void partsOfOtherHandlesOfTheSameEntityAreTaken() {
        Entity again =
                store.entity("inbox", "alice")
                        .with(CallOptions.DEFAULT.deadline(Duration.ofSeconds(5)));
        EntityValue<Long> value = again.value("n", Codec.longs());
        MultiOpOutcome outcome =
                entity.multiOp()
                        .when(value.ifAbsent(), again.ifVersion(0))
                        .then(value.op().increment(2))
                        .execute();
        assertTrue(outcome.guardsHeld());
        assertEquals(3, entity.execute(value.op().increment(1)));
    }
}
