package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.EntityValue;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.OutcomeUnknownException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.QueueSlice;
import io.paxosstore.client.Watch;
import io.paxosstore.client.WatchEvent;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectChange.Kind;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Watches end to end: the client, real nodes on real files. */
@Timeout(180)
class WatchClusterTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private static Entity alice(PaxosStore store) {
        store.createSpaceIfAbsent("inbox", SpaceKind.ENTITY);
        return store.entity("inbox", "alice")
                .with(CallOptions.DEFAULT.deadline(Duration.ofSeconds(30)));
    }

    private static WatchEvent next(Watch watch) {
        return watch.next(LONG).orElseThrow();
    }

    private static WatchEvent.Changed changed(Watch watch) {
        return assertInstanceOf(WatchEvent.Changed.class, next(watch));
    }

    private static ObjectChange change(String name, Kind kind, @Nullable ObjectType type) {
        return new ObjectChange(name, kind, type);
    }

    @Test
    void everyChangeIsToldOnceWithItsObjectsFromAnyVersionOn() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = PaxosStore.connect(cluster.connectString())) {
            Entity alice = alice(store);
            EntityMap<String, Long> map = alice.map("map", Codec.utf8(), Codec.longs());
            EntityValue<String> value = alice.value("value", Codec.utf8());
            map.put("a", 1L);
            try (Watch watch = alice.watch();
                    Watch all = alice.watch(1);
                    Watch valueOnly = value.watch(1)) {
                alice.multiOp().then(map.op().increment("a", 1), value.op().put("x")).execute();
                WatchEvent.Changed both = changed(watch);
                assertEquals(
                        List.of(
                                change("map", Kind.CHANGED, ObjectType.MAP),
                                change("value", Kind.CREATED, ObjectType.VALUE)),
                        both.objects());
                assertTrue(both.complete());
                assertEquals(both.version(), alice.version());
                assertEquals(0, map.removeAll(List.of("nothing")), "an entry without changes");
                assertTrue(value.delete());
                WatchEvent.Changed removed = changed(watch);
                assertEquals(List.of(change("value", Kind.REMOVED, null)), removed.objects());
                assertEquals(
                        List.of(change("map", Kind.CREATED, ObjectType.MAP)),
                        changed(all).objects());
                assertEquals(both, changed(all));
                assertEquals(removed, changed(all));
                assertEquals(both, changed(valueOnly));
                assertEquals(removed, changed(valueOnly));
                try (Watch resumed = alice.watch(both.version() + 1)) {
                    assertEquals(removed, changed(resumed));
                    assertEquals(watch.nextVersion(), resumed.nextVersion());
                }
            }
            BlockingQueue<WatchEvent> told = new LinkedBlockingQueue<>();
            try (Watch watch = alice.watch(alice.version() + 1, told::add)) {
                map.put("b", 1L);
                WatchEvent event = told.poll(60, TimeUnit.SECONDS);
                assertEquals(
                        alice.version(),
                        assertInstanceOf(WatchEvent.Changed.class, event).version());
                assertFalse(watch.isClosed());
            }
            assertTrue(cluster.node(1).metrics().contains("paxosstore_watches_events"));
        }
    }

    /** A writer notes what it was told; the watcher must be told of the same, in order, once. */
    @Test
    void nothingIsMissedOrDoubledWhileNodesAreKilled() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = PaxosStore.connect(cluster.connectString());
                PaxosStore other = PaxosStore.connect(cluster.connectString())) {
            EntityMap<String, Long> map = alice(store).map("map", Codec.utf8(), Codec.longs());
            long _ = map.increment("n", 1);
            AtomicBoolean stop = new AtomicBoolean();
            CompletableFuture<List<Long>> writer =
                    CompletableFuture.supplyAsync(() -> write(alice(store), stop));
            List<Long> told = new ArrayList<>();
            List<WatchEvent> compacted = new ArrayList<>();
            long last;
            try (Watch watch = alice(other).watch(1)) {
                for (int round = 0; round < 6; round++) {
                    EmbeddedNode victim = cluster.node(1 + round % 3);
                    victim.kill();
                    drain(watch, told, compacted, 20);
                    victim.start();
                    cluster.awaitReady();
                    drain(watch, told, compacted, 20);
                }
                stop.set(true);
                List<Long> written = writer.get(60, TimeUnit.SECONDS);
                last = alice(store).version();
                while (told.get(told.size() - 1) < last) {
                    drain(watch, told, compacted, 1);
                }
                assertEquals(List.of(), compacted, "the history was long enough");
                assertTrue(told.containsAll(written), "nothing is missing");
            }
            for (int i = 1; i < told.size(); i++) {
                assertTrue(told.get(i - 1) < told.get(i), "in order, nothing twice: " + told);
            }
        }
    }

    private static List<Long> write(Entity alice, AtomicBoolean stop) {
        EntityMap<String, Long> map = alice.map("map", Codec.utf8(), Codec.longs());
        List<Long> versions = new ArrayList<>();
        while (!stop.get()) {
            try {
                versions.add(alice.multiOp().then(map.op().increment("n", 1)).execute().version());
            } catch (OutcomeUnknownException e) {
                // Perhaps done: then it is told, and is in no list.
            }
        }
        return versions;
    }

    private static void drain(
            Watch watch, List<Long> told, List<WatchEvent> compacted, int events) {
        for (int i = 0; i < events; i++) {
            WatchEvent event = next(watch);
            if (event instanceof WatchEvent.Changed changed) {
                told.add(changed.version());
            } else {
                compacted.add(event);
            }
        }
    }

    @Test
    void whatIsDroppedIsToldAsCompactedAlsoToASlowReader() throws Exception {
        try (EmbeddedCluster cluster =
                        EmbeddedCluster.builder(1)
                                .set("entities.flush-after", "10ms")
                                .set("watch.history-bytes", "64KiB")
                                .start();
                PaxosStore store =
                        PaxosStore.connect(
                                cluster.connectString(),
                                ClientOptions.builder().watchEventsMax(4).build())) {
            Entity alice = alice(store);
            EntityMap<String, Long> map = alice.map("map", Codec.utf8(), Codec.longs());
            long unused = map.increment("n", 1);
            try (Watch slow = alice.watch(1)) {
                long first = changed(slow).version();
                for (int i = 0; i < 3000; i++) {
                    unused = map.increment("n", 1);
                }
                List<Long> told = new ArrayList<>(List.of(first));
                WatchEvent event = next(slow);
                while (event instanceof WatchEvent.Changed changed) {
                    told.add(changed.version());
                    event = next(slow);
                }
                WatchEvent.Compacted gap = assertInstanceOf(WatchEvent.Compacted.class, event);
                assertTrue(told.size() < 3000, "what the reader did not take waited nowhere");
                assertTrue(gap.fromVersion() > told.get(told.size() - 1));
                long version = alice.version();
                long reached = gap.version();
                while (reached < version) {
                    reached = changed(slow).version();
                }
                unused = map.increment("n", 1);
                assertTrue(changed(slow).version() > version, "it goes on after the newest");
            }
            try (Watch late = alice.watch(1)) {
                WatchEvent.Compacted gap = assertInstanceOf(WatchEvent.Compacted.class, next(late));
                assertEquals(1, gap.fromVersion());
                assertEquals(alice.version(), gap.version());
                unused = map.increment("n", 1);
                assertEquals(alice.version(), changed(late).version());
            }
        }
    }

    @Test
    void limitsAndWrongSpacesAreTold() throws Exception {
        try (EmbeddedCluster cluster =
                        EmbeddedCluster.builder(1)
                                .set("watch.per-connection", "2")
                                .set("watch.per-node", "3")
                                .start();
                PaxosStore store = PaxosStore.connect(cluster.connectString());
                PaxosStore other = PaxosStore.connect(cluster.connectString())) {
            Entity alice = alice(store);
            EntityValue<String> value = alice.value("v", Codec.utf8());
            long version = value.put("x");
            try (Watch one = alice.watch(version);
                    Watch two = alice.watch(version)) {
                assertEquals(version, changed(one).version());
                assertEquals(version, changed(two).version());
                try (Watch three = alice.watch(version)) {
                    assertRefused(three, "watch.per-connection");
                }
                try (Watch mine = alice(other).watch(version);
                        Watch fourth = awaited(mine, alice(other).watch(version))) {
                    assertRefused(fourth, "watch.per-node");
                }
                value.put("y");
                assertTrue(changed(one).version() > version, "the others go on");
            }
            try (Watch again = alice.watch(version)) {
                assertEquals(version, changed(again).version(), "closed watches do not count");
                store.dropSpace("inbox");
                WatchEvent event = next(again);
                while (!(event instanceof WatchEvent.Closed)) {
                    event = next(again);
                }
                assertEquals(
                        NotDoneException.Reason.UNKNOWN_SPACE,
                        ((WatchEvent.Closed) event).reason());
            }
        }
    }

    private static Watch awaited(Watch first, Watch second) {
        var _ = changed(first);
        return second;
    }

    private static void assertRefused(Watch watch, String setting) {
        WatchEvent.Closed closed = assertInstanceOf(WatchEvent.Closed.class, next(watch));
        assertEquals(NotDoneException.Reason.OVERLOADED, closed.reason());
        assertTrue(closed.message().contains(setting), closed.message());
        assertTrue(watch.isClosed());
    }

    @Test
    void aWaitingReaderOfAQueueIsWokenAlsoAfterItsNodeIsGone() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = PaxosStore.connect(cluster.connectString());
                PaxosStore other = PaxosStore.connect(cluster.connectString())) {
            EntityQueue<String> queue = alice(store).queue("q", Codec.utf8());
            EntityQueue<String> far = alice(other).queue("q", Codec.utf8());
            assertEquals(1, queue.enqueue("a"));
            for (int node = 1; node <= 3; node++) {
                CompletableFuture<QueueSlice<String>> waiting =
                        far.awaitNextAsync(1 + node, Page.of(10));
                assertNull(waiting.getNow(null));
                cluster.node(node).kill();
                assertEquals(1 + node, queue.enqueue("b" + node));
                QueueSlice<String> slice = waiting.get(60, TimeUnit.SECONDS);
                assertEquals("b" + node, slice.messages().get(0).element());
                cluster.node(node).start();
                cluster.awaitReady();
            }
            EntityQueue<String> brief =
                    queue.with(CallOptions.DEFAULT.deadline(Duration.ofMillis(500)));
            assertEquals(new QueueSlice<String>(List.of(), 9), brief.awaitNext(9, Page.of(10)));
        }
    }

    @Test
    void aClosedClientEndsItsWatches() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1)) {
            Watch watch;
            BlockingQueue<WatchEvent> told = new LinkedBlockingQueue<>();
            try (PaxosStore store = PaxosStore.connect(cluster.connectString())) {
                watch = alice(store).watch(1);
                var _ = alice(store).watch(1, told::add);
            }
            WatchEvent.Closed closed = assertInstanceOf(WatchEvent.Closed.class, next(watch));
            assertEquals(NotDoneException.Reason.CLOSED, closed.reason());
            assertNotNull(told.poll(60, TimeUnit.SECONDS), "the listener is told, too");
        }
    }

    /**
     * Away for longer than memory and journal go back, while others write, and nodes are killed and
     * restarted: everything is told all the same, from the history on disk.
     */
    @Test
    void whoWasAwayForLongIsToldEverything() throws Exception {
        try (EmbeddedCluster cluster =
                        EmbeddedCluster.builder(3)
                                .set("history.bytes", "64MiB")
                                .set("watch.history-bytes", "64KiB")
                                .set("entities.flush-after", "1s")
                                .start();
                PaxosStore store = PaxosStore.connect(cluster.connectString())) {
            Entity alice = alice(store);
            EntityMap<String, Long> map = alice.map("map", Codec.utf8(), Codec.longs());
            map.put("n", 0L);
            long first = alice.version() + 1;
            List<Long> written = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                awayRound(alice, written);
                EmbeddedNode victim = cluster.node(1 + round);
                victim.kill();
                awayRound(alice, written);
                victim.start();
                cluster.awaitReady();
            }
            List<Long> told = new ArrayList<>();
            List<WatchEvent> compacted = new ArrayList<>();
            try (Watch watch = alice.watch(first)) {
                drain(watch, told, compacted, written.size() / 2);
                cluster.node(2).kill();
                drain(watch, told, compacted, written.size() - told.size() - compacted.size());
            }
            assertEquals(List.of(), compacted);
            assertEquals(written, told);
        }
    }

    /** A few thousand entries of which the journal keeps the last ones only. */
    private static void awayRound(Entity alice, List<Long> written) {
        EntityMap<String, Long> map = alice.map("map", Codec.utf8(), Codec.longs());
        for (int i = 0; i < 400; i++) {
            written.add(alice.multiOp().then(map.op().put("n", (long) i)).execute().version());
        }
    }
}
