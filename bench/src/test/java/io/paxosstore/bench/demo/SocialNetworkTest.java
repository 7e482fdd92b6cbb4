package io.paxosstore.bench.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.demo.InboxRecord.Letter;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.core.RandomSource;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The social network runs, and its checks notice what a broken store does. */
class SocialNetworkTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** No call is given up on a busy machine. */
    private static final ClientOptions PATIENT = ClientOptions.builder().deadline(LIMIT).build();

    private final InboxRecord inbox = new InboxRecord("user-0009");
    private final TimelineRecord timeline = new TimelineRecord("user-0009");

    @Test
    void aWholeRunInOneProcess() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1);
                PaxosStore store = PaxosStore.connect(cluster.connectString(), PATIENT)) {
            SocialNetwork network = new SocialNetwork(store, 20, 7);
            network.start();
            network.stats().awaitAnswers(1_000, LIMIT);
            network.stop(LIMIT);
            SocialSummary summary = network.check();
            assertTrue(summary.isGood(), summary.toString());
            assertTrue(summary.sent() > 0 && summary.posts() > 0, summary.toString());
            assertEquals(summary.sent(), summary.delivered());
            assertTrue(summary.lookups() > 0 && summary.calls() > 0, summary.toString());
            assertTrue(summary.toString().contains("rows and index as told: yes"));

            // A post that lost its place in the index is noticed.
            store.entity("moments", SocialGraph.name(3))
                    .value("post:zzz", Codec.utf8())
                    .put("astray");
            SocialSummary damaged = network.check();
            assertEquals(1, damaged.timelineProblems().size(), damaged.toString());
            assertTrue(damaged.toString().contains("index and posts fit: NO, 1 times"));

            // So is a call that nobody noted, and a contact who has gone.
            EntityTable<Contact> contacts =
                    store.entity("people", SocialGraph.name(3)).table("contacts", Contact.class);
            List<Contact> rows = contacts.query().limit(2).list();
            assertEquals(
                    1, contacts.update().add("calls", 1).key(rows.getFirst().user()).execute());
            assertTrue(contacts.remove(rows.getLast().user()));
            SocialSummary torn = network.check();
            assertEquals(3, torn.contactProblems().size(), torn.toString());
            assertFalse(torn.isGood());
        }
    }

    @Test
    void fewHaveManyFriendsAndAllHaveSome() {
        SocialGraph graph = SocialGraph.grow(200, new RandomSource(1));
        assertEquals(200, graph.users());
        assertTrue(graph.mostFriends() >= 20, "the best known has " + graph.mostFriends());
        int few = 0;
        for (int user = 0; user < 200; user++) {
            List<Integer> friends = graph.friends(user);
            assertTrue(!friends.isEmpty() && !friends.contains(user));
            for (int friend : friends) {
                assertTrue(graph.friends(friend).contains(user));
            }
            few += friends.size() <= 6 ? 1 : 0;
        }
        assertTrue(few > 100, few + " have few friends");
        SocialGraph again = SocialGraph.grow(200, new RandomSource(1));
        assertEquals(graph.friends(17), again.friends(17));
    }

    private void arrive(long sequence, Letter letter) {
        inbox.acknowledged(letter, sequence);
        inbox.delivered(sequence, letter);
    }

    private void expectOne(String part) {
        List<String> problems = inbox.problems();
        assertEquals(1, problems.size(), problems.toString());
        assertTrue(problems.getFirst().contains(part), problems.toString());
    }

    @Test
    void soundInboxesAreSound() {
        arrive(1, new Letter(1, 1));
        arrive(2, new Letter(2, 1));
        inbox.unknown(new Letter(1, 2));
        inbox.unknown(new Letter(1, 3));
        arrive(3, new Letter(1, 4));
        inbox.delivered(4, new Letter(1, 2));
        inbox.acknowledged(new Letter(1, 5), null);
        inbox.delivered(5, new Letter(1, 5));
        assertEquals(List.of(), inbox.problems());
        assertEquals(new Letter(3, 17), Letter.of(new Letter(3, 17).text()));
    }

    @Test
    void aLostMessageIsNoticed() {
        arrive(1, new Letter(1, 1));
        inbox.acknowledged(new Letter(1, 2), 2L);
        expectOne("was acknowledged and never delivered");
    }

    @Test
    void aDoubledMessageIsNoticed() {
        inbox.acknowledged(new Letter(1, 1), null);
        inbox.unknown(new Letter(2, 1));
        inbox.delivered(1, new Letter(2, 1));
        inbox.delivered(2, new Letter(2, 1));
        inbox.delivered(3, new Letter(1, 1));
        expectOne("was delivered twice");
    }

    @Test
    void wrongOrderIsNoticed() {
        arrive(1, new Letter(1, 2));
        arrive(2, new Letter(1, 1));
        expectOne("was delivered after letter 2");
    }

    @Test
    void aMessageNobodySentIsNoticed() {
        inbox.delivered(1, new Letter(1, 1));
        expectOne("nobody sent it");
    }

    @Test
    void timelinesAreChecked() {
        timeline.posted("1", "one", null);
        timeline.posted("2", "two", "1");
        timeline.unknown("3", null);
        assertEquals("2", timeline.oldest());
        Map<String, String> two = Map.of("2", "two");
        assertEquals(List.of(), timeline.problems(Set.of("2"), two, Set.of("2")));
        assertEquals(
                List.of(),
                timeline.problems(Set.of("2", "3"), Map.of("2", "two", "3", "x"), Set.of()));
        assertEquals(1, timeline.problems(Set.of("2", "3"), two, Set.of()).size());
        assertEquals(1, timeline.problems(Set.of("2"), two, Set.of("1")).size());
        assertEquals(1, timeline.problems(Set.of("2"), Map.of("2", "tw"), Set.of()).size());
        assertEquals(2, timeline.problems(Set.of("2"), Map.of(), Set.of()).size());
        assertEquals(1, timeline.problems(Set.of(), Map.of(), Set.of()).size());
        assertEquals(
                1,
                timeline.problems(Set.of("1", "2"), Map.of("1", "one", "2", "two"), Set.of())
                        .size());
    }
}
