package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.sql.SqlResult;
import io.paxosstore.client.table.Row;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.TableSchema;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What nobody waits for any more: what was not sent yet is never sent. */
@Timeout(60)
final class InterruptedCallTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final FakeCluster cluster = new FakeCluster(3);
    private final PaxosStore store =
            cluster.connect(
                    ClientOptions.builder()
                            .deadline(LONG)
                            .attemptTimeout(Duration.ofSeconds(50))
                            .silenceTimeout(Duration.ofSeconds(50))
                            .backoff(Duration.ofSeconds(50), Duration.ofSeconds(50))
                            .closeTimeout(Duration.ofMillis(50)));
    private final KeyValue<String, String> kv = FakeCluster.open(store);

    /** A request that a node has not answered. */
    private record Held(FakeNode.Link link, Request request) {
        void serve() throws IOException {
            link.serve(request);
        }
    }

    @AfterEach
    void close() {
        store.close();
        cluster.close();
    }

    /**
     * Makes a call on a thread of its own, which can be interrupted; the future is how it fails.
     */
    private static Thread start(CompletableFuture<Throwable> failure, Runnable call) {
        Thread thread =
                new Thread(() -> {
                    try {
                        call.run();
                        failure.complete(new AssertionError("it was done"));
                    } catch (Throwable e) {
                        failure.complete(e);
                    }
                });
        thread.start();
        return thread;
    }

    private static Throwable interrupt(Thread caller, CompletableFuture<Throwable> failure)
            throws Exception {
        caller.interrupt();
        return failure.get(20, TimeUnit.SECONDS);
    }

    private static void assertNotDone(Throwable failure) {
        NotDoneException notDone = assertInstanceOf(NotDoneException.class, failure);
        assertEquals(NotDoneException.Reason.INTERRUPTED, notDone.reason());
    }

    /** The keys that were written at any node until now. */
    private Set<String> written() {
        Set<String> keys = new TreeSet<>();
        for (FakeCluster.Seen seen : cluster.seen) {
            if (seen.request() instanceof Request.KvWrite write) {
                keys.add(new String(write.key(), StandardCharsets.UTF_8));
            }
        }
        return keys;
    }

    private void loseAllNodes() {
        for (int id = 1; id <= 3; id++) {
            cluster.node(id).close();
        }
        while (store.nodes().stream()
                .anyMatch(node -> node.status() == NodeState.Status.CONNECTED)) {
            Thread.onSpinWait();
        }
    }

    /** Returns when the network thread has seen to everything that was submitted before. */
    private void awaitTurn() {
        KeyValue<String, String> brief =
                kv.with(CallOptions.DEFAULT.deadline(Duration.ofMillis(20)));
        assertThrows(NotDoneException.class, () -> brief.get("x"));
    }

    private void awaitOpen(int calls) {
        while (store.statistics().callsOpen() < calls) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whatWaitsForANodeIsNotSentWhenOneComes() throws Exception {
        loseAllNodes();
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread caller = start(failure, () -> kv.put("a", "old"));
        awaitOpen(1);
        awaitTurn();
        assertNotDone(interrupt(caller, failure));
        cluster.node(2).restart();
        kv.put("b", "new");
        assertEquals(Optional.empty(), kv.get("a"));
        assertEquals(Set.of("b"), written());
        assertEquals(0, store.statistics().callsOpen());
    }

    @Test
    void aFutureThatIsCancelledIsNotSentWhenANodeComes() throws Exception {
        loseAllNodes();
        CompletableFuture<Long> put = kv.putAsync("a", "old");
        awaitTurn();
        assertTrue(put.cancel(false));
        cluster.node(2).restart();
        kv.put("b", "new");
        assertEquals(Set.of("b"), written());
    }

    private Entity entity() {
        var unused = store.createSpaceIfAbsent("people", SpaceKind.ENTITY);
        return store.entity("people", "alice");
    }

    private void assertNoneArrivesAtTheNextNode(Class<? extends Request> type) throws Exception {
        cluster.seen.clear();
        cluster.node(2).restart();
        assertNoneArrives(type);
    }

    private void assertNoneArrives(Class<? extends Request> type) {
        kv.put("b", "new");
        assertEquals(
                List.of(),
                cluster.seen.stream().filter(seen -> type.isInstance(seen.request())).toList());
        assertEquals(0, store.statistics().callsOpen());
    }

    @Test
    void aDropThatIsCancelledIsNotSentWhenANodeComes() throws Exception {
        loseAllNodes();
        CompletableFuture<Void> drop = store.dropSpaceAsync("test");
        awaitTurn();
        assertTrue(drop.cancel(false));
        assertNoneArrivesAtTheNextNode(Request.DropSpace.class);
    }

    @Test
    void whatFollowsACallIsCancelledWithIt() throws Exception {
        Entity alice = entity();
        RowQuery<Row> query = alice.table("t").query();
        loseAllNodes();
        List<CompletableFuture<?>> futures =
                List.of(
                        alice.sqlAsync("SELECT a FROM t"),
                        query.listAsync(),
                        query.firstAsync(),
                        query.countAsync(),
                        query.sumAsync("a"),
                        query.avgAsync("a"),
                        query.minAsync("a"),
                        query.maxAsync("a"));
        awaitTurn();
        futures.forEach(future -> assertTrue(future.cancel(false)));
        assertNoneArrivesAtTheNextNode(Request.EntityRead.class);
    }

    @Test
    void theSecondRequestOfAStatementIsCancelledToo() throws Exception {
        Entity alice = entity();
        alice.table("t")
                .create(TableSchema.builder().column("a", ColumnType.STRING).key("a").build());
        cluster.warmUp(kv);
        CompletableFuture<FakeNode.Link> held = new CompletableFuture<>();
        for (int id = 1; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) -> {
                        if (request instanceof Request.EntityWrite) {
                            held.complete(link);
                        } else {
                            link.serve(request);
                        }
                    });
        }
        CompletableFuture<SqlResult> insert = alice.sqlAsync("INSERT INTO t (a) VALUES ('x')");
        FakeNode.Link link = held.get(20, TimeUnit.SECONDS);
        assertTrue(insert.cancel(false));
        cluster.seen.clear();
        link.reset();
        while (store.nodes().stream()
                .allMatch(node -> node.status() == NodeState.Status.CONNECTED)) {
            Thread.onSpinWait();
        }
        assertNoneArrives(Request.EntityWrite.class);
    }

    @Test
    void whatWasRefusedIsNotDoneAndNotSentAgain() throws Exception {
        cluster.warmUp(kv);
        cluster.node(1)
                .behave((link, request) -> {
                    if (request instanceof Request.KvWrite) {
                        link.send(FakeCluster.failure(request, FailureCode.OVERLOADED, "Wait."));
                    } else {
                        link.serve(request);
                    }
                });
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread caller = start(failure, () -> kv.put(cluster.keyOf(1), "x"));
        assertEquals(1, cluster.awaitRequest(Request.KvWrite.class).nodeId());
        assertEquals(Optional.empty(), kv.get(cluster.keyOf(1))); // its answer comes behind
        assertNotDone(interrupt(caller, failure));
    }

    @Test
    void whatWasSentStaysUnknownAndIsNotSentAgain() throws Exception {
        cluster.warmUp(kv);
        CompletableFuture<FakeNode.Link> held = new CompletableFuture<>();
        cluster.node(1).behave((link, request) -> held.complete(link));
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread caller = start(failure, () -> kv.put(cluster.keyOf(1), "x"));
        FakeNode.Link link = held.get(20, TimeUnit.SECONDS);
        assertInstanceOf(OutcomeUnknownException.class, interrupt(caller, failure));
        cluster.seen.clear();
        link.reset();
        while (store.nodes().get(0).status() == NodeState.Status.CONNECTED) {
            Thread.onSpinWait();
        }
        kv.put(cluster.keyOf(2), "y");
        assertEquals(Set.of(cluster.keyOf(2)), written());
        assertEquals(0, store.statistics().callsOpen());
    }

    @Test
    void aBatchBeginsNoFurtherKey() throws Exception {
        cluster.warmUp(kv);
        int served = 300;
        CountDownLatch arrived = new CountDownLatch(served + Batch.WINDOW);
        AtomicInteger count = new AtomicInteger();
        Queue<Held> held = new ConcurrentLinkedQueue<>();
        for (int id = 1; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) -> {
                        if (count.incrementAndGet() <= served) {
                            link.serve(request);
                        } else {
                            held.add(new Held(link, request));
                        }
                        arrived.countDown();
                    });
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < 10_000; i++) {
            values.put("k" + i, "v");
        }
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread caller = start(failure, () -> kv.putAll(values));
        assertTrue(arrived.await(20, TimeUnit.SECONDS));
        assertInstanceOf(OutcomeUnknownException.class, interrupt(caller, failure));
        Set<String> before = written();
        for (int id = 1; id <= 3; id++) {
            cluster.node(id).behave(FakeNode.Link::serve);
        }
        for (Held one : held) {
            one.serve();
        }
        for (int round = 0; round < 2; round++) { // behind all that the answers have brought about
            for (int id = 1; id <= 3; id++) {
                kv.put(cluster.keyOf(id), "x");
                before.add(cluster.keyOf(id));
            }
        }
        Set<String> further = written();
        further.removeAll(before);
        assertEquals(Set.of(), further);
        assertEquals(served + Batch.WINDOW + 3, before.size());
        assertEquals(0, store.statistics().callsOpen());
    }

    /** Blocks the network thread in a callback of a user's, until this is counted down. */
    private CountDownLatch blockNetworkThread() throws Exception {
        cluster.warmUp(kv);
        CompletableFuture<Held> held = new CompletableFuture<>();
        cluster.node(1).behave((link, request) -> held.complete(new Held(link, request)));
        CountDownLatch isBlocked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Void> unused =
                kv.getAsync(cluster.keyOf(1))
                        .thenAccept(any -> {
                            isBlocked.countDown();
                            await(release);
                        });
        Held get = held.get(20, TimeUnit.SECONDS);
        cluster.node(1).behave(FakeNode.Link::serve);
        get.serve();
        await(isBlocked);
        return release;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(50, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertGivenUp(Executable call) {
        NotDoneException notDone = assertThrows(NotDoneException.class, call);
        assertEquals(NotDoneException.Reason.DEADLINE, notDone.reason());
    }

    /** As each call does: whoever has a deadline has one whatever a callback does. */
    @Test
    void batchesAndScansEndThoughTheNetworkThreadIsBlocked() throws Exception {
        Entity alice = entity();
        CountDownLatch release = blockNetworkThread();
        CallOptions brief = CallOptions.DEFAULT.deadline(Duration.ofMillis(200));
        KeyValue<String, String> hasty = kv.with(brief);
        assertGivenUp(() -> hasty.getAll(List.of("a", "b")));
        assertGivenUp(() -> hasty.scan(new byte[0], Page.of(10)));
        assertGivenUp(() -> alice.with(brief).queue("q", Codec.utf8()).awaitNext(1, Page.of(10)));
        assertThrows(OutcomeUnknownException.class, () -> hasty.putAll(Map.of("a", "x", "b", "y")));
        release.countDown();
        kv.put("c", "new");
        assertEquals(Optional.empty(), kv.get("a"));
        assertEquals(Set.of("c"), written(), "what was given up is not sent");
        assertEquals(0, store.statistics().callsOpen());
    }
}
