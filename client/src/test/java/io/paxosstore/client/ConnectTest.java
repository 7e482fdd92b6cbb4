package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.wire.GoodbyeCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Connecting: one clear sentence when it fails, patience where it may succeed. */
@Timeout(60)
final class ConnectTest {
    private final FakeCluster cluster = new FakeCluster(3);

    @AfterEach
    void close() {
        cluster.close();
    }

    private NotDoneException refused(ClientOptions.Builder options) {
        NotDoneException e =
                assertThrows(
                        NotDoneException.class,
                        () -> {
                            try (PaxosStore store = cluster.connect(options)) {
                                throw new AssertionError("connected to " + store.nodes());
                            }
                        });
        assertEquals(NotDoneException.Reason.UNAVAILABLE, e.reason());
        return e;
    }

    @Test
    void oneReachableAddressIsEnough() {
        cluster.node(1).close();
        try (PaxosStore store =
                PaxosStore.connect(cluster.node(1).address() + ", " + cluster.node(3).address())) {
            KeyValue<String, String> kv = FakeCluster.open(store);
            kv.put(cluster.keyOf(2), "x");
            assertEquals(Optional.of("x"), kv.get(cluster.keyOf(2)));
            assertEquals(3, store.nodes().size());
        }
    }

    @Test
    void hostNamesAreLookedUp() {
        try (PaxosStore store = PaxosStore.connect("localhost:" + cluster.node(2).port())) {
            assertEquals(1, store.listSpaces().size());
        }
    }

    @Test
    void aNodeThatWasNotTriedIsNotCalledDisconnected() throws Exception {
        String first = cluster.node(2).address();
        try (PaxosStore store = PaxosStore.connect(first)) {
            assertEquals(
                    List.of(
                            NodeState.Status.NOT_TRIED,
                            NodeState.Status.CONNECTED,
                            NodeState.Status.NOT_TRIED),
                    store.nodes().stream().map(NodeState::status).toList());
        }
    }

    @Test
    void nobodyThereNamesEveryAddress() {
        cluster.close();
        NotDoneException e =
                refused(ClientOptions.builder().connectTimeout(Duration.ofMillis(100)));
        assertTrue(e.toString().contains("No node was reached within 100 ms: "), e.toString());
        for (int id = 1; id <= 3; id++) {
            assertTrue(
                    e.toString().contains(cluster.node(id).address() + " cannot be reached"),
                    e.toString());
        }
    }

    @Test
    void serversThatAreNotUpYetAreWaitedFor() throws Exception {
        cluster.close();
        BlockingQueue<NodeState> states = new LinkedBlockingQueue<>();
        ClientOptions options =
                ClientOptions.builder()
                        .connectTimeout(Duration.ofMinutes(1))
                        .nodeListener(states::add)
                        .build();
        CompletableFuture<Integer> spaces =
                CompletableFuture.supplyAsync(() -> {
                    try (PaxosStore store = PaxosStore.connect(cluster.addresses(), options)) {
                        return store.listSpaces().size();
                    }
                });
        for (int failed = 0; failed < 6; failed++) { // each address twice
            assertNotNull(states.poll(20, TimeUnit.SECONDS), "it is tried again and again");
        }
        assertFalse(spaces.isDone(), "connect waits");
        cluster.node(2).restart();
        assertEquals(1, spaces.get(20, TimeUnit.SECONDS));
    }

    @Test
    void anotherProtocolVersionIsToldInOneSentence() {
        for (int id = 1; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) -> {
                        link.send(
                                new Response.Goodbye(
                                        0,
                                        GoodbyeCode.WRONG_VERSION,
                                        "This server speaks version 7."));
                        link.reset();
                    });
        }
        NotDoneException e = refused(ClientOptions.builder());
        assertTrue(
                e.toString().contains(" said goodbye: This server speaks version 7"), e.toString());
    }

    @Test
    void anotherKindOfServerIsToldInOneSentence() {
        for (int id = 1; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) ->
                            link.sendRaw(
                                    ByteBuffer.wrap(
                                            "HTTP/1.1 400 Bad Request\r\n\r\n"
                                                    .getBytes(StandardCharsets.US_ASCII))));
        }
        NotDoneException e = refused(ClientOptions.builder());
        assertTrue(e.toString().contains("does not speak the PaxosStore"), e.toString());
    }

    @Test
    void aServerThatNeverGreetsIsGivenUp() {
        for (int id = 1; id <= 3; id++) {
            cluster.node(id).behave((link, request) -> {});
        }
        NotDoneException e =
                refused(ClientOptions.builder().connectTimeout(Duration.ofMillis(100)));
        assertTrue(e.toString().contains(cluster.node(1).address()), e.toString());
    }

    @Test
    void aNodeThatIsNotReadyIsAskedAgain() {
        AtomicInteger hellos = new AtomicInteger();
        for (int id = 1; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) -> {
                        if (hellos.incrementAndGet() > 6) {
                            link.serve(request);
                        } else {
                            link.send(new Response.Goodbye(0, GoodbyeCode.NOT_READY, "Starting."));
                            link.reset();
                        }
                    });
        }
        try (PaxosStore store = cluster.connect()) {
            assertEquals(1, store.listSpaces().size());
        }
    }

    @Test
    void aNodeOfAnotherClusterIsRefused() throws InterruptedException {
        cluster.node(2)
                .behave((link, request) -> {
                    Response.Welcome own = cluster.welcome(request.correlation(), 2);
                    link.send(
                            new Response.Welcome(
                                    own.correlation(),
                                    own.protocolVersion(),
                                    "other",
                                    2,
                                    own.configEpoch(),
                                    own.nodes(),
                                    own.keyBytesMax(),
                                    own.valueBytesMax()));
                });
        BlockingQueue<NodeState> states = new LinkedBlockingQueue<>();
        try (PaxosStore store =
                PaxosStore.connect(
                        cluster.node(1).address(),
                        ClientOptions.builder().nodeListener(states::add).build())) {
            KeyValue<String, String> kv = FakeCluster.open(store);
            kv.put(cluster.keyOf(2), "x");
            NodeState state;
            do {
                state = states.poll(20, TimeUnit.SECONDS);
                assertTrue(state != null, "the listener heard of node 2");
            } while (state.nodeId() != 2);
            assertEquals(NodeState.Status.DISCONNECTED, state.status());
            assertEquals(
                    cluster.node(2).address() + " belongs to cluster other, not to fake",
                    state.detail());
        }
    }

    @Test
    void theHelloCarriesTheNameAndOneClientId() throws InterruptedException {
        try (PaxosStore store = cluster.connect(ClientOptions.builder().name("orders-service"))) {
            cluster.warmUp(FakeCluster.open(store));
        }
        Request.Hello hello;
        try (PaxosStore store = cluster.connect(ClientOptions.builder().name("orders-service"))) {
            hello = (Request.Hello) cluster.awaitRequest(Request.Hello.class).request();
            assertEquals("orders-service", hello.clientName());
            cluster.node(1).close();
            cluster.node(2).close();
            cluster.node(3).close();
            cluster.seen.clear();
            cluster.node(2).restart();
            Request.Hello again =
                    (Request.Hello) cluster.awaitRequest(Request.Hello.class).request();
            assertEquals(hello.clientId(), again.clientId());
            assertEquals(1, store.listSpaces().size());
        }
    }

    @Test
    void addressesAreCheckedBeforeAnythingIsOpened() {
        for (String bad :
                new String[] {"", "host", "host:", ":7400", "host:0", "host:70000", "a:1,,b:2"}) {
            IllegalArgumentException e =
                    assertThrows(
                            IllegalArgumentException.class, () -> PaxosStore.connect(bad).close());
            assertTrue(e.toString().contains("is no address; write host:port"), e.toString());
        }
        assertEquals("[::1]:7400", Addresses.parse("[::1]:7400").get(0).hostAndPort());
    }

    @Test
    void settingsAreCheckedWithTheirRange() {
        IllegalArgumentException e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> ClientOptions.builder().deadline(Duration.ZERO));
        assertEquals("The deadline is 0 ms; use 1 ms to 3600 s.", e.getMessage());
        assertThrows(
                IllegalArgumentException.class,
                () -> CallOptions.DEFAULT.ttl(Duration.ofMillis(-1)));
        assertThrows(IllegalArgumentException.class, () -> ClientOptions.builder().inFlightMax(0));
    }
}
