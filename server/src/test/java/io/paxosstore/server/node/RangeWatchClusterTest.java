package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.MapOps;
import io.paxosstore.client.MultiOpOutcome;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.OutcomeUnknownException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.RangeEvent;
import io.paxosstore.client.RangeWatch;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Watches on keys and on ranges end to end: the client, real nodes on real files. */
@Timeout(180)
class RangeWatchClusterTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final CallOptions PATIENT = CallOptions.DEFAULT.deadline(Duration.ofSeconds(30));
    private static final int ENTITIES = 5;
    private static final int MANY = 200; // changed at once, so that each change is an entry
    private static final int ROUNDS = 40;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static KeyValue<String, String> keys(PaxosStore store) {
        store.createSpaceIfAbsent("keys", SpaceKind.KEY_VALUE);
        return store.keyValue("keys", Codec.utf8(), Codec.utf8()).with(PATIENT);
    }

    private static <K> RangeEvent<K> next(RangeWatch<K> watch) {
        return watch.next(LONG).orElseThrow();
    }

    private static <K> RangeEvent.Changed<K> changed(RangeWatch<K> watch) {
        RangeEvent<K> event = next(watch);
        assertInstanceOf(RangeEvent.Changed.class, event);
        return (RangeEvent.Changed<K>) event;
    }

    @Test
    void whatChangesInTheRangeIsToldOnce() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = PaxosStore.connect(cluster.connectString())) {
            store.createSpaceIfAbsent("shop", SpaceKind.ENTITY);
            KeyValue<String, String> keys = keys(store);
            try (RangeWatch<String> carts =
                            store.entitySpace("shop", Codec.utf8()).watchRange(bytes("cart/"));
                    RangeWatch<String> some = keys.watchRange(bytes("a"));
                    RangeWatch<String> one = keys.watch("ab")) {
                assertInstanceOf(RangeEvent.Resync.class, next(carts));
                assertInstanceOf(RangeEvent.Resync.class, next(some));
                assertInstanceOf(RangeEvent.Resync.class, next(one));
                EntityMap<String, Long> cart =
                        store.entity("shop", "cart/1")
                                .with(PATIENT)
                                .map("items", Codec.utf8(), Codec.longs());
                cart.put("bread", 1L);
                RangeEvent.Changed<String> put = changed(carts);
                assertEquals("cart/1", put.key());
                assertEquals(store.entity("shop", "cart/1").version(), put.version());
                assertEquals(
                        List.of(
                                new ObjectChange(
                                        "items", ObjectChange.Kind.CREATED, ObjectType.MAP)),
                        put.objects());
                store.entity("shop", "order/1")
                        .with(PATIENT)
                        .map("items", Codec.utf8(), Codec.longs())
                        .put("bread", 1L);
                assertTrue(cart.delete());
                assertEquals(ObjectChange.Kind.REMOVED, changed(carts).objects().get(0).kind());
                long first = keys.put("ab", "1");
                long other = keys.put("ac", "1");
                long _ = keys.put("b", "1");
                assertTrue(keys.delete("ab").isApplied());
                assertEquals(first, changed(one).version());
                RangeEvent.Changed<String> removed = changed(one);
                assertTrue(removed.version() > first);
                Map<String, List<Long>> told = new HashMap<>();
                for (int i = 0; i < 3; i++) {
                    RangeEvent.Changed<String> event = changed(some);
                    told.computeIfAbsent(event.key(), key -> new ArrayList<>())
                            .add(event.version());
                }
                assertEquals(
                        Map.of(
                                "ab", List.of(first, removed.version()),
                                "ac", List.of(other)),
                        told);
            }
        }
    }

    /** Two of three nodes crash, one is restarted: nothing is to be read, left out or doubled. */
    @Test
    void nothingIsMissedOrDoubledWhileNodesCrash() throws Exception {
        try (EmbeddedCluster cluster =
                        EmbeddedCluster.builder(3).set("history.bytes", "64MiB").start();
                PaxosStore store = PaxosStore.connect(cluster.connectString());
                PaxosStore other = PaxosStore.connect(cluster.connectString())) {
            store.createSpaceIfAbsent("shop", SpaceKind.ENTITY);
            AtomicBoolean stop = new AtomicBoolean();
            try (RangeWatch<String> watch =
                    other.entitySpace("shop", Codec.utf8()).watchRange(new byte[0])) {
                assertInstanceOf(RangeEvent.Resync.class, next(watch));
                CompletableFuture<Map<String, List<Long>>> writer =
                        CompletableFuture.supplyAsync(() -> write(store, stop));
                Map<String, List<Long>> told = new HashMap<>();
                for (int round = 0; round < 4; round++) {
                    EmbeddedNode victim = cluster.node(1 + round % 2);
                    victim.kill();
                    drain(watch, told, 50);
                    victim.start();
                    cluster.awaitReady();
                    drain(watch, told, 50);
                }
                cluster.node(3).stop();
                cluster.node(3).start();
                cluster.awaitReady();
                drain(watch, told, 50);
                stop.set(true);
                Map<String, List<Long>> written = writer.get(60, TimeUnit.SECONDS);
                while (!containsAll(told, written)) {
                    drain(watch, told, 1);
                }
            }
        }
    }

    /**
     * Nobody takes events for long, and nodes that were away meanwhile have come to most versions
     * by images: what one lacks the others tell, however far each has come.
     */
    @Test
    void whoComesBackAfterManyChangesNeedNotRead() throws Exception {
        ClientOptions options =
                ClientOptions.builder().watchEventsMax(64).watchKeysMax(1000).build();
        try (EmbeddedCluster cluster =
                        EmbeddedCluster.builder(3).set("history.bytes", "64MiB").start();
                PaxosStore store = PaxosStore.connect(cluster.connectString());
                PaxosStore other = PaxosStore.connect(cluster.connectString(), options)) {
            store.createSpaceIfAbsent("shop", SpaceKind.ENTITY);
            try (RangeWatch<String> watch =
                    other.entitySpace("shop", Codec.utf8()).watchRange(new byte[0])) {
                assertInstanceOf(RangeEvent.Resync.class, next(watch));
                Map<String, List<Long>> written = new HashMap<>();
                for (int id = 1; id <= 2; id++) {
                    changeMuch(store, written);
                    cluster.node(id).stop();
                    changeMuch(store, written);
                    cluster.node(id).start();
                    cluster.awaitReady();
                }
                changeMuch(store, written);
                Map<String, List<Long>> told = new HashMap<>();
                for (Map.Entry<String, List<Long>> each : written.entrySet()) {
                    long last = Collections.max(each.getValue());
                    while (!told.getOrDefault(each.getKey(), List.of()).contains(last)) {
                        drain(watch, told, 1);
                    }
                }
                assertTrue(containsAll(told, written));
            }
        }
    }

    private static void changeMuch(PaxosStore store, Map<String, List<Long>> versions) {
        for (int i = 0; i < ROUNDS; i++) {
            changeAll(store, versions);
        }
    }

    private static void changeAll(PaxosStore store, Map<String, List<Long>> versions) {
        Map<String, CompletableFuture<MultiOpOutcome>> changes = new HashMap<>();
        for (int i = 0; i < MANY; i++) {
            Entity entity = store.entity("shop", "cart/" + i).with(PATIENT);
            MapOps<String, Long> map = entity.map("m", Codec.utf8(), Codec.longs()).op();
            changes.put("cart/" + i, entity.multiOp().then(map.increment("n", 1)).executeAsync());
        }
        changes.forEach((id, change) ->
                versions.computeIfAbsent(id, key -> new ArrayList<>())
                        .add(change.join().version()));
    }

    private static boolean containsAll(
            Map<String, List<Long>> told, Map<String, List<Long>> written) {
        return written.entrySet().stream()
                .allMatch(each ->
                        told.getOrDefault(each.getKey(), List.of()).containsAll(each.getValue()));
    }

    private static void drain(RangeWatch<String> watch, Map<String, List<Long>> told, int events) {
        for (int i = 0; i < events; i++) {
            RangeEvent.Changed<String> event = changed(watch);
            List<Long> versions = told.computeIfAbsent(event.key(), key -> new ArrayList<>());
            assertTrue(
                    versions.isEmpty() || versions.get(versions.size() - 1) < event.version(),
                    "in order, nothing twice: " + event + " after " + versions);
            versions.add(event.version());
        }
    }

    private static Map<String, List<Long>> write(PaxosStore store, AtomicBoolean stop) {
        Map<String, List<Long>> versions = new HashMap<>();
        for (int i = 0; !stop.get(); i++) {
            String id = "cart/" + i % ENTITIES;
            EntityMap<String, Long> map =
                    store.entity("shop", id).with(PATIENT).map("m", Codec.utf8(), Codec.longs());
            try {
                long version =
                        store.entity("shop", id)
                                .with(PATIENT)
                                .multiOp()
                                .then(map.op().increment("n", 1))
                                .execute()
                                .version();
                versions.computeIfAbsent(id, key -> new ArrayList<>()).add(version);
            } catch (OutcomeUnknownException e) {
                // Perhaps done: then it is told, and is in no list.
            }
        }
        return versions;
    }

    @Test
    void whenAllHaveLostTheEndOfTheirHistoriesTheRangeIsToBeReadAgain() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = PaxosStore.connect(cluster.connectString())) {
            KeyValue<String, String> keys = keys(store);
            try (RangeWatch<String> watch = keys.watchRange(new byte[0])) {
                assertInstanceOf(RangeEvent.Resync.class, next(watch));
                for (int id = 1; id <= 3; id++) {
                    cluster.node(id).kill();
                    cluster.node(id).start();
                    cluster.awaitReady();
                }
                assertInstanceOf(RangeEvent.Resync.class, next(watch));
                long version = keys.put("a", "1");
                assertEquals(version, changed(watch).version());
            }
        }
    }

    @Test
    void aSlowReaderMissesNothing() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store =
                        PaxosStore.connect(
                                cluster.connectString(),
                                ClientOptions.builder().watchEventsMax(4).build())) {
            KeyValue<String, String> keys = keys(store);
            try (RangeWatch<String> watch = keys.watchRange(new byte[0])) {
                assertInstanceOf(RangeEvent.Resync.class, next(watch));
                Map<String, Long> written = new HashMap<>();
                for (int i = 0; i < 1000; i++) {
                    written.put("k" + i, keys.put("k" + i, "v"));
                }
                Map<String, Long> told = new HashMap<>();
                while (told.size() < written.size()) {
                    RangeEvent.Changed<String> event = changed(watch);
                    assertEquals(null, told.put(event.key(), event.version()), "twice");
                }
                assertEquals(written, told);
            }
        }
    }

    @Test
    void aWrongSpaceAndADroppedOneAreTold() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1);
                PaxosStore store = PaxosStore.connect(cluster.connectString())) {
            KeyValue<String, String> keys = keys(store);
            try (RangeWatch<String> watch = keys.watchRange(new byte[0])) {
                assertInstanceOf(RangeEvent.Resync.class, next(watch));
                store.dropSpace("keys");
                RangeEvent<String> end = next(watch);
                while (!(end instanceof RangeEvent.Closed<String>)) {
                    end = next(watch);
                }
                RangeEvent.Closed<String> closed = (RangeEvent.Closed<String>) end;
                assertEquals(NotDoneException.Reason.UNKNOWN_SPACE, closed.reason());
            }
        }
    }
}
