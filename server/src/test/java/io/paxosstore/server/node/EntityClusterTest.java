package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityList;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.EntitySet;
import io.paxosstore.client.EntityValue;
import io.paxosstore.client.Message;
import io.paxosstore.client.MultiOpOutcome;
import io.paxosstore.client.OutcomeUnknownException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.QueueSlice;
import io.paxosstore.client.Step;
import io.paxosstore.client.Watch;
import io.paxosstore.client.WatchEvent;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** Entities end to end: the typed client, three real nodes on real files. */
class EntityClusterTest {
    private static Entity alice(PaxosStore store) {
        store.createSpaceIfAbsent("inbox", SpaceKind.ENTITY);
        return store.entity("inbox", "alice");
    }

    @Test
    void everyModelAnswersAndSurvivesTheLossOfAReplica() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = RejoinTest.connect(cluster)) {
            Entity alice = alice(store);
            EntityList<String> recent = alice.list("recent", Codec.utf8());
            EntityQueue<String> mail = alice.queue("mail", Codec.utf8());
            EntitySet<String> friends = alice.set("friends", Codec.utf8());
            EntityMap<String, Long> money = alice.map("money", Codec.utf8(), Codec.longs());
            EntityValue<String> profile = alice.value("profile", Codec.utf8());
            for (int i = 0; i < 20; i++) {
                recent.append("r" + i);
                assertEquals(i + 1, mail.enqueue("m" + i));
            }
            assertEquals(2, friends.addAll(List.of("bob", "carol")));
            assertEquals(100, money.increment("current", 100));
            profile.put("hi");
            cluster.node(1).kill();
            assertEquals(List.of("r18", "r19"), recent.range(-2, -1, Page.of(10)).elements());
            assertEquals(21, mail.enqueue("m20"));
            assertTrue(friends.contains("bob"));
            assertFalse(friends.contains("dave"));
            Step<Long> rest = money.op().increment("current", -10);
            MultiOpOutcome outcome =
                    alice.multiOp()
                            .when(money.ifAtLeast("current", 10))
                            .then(rest, money.op().increment("savings", 10))
                            .execute();
            assertTrue(outcome.guardsHeld());
            assertEquals(90, outcome.get(rest));
            assertEquals(Optional.of("hi"), profile.get());
            cluster.node(1).start();
            cluster.node(2).kill();
            assertEquals(Optional.of(90L), money.get("current"));
            assertEquals(Optional.of(10L), money.get("savings"));
            QueueSlice<String> all = mail.read(1, Page.of(100));
            assertEquals(21, all.messages().size());
            assertEquals(22, all.next());
        }
    }

    /** A scan keeps nothing open at a node: the next page comes from any other. */
    @Test
    void aScanGoesOnWhenANodeIsLostBetweenPages() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = RejoinTest.connect(cluster)) {
            EntitySet<Long> set = alice(store).set("numbers", Codec.longs());
            List<Long> members = LongStream.range(1_000, 1_300).boxed().toList();
            set.addAll(members);
            for (int node = 1; node <= 3; node++) {
                Iterator<Long> scan = set.scan().inPagesOf(Page.of(100)).iterator();
                List<Long> seen = new ArrayList<>();
                for (int i = 0; i < 150; i++) {
                    seen.add(scan.next());
                }
                cluster.node(node).kill();
                scan.forEachRemaining(seen::add);
                assertEquals(members, seen);
                cluster.node(node).start();
            }
        }
    }

    @Test
    void dataSurvivesTheStopOfAllNodes() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = RejoinTest.connect(cluster)) {
            EntityMap<String, Long> counts =
                    alice(store).map("counts", Codec.utf8(), Codec.longs());
            for (int i = 0; i < 50; i++) {
                counts.increment("c" + i % 5, 1);
            }
            for (int node = 1; node <= 3; node++) {
                cluster.node(node).kill();
            }
            for (int node = 1; node <= 3; node++) {
                cluster.node(node).start();
            }
            for (int i = 0; i < 5; i++) {
                assertEquals(Optional.of(10L), counts.get("c" + i));
            }
        }
    }

    /** What a replica missed is dropped elsewhere, so it gets the image. */
    @Test
    void aReplicaThatMissedWhatIsDroppedGetsTheImage() throws Exception {
        try (EmbeddedCluster cluster =
                        EmbeddedCluster.builder(3)
                                .set("entities.flush-after", "10ms")
                                .set("entities.journal-file-bytes", "8MiB")
                                .start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            EntityMap<String, String> map = alice(store).map("map", Codec.utf8(), Codec.utf8());
            cluster.node(3).stop();
            String filling = "x".repeat(20_000);
            for (int i = 0; i < 1500; i++) {
                map.put("f" + i % 10, filling + i);
            }
            cluster.node(3).start();
            cluster.awaitReady();
            cluster.node(1).stop();
            for (int i = 1490; i < 1500; i++) {
                assertEquals(Optional.of(filling + i), map.get("f" + i % 10));
            }
            map.put("f0", "last");
            assertEquals(Optional.of("last"), map.get("f0"));
            assertTrue(imagesTakenOver(cluster.node(3)) > 0, "an image was the only way");
        }
    }

    /** Rule C1: of an old queue only what is new. */
    @Test
    void aReplicaThatMissedTheEndOfAQueueGetsWhatWasAppended() throws Exception {
        try (EmbeddedCluster cluster =
                        EmbeddedCluster.builder(3)
                                .set("entities.flush-after", "10ms")
                                .set("entities.journal-file-bytes", "8MiB")
                                .start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            EntityQueue<String> mail = alice(store).queue("mail", Codec.utf8());
            EntityMap<String, String> filler =
                    store.entity("inbox", "bob").map("map", Codec.utf8(), Codec.utf8());
            for (int i = 0; i < 500; i++) {
                mail.enqueue("old " + i);
            }
            cluster.node(3).stop();
            for (int i = 0; i < 10; i++) {
                mail.enqueue("new " + i);
            }
            String filling = "x".repeat(100_000);
            for (int i = 0; i < 300; i++) {
                filler.put("f" + i % 10, filling + i); // so that the journal drops its oldest file
            }
            cluster.node(3).start();
            cluster.awaitReady();
            cluster.node(1).stop();
            assertEquals(511, mail.enqueue("last"));
            List<Message<String>> all = mail.read(1, Page.of(1000)).messages();
            assertEquals(511, all.size());
            assertEquals("old 0", all.get(0).element());
            assertEquals("new 9", all.get(509).element());
            assertTrue(
                    count(cluster.node(3), "paxosstore_recovery_appended_total") > 0,
                    "what was appended was enough");
        }
    }

    private static double imagesTakenOver(EmbeddedNode node) {
        return count(node, "paxosstore_recovery_images_total");
    }

    static double count(EmbeddedNode node, String metric) {
        return node.metrics()
                .lines()
                .filter(line -> line.startsWith(metric + "{") || line.startsWith(metric + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
                .sum();
    }

    /** Nobody writes the map any more, so the nodes have to; one of them does. */
    @Test
    void expiredFieldsLeaveTheMapThroughTheLog() throws Exception {
        try (EmbeddedCluster cluster =
                        EmbeddedCluster.builder(3)
                                .set("entities.purge-every", "20ms")
                                .set("entities.purge-margin", "1s")
                                .start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            Entity alice = alice(store);
            EntityMap<String, String> lasting = alice.map("map", Codec.utf8(), Codec.utf8());
            EntityMap<String, String> fleeting =
                    alice.with(CallOptions.DEFAULT.ttl(Duration.ofMillis(10)))
                            .map("map", Codec.utf8(), Codec.utf8());
            lasting.put("stays", "1");
            fleeting.put("goes", "2");
            fleeting.put("goes too", "3");
            long written = alice.version();
            try (Watch watch = alice.watch(written + 1)) {
                WatchEvent removed = watch.next(Duration.ofSeconds(60)).orElseThrow();
                WatchEvent.Changed changed = assertInstanceOf(WatchEvent.Changed.class, removed);
                assertEquals("map", changed.objects().get(0).name());
            }
            assertEquals(1, lasting.size());
            assertEquals(Optional.of("1"), lasting.get("stays"));
        }
    }

    /**
     * What has expired goes when an entry was made since: if need be a node makes one, and one
     * only.
     */
    @Test
    void anExpiredObjectGetsAnEntryThatEndsIt() throws Exception {
        try (EmbeddedCluster cluster =
                        EmbeddedCluster.builder(3)
                                .set("entities.purge-every", "10ms")
                                .set("entities.purge-margin", "1s")
                                .start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            Entity alice = alice(store).with(CallOptions.DEFAULT.ttl(Duration.ofMillis(1)));
            for (int round = 1; round <= 3; round++) {
                alice.value("note", Codec.utf8()).put("gone soon");
                int entries = round * 2 * 3;
                RejoinTest.await(
                        "an entry for what has expired", () -> applied(cluster) >= entries);
            }
            assertTrue(applied(cluster) < 40, "entries without end: " + applied(cluster));
        }
    }

    /** The reader who is told that it is gone has had an entry chosen that says so to everybody. */
    @Test
    void whatIsReadToHaveExpiredIsGoneByAnEntry() throws Exception {
        try (EmbeddedCluster cluster =
                        EmbeddedCluster.builder(3).set("entities.purge-margin", "1h").start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            Entity alice = alice(store).with(CallOptions.DEFAULT.ttl(Duration.ofMillis(1)));
            EntityValue<String> note = alice.value("note", Codec.utf8());
            note.put("gone soon");
            RejoinTest.await("the end of the value", () -> note.get().isEmpty());
            RejoinTest.await("an entry at each node", () -> applied(cluster) == 2 * 3);
            assertTrue(note.get().isEmpty());
            assertEquals(2 * 3, applied(cluster), "one is enough");
        }
    }

    private static double applied(EmbeddedCluster cluster) {
        double entries = 0;
        for (int node = 1; node <= 3; node++) {
            entries += count(cluster.node(node), "paxosstore_entities_applied_entries_total");
        }
        return entries;
    }

    @Test
    void transfersConserveTheSumAndQueuesDeliverOnceInOrder() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = RejoinTest.connect(cluster);
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            Entity alice = alice(store);
            EntityMap<String, Long> left = alice.map("left", Codec.utf8(), Codec.longs());
            EntityMap<String, Long> right = alice.map("right", Codec.utf8(), Codec.longs());
            EntityQueue<String> log = alice.queue("log", Codec.utf8());
            left.increment("gold", 1000);
            List<Future<Set<String>>> workers = new ArrayList<>();
            for (int worker = 0; worker < 4; worker++) {
                String name = "w" + worker;
                workers.add(threads.submit(() -> transfer(alice, left, right, log, name)));
            }
            for (int round = 0; round < 6; round++) {
                EmbeddedNode victim = cluster.node(1 + round % 3);
                victim.kill();
                victim.start();
                cluster.awaitReady();
            }
            Set<String> acknowledged = new TreeSet<>();
            for (Future<Set<String>> worker : workers) {
                acknowledged.addAll(worker.get(60, TimeUnit.SECONDS));
            }
            long sum = left.get("gold").orElse(0L) + right.get("gold").orElse(0L);
            assertEquals(1000, sum);
            List<String> delivered = new ArrayList<>();
            QueueSlice<String> slice = log.read(1, Page.of(50));
            long expected = 1;
            while (!slice.messages().isEmpty()) {
                for (Message<String> message : slice.messages()) {
                    assertEquals(expected++, message.sequence());
                    delivered.add(message.element());
                }
                slice = log.read(slice.next(), Page.of(50));
            }
            assertEquals(delivered.size(), new TreeSet<>(delivered).size(), "nothing twice");
            assertTrue(delivered.containsAll(acknowledged), "nothing lost");
            assertEquals(delivered.size(), right.get("gold").orElse(0L), "all or nothing");
        }
    }

    private static Set<String> transfer(
            Entity alice,
            EntityMap<String, Long> left,
            EntityMap<String, Long> right,
            EntityQueue<String> log,
            String name) {
        Set<String> acknowledged = new TreeSet<>();
        for (int i = 0; i < 60; i++) {
            String message = name + "-" + i;
            try {
                alice.multiOp()
                        .when(left.ifAtLeast("gold", 1))
                        .then(
                                left.op().increment("gold", -1),
                                right.op().increment("gold", 1),
                                log.op().enqueue(message))
                        .execute();
                acknowledged.add(message);
            } catch (OutcomeUnknownException e) {
                // It may have been done, once: nothing is claimed of it.
            }
        }
        return acknowledged;
    }
}
