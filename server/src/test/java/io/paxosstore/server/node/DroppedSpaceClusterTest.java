package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.OutcomeUnknownException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.protocol.wire.WriteId;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Spaces are dropped while they are used: whoever uses them hears of it, and no node suffers. */
class DroppedSpaceClusterTest {
    private static final int NODES = 3;
    private static final int THREADS = 6;
    private static final int KEYS = 40;
    private static final int CALLS_BEFORE = 300;
    private static final int ROUNDS = 3;
    private static final Codec<String> TEXT = Codec.utf8();
    private static final long CLIENT_ID = 4711;
    private static final long FIRST_STAMP = (System.currentTimeMillis() / 1000) << 32;

    @FunctionalInterface
    private interface Use {
        void once(PaxosStore store, int number);
    }

    private static void useKeys(PaxosStore store, int number) {
        KeyValue<String, String> keys = store.keyValue("gone", TEXT, TEXT);
        if (number % 2 == 0) {
            keys.put("k" + number % KEYS, "v" + number);
        } else {
            keys.get("k" + number % KEYS);
        }
    }

    private static void useEntities(PaxosStore store, int number) {
        var list = store.entity("gone-too", "e" + number % KEYS).list("l", TEXT);
        if (number % 2 == 0) {
            list.append("v" + number);
        } else {
            list.range(0, -1, Page.of(10));
        }
    }

    /** Goes on until it is told that there is no such space; one that was never told hangs. */
    private static Callable<Void> user(PaxosStore store, Use use, CountDownLatch calls) {
        return () -> {
            for (int number = 0; ; number++) {
                try {
                    use.once(store, number);
                } catch (OutcomeUnknownException e) {
                    // Under way when the space was dropped.
                } catch (NotDoneException e) {
                    if (e.reason() == NotDoneException.Reason.UNKNOWN_SPACE) {
                        return null;
                    }
                }
                calls.countDown();
            }
        };
    }

    @Test
    void spacesInUseAreDroppedAndEveryNodeServesOn() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(NODES);
                PaxosStore store = RejoinTest.connect(cluster);
                ExecutorService threads = Executors.newFixedThreadPool(2 * THREADS)) {
            store.createSpace("kept");
            for (int round = 0; round < ROUNDS; round++) {
                store.createSpace("gone");
                store.createSpace("gone-too", SpaceKind.ENTITY);
                CountDownLatch calls = new CountDownLatch(CALLS_BEFORE);
                List<Future<Void>> users = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    users.add(threads.submit(user(store, DroppedSpaceClusterTest::useKeys, calls)));
                    users.add(
                            threads.submit(
                                    user(store, DroppedSpaceClusterTest::useEntities, calls)));
                }
                assertTrue(calls.await(60, TimeUnit.SECONDS), "the spaces are used");
                store.dropSpace("gone");
                store.dropSpace("gone-too");
                for (Future<Void> user : users) {
                    user.get(60, TimeUnit.SECONDS);
                }
                for (EmbeddedNode node : cluster.nodes()) {
                    serves(node, "round " + round);
                }
            }
        }
    }

    private static void serves(EmbeddedNode node, String value) {
        assertTrue(node.isReady(), node::notReady);
        String target = node.member().host() + ":" + node.member().clientPort();
        ClientOptions options = ClientOptions.builder().deadline(Duration.ofSeconds(20)).build();
        try (PaxosStore alone = PaxosStore.connect(target, options)) {
            KeyValue<String, String> kept = alone.keyValue("kept", TEXT, TEXT);
            for (int key = 0; key < KEYS; key++) {
                kept.put("k" + key, value);
                assertEquals(Optional.of(value), kept.get("k" + key));
            }
        }
        assertEquals(
                List.of(),
                node.metrics()
                        .lines()
                        .filter(line -> line.startsWith("paxosstore_storage_loads_amnesiac_total"))
                        .filter(line -> !line.endsWith(" 0.0") && !line.endsWith(" 0"))
                        .toList());
    }

    /**
     * An attempt that was held up, by a node or on the way to it, is answered as the one that was
     * made: the space that has the name now is another.
     */
    @Test
    void aLateAttemptAtAnotherNodeDropsNothingAndCreatesNothing() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(NODES);
                WireClient first = connect(cluster.nodes().get(0));
                WireClient second = connect(cluster.nodes().get(1))) {
            Response.Space one = assertInstanceOf(Response.Space.class, first.call(create(1)));
            assertInstanceOf(Response.SpaceDropped.class, first.call(drop(2)));
            Response.Space two = assertInstanceOf(Response.Space.class, first.call(create(3)));
            assertNotEquals(one.space().id(), two.space().id());
            assertInstanceOf(Response.Written.class, first.put(two.space().id(), "k", "v"));
            assertInstanceOf(Response.SpaceDropped.class, second.call(drop(2)));
            assertEquals(List.of(two.space()), spaces(second));
            assertInstanceOf(Response.SpaceDropped.class, first.call(drop(4)));
            Response.Space late = assertInstanceOf(Response.Space.class, second.call(create(3)));
            assertEquals(two.space(), late.space());
            assertEquals(List.of(), spaces(second));
        }
    }

    private static WireClient connect(EmbeddedNode node) throws Exception {
        WireClient client = new WireClient(node.member().host(), node.member().clientPort());
        assertInstanceOf(
                Response.Welcome.class,
                client.call(new Request.Hello(900, Wire.PROTOCOL_VERSION, CLIENT_ID, "late")));
        return client;
    }

    private static Request create(int number) {
        return new Request.CreateSpace(
                1000 + number, id(number), 10_000, "again", SpaceKind.KEY_VALUE, false);
    }

    private static Request drop(int number) {
        return new Request.DropSpace(1000 + number, id(number), 10_000, "again");
    }

    /** Of a client with several calls under way: none is settled. */
    private static WriteId id(int number) {
        return new WriteId(FIRST_STAMP + number, FIRST_STAMP, 1);
    }

    private static List<SpaceInfo> spaces(WireClient client) throws Exception {
        return assertInstanceOf(Response.SpaceList.class, client.list()).spaces();
    }
}
