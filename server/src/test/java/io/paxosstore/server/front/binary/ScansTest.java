package io.paxosstore.server.front.binary;

import static io.paxosstore.client.table.Col.column;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.Codec;
import io.paxosstore.client.EntityList;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.EntitySet;
import io.paxosstore.client.EntitySortedSet;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.Message;
import io.paxosstore.client.RejectedException;
import io.paxosstore.client.RowQuery;
import io.paxosstore.client.Scan;
import io.paxosstore.client.ScoredMember;
import io.paxosstore.client.table.Key;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SortedSetRange;
import io.paxosstore.protocol.wire.Request;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Scans of every model, over the wire, with the real evaluation behind. */
@Timeout(60)
final class ScansTest extends EntityFixture {
    private static final Page TWO = Page.of(2);

    private record City(@Key String name, int size) {}

    ScansTest() {
        super("inbox", "alice");
    }

    private EntitySet<String> set(String... members) {
        EntitySet<String> set = entity.set("s", Codec.utf8());
        set.addAll(List.of(members));
        return set;
    }

    /** How many reads have come since it was asked last. */
    private long reads() {
        List<Request> seen = new ArrayList<>();
        server.seen.drainTo(seen);
        return seen.stream().filter(Request.EntityRead.class::isInstance).count();
    }

    private static <T> List<T> all(Scan<T> scan) {
        List<T> elements = scan.stream().toList();
        assertEquals(elements, scan.inPagesOf(TWO).stream().toList());
        assertEquals(elements, scan.inPagesOf(Page.of(1)).stream().toList());
        return elements;
    }

    private static List<String> members(List<ScoredMember<String>> members) {
        return members.stream().map(ScoredMember::member).toList();
    }

    @Test
    void everyModelIsScannedToItsEnd() {
        EntitySet<String> set = set("a", "b", "c", "d", "e");
        assertEquals(List.of("a", "b", "c", "d", "e"), all(set.scan()));
        assertEquals(List.of("b", "c", "d"), all(set.scan("aa", "e")));
        assertEquals(List.of("d", "e"), all(set.scan("d", null)));

        EntitySortedSet<String> scores = entity.sortedSet("z", Codec.utf8());
        scores.addAll(Map.of("a", 3.0, "b", 2.0, "c", 2.0, "d", 1.0));
        assertEquals(List.of("d", "b", "c", "a"), members(all(scores.range(0, -1))));
        assertEquals(List.of("b", "c"), members(all(scores.range(1, -2))));
        assertEquals(List.of("b", "c", "a"), members(all(scores.rangeByScore(1.5, 3))));
        assertEquals(List.of("b", "c", "d"), members(all(scores.rangeByMember("aa", null))));
        SortedSetRange last = new SortedSetRange.ByRank(0, 2);
        assertEquals(List.of("a", "c", "b"), members(all(scores.scan(last, true))));

        EntityMap<String, Long> map = entity.map("m", Codec.utf8(), Codec.longs());
        map.putAll(Map.of("a", 1L, "b", 2L, "c", 3L));
        assertEquals(
                List.of(Map.entry("a", 1L), Map.entry("b", 2L), Map.entry("c", 3L)),
                all(map.scan()));
        assertEquals(List.of(Map.entry("b", 2L)), all(map.scan("b", "c")));

        EntityList<String> list = entity.list("l", Codec.utf8());
        list.appendAll(List.of("x", "y", "z", "x"));
        assertEquals(List.of("x", "y", "z", "x"), all(list.range(0, -1)));
        assertEquals(List.of("y", "z"), all(list.range(-3, 2)));

        EntityQueue<String> queue = entity.queue("q", Codec.utf8());
        queue.enqueueAll(List.of("m", "n", "o"));
        queue.acknowledge(1);
        assertEquals(List.of("n", "o"), all(queue.read(0)).stream().map(Message::element).toList());
        assertEquals(List.of(), all(queue.read(4)));

        assertEquals(
                List.of("l", "m", "q", "s", "z"),
                all(entity.objects()).stream().map(Result.Name::name).toList());
    }

    @Test
    void queriesAreScannedInEveryOrder() {
        EntityTable<City> cities = entity.table("cities", City.class);
        cities.createIfAbsent();
        List<City> rows = IntStream.range(0, 9).mapToObj(i -> new City("c" + i, i % 3)).toList();
        cities.insertAll(rows);
        RowQuery<City> query = cities.query();
        assertEquals(rows, all(query.scan()));
        assertEquals(rows.subList(0, 4), all(query.limit(4).scan()), "of all pages together");
        assertEquals(
                List.of("c8", "c7", "c6"),
                all(query.descending("name").limit(3).select("name").scan()).stream()
                        .map(row -> row.getString("name"))
                        .toList());
        assertEquals(
                List.of("c0", "c3", "c6", "c1"),
                all(query.orderBy("size").limit(4).scan()).stream().map(City::name).toList());
        assertEquals(List.of(), all(query.where(column("size").atLeast(9)).scan()));
    }

    @Test
    void whatIsAbsentIsEmpty() {
        assertFalse(entity.set("s", Codec.utf8()).scan().iterator().hasNext());
        assertFalse(entity.map("m", Codec.utf8(), Codec.utf8()).scan().iterator().hasNext());
        assertFalse(entity.list("l", Codec.utf8()).range(0, -1).iterator().hasNext());
        assertFalse(entity.queue("q", Codec.utf8()).read(1).iterator().hasNext());
        assertFalse(entity.objects().iterator().hasNext());
    }

    @Test
    void aPageIsOneReadAndNoneIsReadAhead() {
        EntitySet<String> set = set("a", "b", "c", "d", "e");
        assertEquals(0, reads());
        Scan<String> scan = set.scan().inPagesOf(TWO);
        Iterator<String> members = scan.iterator();
        assertEquals(0, reads(), "nothing is wanted yet");
        assertEquals("a", members.next());
        assertEquals("b", members.next());
        assertEquals(1, reads());
        assertEquals("c", members.next());
        assertEquals(1, reads());
        assertEquals(List.of("a", "b", "c"), scan.stream().limit(3).toList());
        assertEquals(2, reads());
    }

    /** What stays comes once, in order, whatever else changes between the pages. */
    @Test
    void aScanOfASetGoesOnWhereItWas() {
        EntitySet<String> set = set("b", "d", "f", "h", "j");
        Iterator<String> members = set.scan().inPagesOf(TWO).iterator();
        List<String> seen = new ArrayList<>();
        seen.add(members.next());
        seen.add(members.next());
        set.addAll(List.of("a", "e", "g"));
        set.removeAll(List.of("f", "d"));
        members.forEachRemaining(seen::add);
        assertEquals(
                List.of("b", "d", "g", "h", "j"),
                seen,
                "a and e came before the place it had come to");
        for (String member : set.scan().inPagesOf(TWO)) {
            assertTrue(set.remove(member));
        }
        assertEquals(0, set.size());
    }

    @Test
    void aScanOfAQueueEndsWhereNothingMoreIs() {
        EntityQueue<String> queue = entity.queue("q", Codec.utf8());
        queue.enqueueAll(List.of("1", "2", "3", "4", "5"));
        Iterator<Message<String>> messages = queue.read(1).inPagesOf(TWO).iterator();
        assertEquals(1, messages.next().sequence());
        assertEquals(2, messages.next().sequence());
        queue.acknowledge(3);
        queue.enqueue("6");
        List<Long> rest = new ArrayList<>();
        messages.forEachRemaining(message -> rest.add(message.sequence()));
        assertEquals(List.of(4L, 5L, 6L), rest);
        queue.enqueue("7");
        assertFalse(messages.hasNext(), "it has ended");
        assertEquals("7", queue.read(7).iterator().next().element());
    }

    /** Lists go by index, as is said: what moves the indexes moves the scan. */
    @Test
    void aScanOfAListGoesByIndex() {
        EntityList<String> list = entity.list("l", Codec.utf8());
        list.appendAll(List.of("a", "b", "c", "d"));
        Iterator<String> elements = list.range(0, -1).inPagesOf(TWO).iterator();
        assertEquals("a", elements.next());
        assertEquals("b", elements.next());
        list.append("e");
        list.prepend("z");
        List<String> rest = new ArrayList<>();
        elements.forEachRemaining(rest::add);
        assertEquals(List.of("b", "c", "d", "e"), rest);
    }

    @Test
    void aPageThatFailedIsReadAgain() {
        EntitySet<String> set = set("a", "b", "c");
        Iterator<String> members = set.scan().inPagesOf(TWO).iterator();
        assertEquals("a", members.next());
        assertEquals("b", members.next());
        set.delete();
        entity.list("s", Codec.utf8()).append("not a set");
        assertThrows(RejectedException.class, members::hasNext);
        assertThrows(RejectedException.class, members::next);
        set.delete();
        set.addAll(List.of("a", "c", "d"));
        assertEquals("c", members.next());
        assertEquals("d", members.next());
        assertFalse(members.hasNext());
    }
}
