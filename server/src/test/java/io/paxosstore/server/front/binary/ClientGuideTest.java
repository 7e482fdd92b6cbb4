package io.paxosstore.server.front.binary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityList;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.EntitySet;
import io.paxosstore.client.EntitySortedSet;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.EntityValue;
import io.paxosstore.client.MemberRank;
import io.paxosstore.client.MultiOpOutcome;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.QueueSlice;
import io.paxosstore.client.ScoredMember;
import io.paxosstore.client.Slice;
import io.paxosstore.client.Step;
import io.paxosstore.client.Watch;
import io.paxosstore.client.WatchEvent;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SortedSetRange;
import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The examples of docs/client.md, as they stand there, do what it says beside them. */
@Timeout(60)
final class ClientGuideTest {
    private EntityServer server;
    private PaxosStore store;
    private Entity alice;

    @BeforeEach
    void open() throws Exception {
        server = new EntityServer();
        store = server.connect();
        store.createSpaceIfAbsent("inbox", SpaceKind.ENTITY);
        EntitySpace<String> inboxes = store.entitySpace("inbox", Codec.utf8());
        alice = inboxes.entity("alice");
    }

    @AfterEach
    void close() throws Exception {
        store.close();
        server.close();
    }

    @Test
    void lists() {
        EntityList<String> recent = alice.list("recent", Codec.utf8());
        assertEquals(1, recent.append("a"));
        recent.appendAll(List.of("b", "c"));
        assertEquals(List.of("a", "b"), recent.range(0, -1, Page.of(2)).elements());
        assertEquals(List.of("a", "b", "c"), recent.range(0, -1).stream().toList());
        assertEquals(Optional.of("c"), recent.get(-1));
        recent.trim(-2, -1);
        assertEquals(Optional.of("b"), recent.popFirst());
    }

    @Test
    void queues() {
        EntityQueue<String> mail = alice.queue("mail", Codec.utf8());
        long sequence = mail.enqueue("hello");
        QueueSlice<String> slice = mail.read(sequence, Page.of(100));
        assertEquals("hello", slice.messages().get(0).element());
        assertEquals(2, slice.next());
        List<String> read = new ArrayList<>();
        mail.read(sequence).forEach(message -> read.add(message.element()));
        assertEquals(List.of("hello"), read);
        long second = mail.enqueue("never used again");
        assertEquals(
                second, mail.awaitNext(slice.next(), Page.of(100)).messages().get(0).sequence());
        assertEquals(1, mail.acknowledge(sequence));
        assertTrue(mail.retain(1_000, Duration.ofDays(30)));
        assertEquals(1, mail.length());
    }

    @Test
    void sets() {
        EntitySet<String> friends = alice.set("friends", Codec.utf8());
        assertEquals(2, friends.addAll(List.of("bob", "carol")));
        assertTrue(friends.contains("bob"));
        List<String> seen = new ArrayList<>();
        for (String friend : friends.scan()) {
            seen.add(friend);
        }
        assertEquals(List.of("bob", "carol"), seen);
        Slice<String> page = friends.scan(Page.of(1));
        assertEquals(List.of("bob"), page.elements());
        assertEquals(List.of("carol"), friends.scan(page.next().get(), Page.of(100)).elements());
    }

    @Test
    void sortedSets() {
        EntitySortedSet<String> scores = alice.sortedSet("scores", Codec.utf8());
        scores.addAll(Map.of("bob", 3.0, "carol", 5.0, "dave", 3.0));
        assertEquals(4.5, scores.increment("bob", 1.5));
        assertFalse(scores.add("carol", 4, ScoreConditions.GREATER));
        assertEquals(Optional.of(new MemberRank(1, 4.5)), scores.rank("bob"));
        assertEquals(
                List.of(new ScoredMember<>("dave", 3), new ScoredMember<>("bob", 4.5)),
                scores.range(0, 1, Page.of(10)).elements());
        assertEquals(
                List.of(new ScoredMember<>("carol", 5)),
                scores.scan(SortedSetRange.ALL, true).stream().limit(1).toList());
        assertEquals(2, scores.rangeByScore(4, 1.0 / 0).stream().count());
        assertEquals(Optional.of(new ScoredMember<>("dave", 3)), scores.popFirst());
    }

    @Test
    void maps() {
        EntityMap<String, Long> unread = alice.map("unread", Codec.utf8(), Codec.longs());
        assertEquals(1, unread.increment("bob", 1));
        assertTrue(unread.compareAndSet("bob", 1L, 0L));
        assertEquals(Map.of("bob", 0L), unread.getAll(List.of("bob", "carol")));
        assertEquals(List.of(Map.entry("bob", 0L)), unread.scan("a", "c", Page.of(100)).elements());
        assertEquals(0, unread.scan().stream().mapToLong(Map.Entry::getValue).sum());
    }

    @Test
    void values() {
        EntityValue<String> profile = alice.value("profile", Codec.utf8());
        long version = profile.put("hi");
        assertTrue(profile.compareVersionAndSet(version, "hello").isApplied());
    }

    @Test
    void watches() {
        EntityQueue<String> mail = alice.queue("mail", Codec.utf8());
        try (Watch watch = alice.watch();
                Watch mailOnly = mail.watch(1)) {
            assertEquals(Optional.empty(), watch.next(Duration.ZERO));
            alice.set("friends", Codec.utf8()).add("bob");
            WatchEvent.Changed first = changed(watch);
            assertEquals("friends", first.objects().get(0).name());
            assertEquals(alice.version(), first.version());
            assertEquals(1, mail.enqueue("hello"));
            WatchEvent.Changed second = changed(watch);
            assertTrue(second.mayTouch("mail"));
            assertTrue(watch.nextVersion() > second.version());
            assertEquals(second, changed(mailOnly), "the other object was left out");
        }
    }

    private static WatchEvent.Changed changed(Watch watch) {
        return (WatchEvent.Changed) watch.next(Duration.ofSeconds(20)).orElseThrow();
    }

    @Test
    void multiOps() {
        EntityQueue<String> mail = alice.queue("mail", Codec.utf8());
        EntityMap<String, Long> money = alice.map("money", Codec.utf8(), Codec.longs());
        Step<Long> rest = money.op().increment("current", -10);
        for (long before : new long[] {5, 15}) {
            money.put("current", before);
            MultiOpOutcome outcome =
                    alice.multiOp()
                            .when(
                                    money.ifAtLeast("current", 10),
                                    mail.ifLength(Comparison.LESS, 1_000))
                            .then(
                                    rest,
                                    money.op().increment("savings", 10),
                                    mail.op().enqueue("saved 10"))
                            .otherwise(mail.op().enqueue("not enough to save"))
                            .execute();
            assertEquals(before >= 10, outcome.guardsHeld());
            if (outcome.guardsHeld()) {
                assertEquals(5, outcome.get(rest));
            } else {
                assertFalse(outcome.wasExecuted(rest));
            }
        }
        assertEquals("not enough to save", mail.read(1, Page.of(1)).messages().get(0).element());
    }
}
