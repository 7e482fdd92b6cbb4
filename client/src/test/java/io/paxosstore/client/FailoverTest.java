package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Rules W4, W5 and E1-E3 from the client's side: retries, failover, outcomes. */
@Timeout(60)
final class FailoverTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(150);

    private final FakeCluster cluster = new FakeCluster(3);
    private final List<PaxosStore> stores = new ArrayList<>();

    @AfterEach
    void close() {
        stores.forEach(PaxosStore::close);
        cluster.close();
    }

    private static ClientOptions.Builder options() {
        return ClientOptions.builder()
                .deadline(LONG)
                .attemptTimeout(Duration.ofSeconds(20))
                .silenceTimeout(LONG)
                .closeTimeout(Duration.ofMillis(50));
    }

    private KeyValue<String, String> connect(ClientOptions.Builder options)
            throws InterruptedException {
        PaxosStore store = cluster.connect(options);
        stores.add(store);
        KeyValue<String, String> kv = FakeCluster.open(store);
        cluster.warmUp(kv);
        return kv;
    }

    private FakeCluster.Seen awaitWrite() throws InterruptedException {
        return cluster.awaitRequest(Request.KvWrite.class);
    }

    private static Request.KvWrite write(FakeCluster.Seen seen) {
        return (Request.KvWrite) seen.request();
    }

    @Test
    void requestsGoToThePreferredNode() throws InterruptedException {
        KeyValue<String, String> kv = connect(options());
        for (int id = 1; id <= 3; id++) {
            kv.put(cluster.keyOf(id), "x");
            assertEquals(id, awaitWrite().nodeId());
        }
    }

    @Test
    void aBrokenConnectionFailsOverAtOnceUnderTheSameId() throws InterruptedException {
        KeyValue<String, String> kv = connect(options());
        cluster.node(2)
                .behave((link, request) -> {
                    Response unused = cluster.execute(2, link.clientId(), request); // no answer
                    link.reset();
                });
        assertEquals(7, kv.increment(cluster.keyOf(2), 7));
        FakeCluster.Seen first = awaitWrite();
        FakeCluster.Seen second = awaitWrite();
        assertEquals(2, first.nodeId());
        assertEquals(3, second.nodeId(), "the next of the preference order");
        assertEquals(write(first).id().stamp(), write(second).id().stamp());
        assertEquals(1, write(first).id().attempt());
        assertEquals(2, write(second).id().attempt());
        assertEquals(1, cluster.executions());
    }

    @Test
    void everythingInFlightFailsOverWhenAConnectionBreaks() throws InterruptedException {
        KeyValue<String, String> kv = connect(options());
        int count = 50;
        AtomicInteger arrived = new AtomicInteger();
        cluster.node(1)
                .behave((link, request) -> {
                    if (request instanceof Request.KvWrite && arrived.incrementAndGet() == count) {
                        link.reset();
                    }
                });
        List<CompletableFuture<Long>> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            calls.add(kv.incrementAsync(cluster.keyOf(1), 1));
        }
        calls.forEach(CompletableFuture::join);
        assertEquals(Optional.of("50"), kv.get(cluster.keyOf(1)));
    }

    @Test
    void aSilentNodeIsPassedOverAfterTheAttemptTimeout() throws Exception {
        KeyValue<String, String> kv = connect(options().attemptTimeout(SHORT));
        CountDownLatch pinged = new CountDownLatch(1);
        cluster.node(1)
                .behave((link, request) -> {
                    if (request instanceof Request.Ping) {
                        pinged.countDown();
                    }
                });
        kv.put(cluster.keyOf(1), "x");
        assertEquals(1, awaitWrite().nodeId());
        assertEquals(2, awaitWrite().nodeId());
        assertTrue(pinged.await(20, TimeUnit.SECONDS));
        kv.put(cluster.keyOf(1), "x");
        assertEquals(2, awaitWrite().nodeId(), "node 2 has answered what node 1 did not");
        assertEquals(NodeState.Status.SUSPECT, stores.get(0).nodes().get(0).status());
    }

    /** Both are cut off from the majority, perhaps: a call must not wait for both each time. */
    @Test
    void allThatLeftACallUnansweredArePassedOverByTheNext() throws Exception {
        KeyValue<String, String> kv = connect(options().attemptTimeout(SHORT));
        cluster.node(1).behave((link, request) -> {});
        cluster.node(2).behave((link, request) -> {});
        kv.put(cluster.keyOf(1), "x");
        assertEquals(1, awaitWrite().nodeId());
        assertEquals(2, awaitWrite().nodeId());
        assertEquals(3, awaitWrite().nodeId());
        kv.put(cluster.keyOf(1), "x");
        assertEquals(3, awaitWrite().nodeId());
        assertEquals(NodeState.Status.SUSPECT, stores.get(0).nodes().get(1).status());
    }

    @Test
    void aSuspectNodeIsTrustedAgainOnceItServes() throws InterruptedException {
        KeyValue<String, String> kv = connect(options().attemptTimeout(SHORT));
        CountDownLatch resumed = new CountDownLatch(1);
        cluster.node(1)
                .behave((link, request) -> { // like a paused process: everything is answered late
                    try {
                        resumed.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    link.serve(request);
                });
        for (int i = 0; i < Node.SUSPECT_TIMEOUTS; i++) {
            kv.put(cluster.keyOf(1), "x");
        }
        assertEquals(NodeState.Status.SUSPECT, stores.get(0).nodes().get(0).status());
        resumed.countDown();
        while (stores.get(0).nodes().get(0).status() != NodeState.Status.CONNECTED) {
            kv.put(cluster.keyOf(1), "x");
        }
        cluster.seen.clear();
        kv.put(cluster.keyOf(1), "x");
        assertEquals(1, awaitWrite().nodeId());
    }

    @Test
    void aLostNodeIsConnectedAgainAndPreferredAgain() throws InterruptedException {
        KeyValue<String, String> kv = connect(options());
        cluster.node(1).close();
        kv.put(cluster.keyOf(1), "x");
        assertEquals(NodeState.Status.DISCONNECTED, stores.get(0).nodes().get(0).status());
        cluster.node(1).restart();
        cluster.seen.clear();
        do {
            kv.put(cluster.keyOf(1), "x");
        } while (awaitWrite().nodeId() != 1);
        assertEquals(NodeState.Status.CONNECTED, stores.get(0).nodes().get(0).status());
    }

    @Test
    void callsWaitForANodeWhenNoneIsThere() throws InterruptedException {
        KeyValue<String, String> kv = connect(options());
        for (int id = 1; id <= 3; id++) {
            cluster.node(id).close();
        }
        CompletableFuture<Long> put = kv.putAsync("a", "1");
        cluster.node(3).restart();
        put.join();
        NotDoneException e =
                assertThrows(
                        NotDoneException.class,
                        () -> {
                            cluster.node(3).close();
                            awaitDisconnected();
                            var unused = kv.with(CallOptions.DEFAULT.deadline(SHORT)).get("a");
                        });
        assertEquals(NotDoneException.Reason.UNAVAILABLE, e.reason());
        assertTrue(e.toString().contains(cluster.node(1).address()), e.toString());
    }

    private void awaitDisconnected() {
        while (stores.get(0).nodes().stream()
                .anyMatch(n -> n.status() != NodeState.Status.DISCONNECTED)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void anUnansweredWriteEndsAsUnknownAndAnUnansweredReadAsNotDone() throws Exception {
        KeyValue<String, String> kv = connect(options());
        for (int id = 1; id <= 3; id++) {
            cluster.node(id).behave((link, request) -> {});
        }
        KeyValue<String, String> hasty = kv.with(CallOptions.DEFAULT.deadline(SHORT));
        OutcomeUnknownException unknown =
                assertThrows(OutcomeUnknownException.class, () -> hasty.put("a", "1"));
        assertTrue(unknown.toString().contains("no answer within 150 ms"), unknown.toString());
        NotDoneException notDone = assertThrows(NotDoneException.class, () -> hasty.get("a"));
        assertEquals(NotDoneException.Reason.DEADLINE, notDone.reason());
        KeyResult<Long> batch = hasty.putAll(Map.of("a", "1")).values().iterator().next();
        assertInstanceOf(KeyResult.Unknown.class, batch);
    }

    @Test
    void aServersUnknownOutcomeIsClearedUpByARepeat() throws InterruptedException {
        KeyValue<String, String> kv = connect(options());
        AtomicReference<Request> first = new AtomicReference<>();
        cluster.node(1)
                .behave((link, request) -> {
                    if (first.compareAndSet(null, request)) {
                        Response unused = cluster.execute(1, link.clientId(), request);
                        link.send(
                                FakeCluster.failure(request, FailureCode.UNKNOWN_OUTCOME, "late"));
                    } else {
                        link.serve(request);
                    }
                });
        assertTrue(kv.putIfAbsent(cluster.keyOf(1), "x").isApplied());
        assertEquals(1, cluster.executions());
    }

    @Test
    void refusedEverywhereIsNotDoneAndOverloadHasItsType() throws InterruptedException {
        KeyValue<String, String> kv = connect(options().attemptsMax(4));
        for (int id = 1; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) ->
                            link.send(
                                    FakeCluster.failure(
                                            request,
                                            FailureCode.OVERLOADED,
                                            "Too much is waiting.")));
        }
        OverloadedException e = assertThrows(OverloadedException.class, () -> kv.put("a", "1"));
        assertTrue(e.toString().contains("Too much is waiting (sent 4 times"), e.toString());
    }

    @Test
    void refusedAfterALostAttemptIsUnknown() throws InterruptedException {
        KeyValue<String, String> kv = connect(options().attemptsMax(4));
        cluster.node(1).behave((link, request) -> link.reset());
        for (int id = 2; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) ->
                            link.send(FakeCluster.failure(request, FailureCode.NOT_READY, "No.")));
        }
        assertThrows(OutcomeUnknownException.class, () -> kv.put(cluster.keyOf(1), "1"));
    }

    /** A request that a node has not answered yet. */
    private record Held(FakeNode.Link link, Request request) {
        void fail() throws IOException {
            link.send(FakeCluster.failure(request, FailureCode.UNKNOWN_SPACE, "No."));
        }

        void serve() throws IOException {
            link.serve(request);
        }
    }

    @Test
    void anOlderAttemptsFailureDoesNotCountButItsResultDoes() throws InterruptedException {
        KeyValue<String, String> kv = connect(options().attemptTimeout(SHORT));
        Queue<Held> older = new ConcurrentLinkedQueue<>();
        cluster.node(1).behave((link, request) -> older.add(new Held(link, request)));
        cluster.node(2)
                .behave((link, request) -> {
                    if (request instanceof Request.KvWrite) {
                        older.remove().fail();
                        link.serve(request);
                    }
                });
        assertTrue(kv.putIfAbsent(cluster.keyOf(1), "x").isApplied());
        assertTrue(older.isEmpty());

        cluster.node(2)
                .behave((link, request) -> {
                    if (request instanceof Request.KvWrite) {
                        older.remove().serve();
                    }
                });
        assertTrue(kv.delete(cluster.keyOf(1)).isApplied());
    }

    @Test
    void anExpiredFirstAttemptIsReissuedWithAStampTheServerAccepts() throws Exception {
        KeyValue<String, String> kv = connect(options());
        long forgottenStamp = (System.currentTimeMillis() / 1000 + 1000) << 32;
        AtomicInteger count = new AtomicInteger();
        cluster.node(1)
                .behave((link, request) -> {
                    if (count.getAndIncrement() == 0) {
                        link.send(
                                new Response.Failure(
                                        request.correlation(),
                                        FailureCode.REQUEST_EXPIRED,
                                        forgottenStamp,
                                        "Too old."));
                    } else {
                        link.serve(request);
                    }
                });
        kv.put(cluster.keyOf(1), "x");
        long first = write(awaitWrite()).id().stamp();
        Request.KvWrite second = write(awaitWrite());
        assertNotEquals(first, second.id().stamp());
        assertTrue(second.id().stamp() > forgottenStamp, "the stamp is above the server's");
        assertEquals(1, second.id().attempt());
        assertTrue(second.id().settledFloor() >= first, "the old id is settled");
    }

    @Test
    void aWriteThatIsForgottenAgainAndAgainSaysWhyInWordsForPeople() throws InterruptedException {
        KeyValue<String, String> kv = connect(options().attemptsMax(3));
        for (int id = 1; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) ->
                            link.send(
                                    FakeCluster.failure(
                                            request, FailureCode.REQUEST_EXPIRED, "Too old.")));
        }
        NotDoneException e = assertThrows(NotDoneException.class, () -> kv.put("a", "x"));
        assertTrue(e.toString().contains("no longer remember"), e.toString());
    }

    @Test
    void anExpiredRepeatIsUnknown() throws InterruptedException {
        KeyValue<String, String> kv = connect(options());
        cluster.node(1).behave((link, request) -> link.reset());
        cluster.node(2)
                .behave((link, request) ->
                        link.send(
                                FakeCluster.failure(
                                        request, FailureCode.REQUEST_EXPIRED, "Too old.")));
        OutcomeUnknownException e =
                assertThrows(OutcomeUnknownException.class, () -> kv.put(cluster.keyOf(1), "x"));
        assertTrue(e.toString().contains("no longer remember"), e.toString());
    }

    @Test
    void theSettledFloorStaysBelowEveryOutstandingWrite() throws Exception {
        KeyValue<String, String> kv = connect(options());
        CompletableFuture<Held> held = new CompletableFuture<>();
        cluster.node(1).behave((link, request) -> held.complete(new Held(link, request)));
        CompletableFuture<Long> slow = kv.putAsync(cluster.keyOf(1), "slow");
        long slowStamp = write(awaitWrite()).id().stamp();
        kv.put(cluster.keyOf(2), "x");
        kv.put(cluster.keyOf(2), "y");
        assertEquals(slowStamp - 1, write(awaitWrite()).id().settledFloor());
        Request.KvWrite last = write(awaitWrite());
        assertEquals(slowStamp - 1, last.id().settledFloor());
        held.get(20, TimeUnit.SECONDS).serve();
        slow.join();
        kv.put(cluster.keyOf(2), "z");
        assertTrue(write(awaitWrite()).id().settledFloor() >= last.id().stamp());
    }

    @Test
    void whyAServerDidNothingIsToldWithTheCallTheDeadlineAndTheAddress()
            throws InterruptedException {
        KeyValue<String, String> kv = connect(options().deadline(Duration.ofSeconds(2)));
        for (int id = 1; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) -> {
                        if (request instanceof Request.KvRead read) {
                            // A server answers when the time that it was given has passed.
                            CompletableFuture<Void> unused =
                                    CompletableFuture.runAsync(
                                            () -> noMajority(link, read),
                                            CompletableFuture.delayedExecutor(
                                                    read.deadlineMillis(), TimeUnit.MILLISECONDS));
                        } else {
                            link.serve(request);
                        }
                    });
        }
        NotDoneException e = assertThrows(NotDoneException.class, () -> kv.get(cluster.keyOf(1)));
        assertEquals(NotDoneException.Reason.DEADLINE, e.reason());
        Request.KvRead sent = (Request.KvRead) cluster.awaitRequest(Request.KvRead.class).request();
        assertTrue(sent.deadlineMillis() <= 1900, "its answer must be in time: " + sent);
        assertEquals(
                "The get in space \"test\" was not done: no result within 2000 ms: 1 of 3 nodes is"
                        + " connected, 2 are needed (sent to "
                        + cluster.node(1).address()
                        + ").",
                e.getMessage());
    }

    /** A node's own limits, such as that of reading the list of spaces, are not the call's. */
    @Test
    void aNodeThatGivesUpLongBeforeTheDeadlineDoesNotEndTheCall() throws InterruptedException {
        KeyValue<String, String> kv = connect(options().deadline(Duration.ofSeconds(30)));
        AtomicInteger refused = new AtomicInteger();
        for (int id = 1; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) -> {
                        if (request instanceof Request.KvWrite && refused.getAndIncrement() < 4) {
                            noMajority(link, request);
                        } else {
                            link.serve(request);
                        }
                    });
        }
        kv.put(cluster.keyOf(1), "x");
        assertEquals(Optional.of("x"), kv.get(cluster.keyOf(1)));
        assertTrue(refused.get() >= 5, refused::toString);
    }

    private static void noMajority(FakeNode.Link link, Request request) {
        try {
            link.send(
                    FakeCluster.failure(
                            request,
                            FailureCode.DEADLINE,
                            "1 of 3 nodes is connected, 2 are needed."));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void anAnswerOfTheWrongKindEndsTheConnectionNotTheClient() throws InterruptedException {
        KeyValue<String, String> kv = connect(options());
        cluster.node(1)
                .behave((link, request) ->
                        link.send(new Response.SpaceDropped(request.correlation())));
        kv.put(cluster.keyOf(1), "x");
        assertEquals(1, awaitWrite().nodeId());
        assertEquals(2, awaitWrite().nodeId());
    }
}
