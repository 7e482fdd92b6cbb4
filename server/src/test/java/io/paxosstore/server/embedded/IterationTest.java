package io.paxosstore.server.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityList;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.EntitySet;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.Message;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.PaxosStoreException;
import io.paxosstore.client.model.ModelLimits;
import io.paxosstore.client.model.Result;
import io.paxosstore.client.model.SpaceKind;
import io.paxosstore.client.table.Key;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Iterators and streams over what objects hold: more than one page of it. */
final class IterationTest {
    /** The bytes of a page are spent long before its number of elements. */
    private static final String LONG = "x".repeat(2_000);

    private static final int COUNT = 2 * ModelLimits.PAGE_BYTES_MAX / LONG.length();
    private static final int AT_ONCE = 200;

    private static EmbeddedCluster cluster;
    private static PaxosStore store;

    record Note(@Key long number, String text) {}

    @BeforeAll
    static void start() throws Exception {
        cluster = EmbeddedCluster.start(1);
        store = PaxosStore.connect(cluster.connectString());
        store.createSpaceIfAbsent("things", SpaceKind.ENTITY);
    }

    @AfterAll
    static void stop() {
        store.close();
        cluster.close();
    }

    private static String name(int number) {
        return "%05d-%s".formatted(number, LONG);
    }

    private static List<String> names() {
        return IntStream.range(0, COUNT).mapToObj(IterationTest::name).toList();
    }

    private static List<List<String>> parts() {
        List<String> all = names();
        return IntStream.iterate(0, from -> from < COUNT, from -> from + AT_ONCE)
                .mapToObj(from -> all.subList(from, Math.min(COUNT, from + AT_ONCE)))
                .toList();
    }

    @Test
    void members() {
        EntitySet<String> set = store.entity("things", "a").set("set", Codec.utf8());
        assertFalse(set.iterator().hasNext());
        parts().forEach(set::addAll);
        assertEquals(names(), set.stream().toList());
        List<String> seen = new ArrayList<>();
        for (String member : set) {
            seen.add(member);
        }
        assertEquals(names(), seen);
    }

    /** What is there all the time is given once, whatever comes and goes. */
    @Test
    void membersThatComeAndGo() {
        EntitySet<String> set = store.entity("things", "b").set("set", Codec.utf8());
        parts().forEach(set::addAll);
        Iterator<String> all = set.iterator();
        List<String> seen = new ArrayList<>();
        seen.add(all.next());
        set.remove(name(0));
        set.remove(name(COUNT - 1));
        set.add(name(COUNT));
        all.forEachRemaining(seen::add);
        List<String> wanted = new ArrayList<>(names().subList(0, COUNT - 1));
        wanted.add(name(COUNT));
        assertEquals(wanted, seen);
        assertThrows(NoSuchElementException.class, all::next);
    }

    @Test
    void fields() {
        EntityMap<String, String> map =
                store.entity("things", "c").map("map", Codec.utf8(), Codec.utf8());
        for (int number = 0; number < COUNT; number += COUNT / 100) {
            map.put(name(number), LONG);
        }
        List<String> keys = new ArrayList<>();
        for (Map.Entry<String, String> field : map) {
            keys.add(field.getKey());
            assertEquals(LONG, field.getValue());
        }
        assertEquals(
                IntStream.iterate(0, number -> number < COUNT, number -> number + COUNT / 100)
                        .mapToObj(IterationTest::name)
                        .toList(),
                keys);
        assertEquals(keys, map.stream().map(Map.Entry::getKey).toList());
    }

    @Test
    void elementsOfAList() {
        EntityList<String> list = store.entity("things", "d").list("list", Codec.utf8());
        assertEquals(List.of(), list.stream().toList());
        parts().forEach(list::appendAll);
        assertEquals(names(), list.stream().toList());
    }

    @Test
    void messagesOfAQueue() {
        EntityQueue<String> queue = store.entity("things", "e").queue("queue", Codec.utf8());
        parts().forEach(queue::enqueueAll);
        queue.acknowledge(3);
        assertEquals(
                LongStream.rangeClosed(4, COUNT).boxed().toList(),
                queue.stream().map(Message::sequence).toList());
        assertEquals(name(3), queue.iterator().next().element());
    }

    @Test
    void rowsAndObjects() {
        Entity entity = store.entity("things", "f");
        EntityTable<Note> table = entity.table("notes", Note.class);
        table.createIfAbsent();
        List<Note> notes =
                LongStream.range(0, COUNT).mapToObj(number -> new Note(number, LONG)).toList();
        for (int from = 0; from < COUNT; from += AT_ONCE) {
            table.upsertAll(notes.subList(from, Math.min(COUNT, from + AT_ONCE)));
        }
        assertEquals(notes, table.query().stream().toList());
        assertEquals(notes.subList(0, 7), table.query().limit(7).stream().toList());
        entity.set("set", Codec.utf8()).add("member");
        assertEquals(List.of("notes", "set"), entity.objects().map(Result.Name::name).toList());
    }

    @Test
    void aPageThatCannotBeReadThrows() {
        Iterator<String> gone = store.entity("things", "g").set("set", Codec.utf8()).iterator();
        store.entity("things", "g").list("set", Codec.utf8()).append("not a set");
        assertThrows(PaxosStoreException.class, gone::hasNext);
        assertTrue(store.entity("things", "g").objects().findFirst().isPresent());
    }
}
