package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.wire.Request;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Which calls are taken: room for those under way, and a client that is closing. */
@Timeout(60)
final class CallRoomTest {
    private static final Duration LONG = Duration.ofSeconds(30);

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

    @Test
    void anAsynchronousCallTooManyIsRefusedAtOnce() throws InterruptedException {
        KeyValue<String, String> kv = connect(options().inFlightMax(2).asyncWaitingMax(1));
        cluster.node(1).behave((link, request) -> {});
        List<CompletableFuture<Long>> open = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            open.add(kv.putAsync(cluster.keyOf(1), "x"));
        }
        ExecutionException e =
                assertThrows(ExecutionException.class, () -> kv.putAsync("b", "x").get());
        assertInstanceOf(OverloadedException.class, e.getCause());
        assertTrue(e.toString().contains("3 asynchronous calls are open"), e.toString());
        assertTrue(open.stream().noneMatch(CompletableFuture::isDone));
    }

    /** No node can take it: it does not keep its place until its deadline. */
    @Test
    void aCancelledCallThatWaitsForANodeMakesRoom() throws InterruptedException {
        KeyValue<String, String> kv = connect(options().inFlightMax(1).asyncWaitingMax(1));
        for (int id = 1; id <= 3; id++) {
            cluster.node(id).close();
        }
        long begun = System.nanoTime();
        for (int i = 0; i < 2; i++) {
            assertTrue(kv.getAsync("a").cancel(false));
        }
        while (stores.get(0).statistics().callsOpen() > 0) {
            assertTrue(System.nanoTime() - begun < LONG.toNanos() / 2, "until their deadline");
            Thread.onSpinWait();
        }
    }

    @Test
    void aBlockingCallWaitsForRoomUntilItsDeadlineAndIsThenCertainlyNotDone()
            throws InterruptedException {
        KeyValue<String, String> kv = connect(options().inFlightMax(1));
        cluster.node(1).behave((link, request) -> {});
        CompletableFuture<Long> first =
                kv.with(CallOptions.DEFAULT.deadline(LONG)).putAsync(cluster.keyOf(1), "x");
        assertEquals(1, awaitWrite().nodeId());
        KeyValue<String, String> brief =
                kv.with(CallOptions.DEFAULT.deadline(Duration.ofMillis(50)));
        OverloadedException e =
                assertThrows(OverloadedException.class, () -> brief.put("late", "x"));
        assertTrue(e.toString().contains("no room for it within 50 ms"), e.toString());
        assertFalse(first.isDone());
        for (int id = 1; id <= 3; id++) {
            cluster.node(id).close();
            cluster.node(id).restart();
        }
        kv.put("next", "x");
        assertTrue(
                cluster.seen.stream()
                        .noneMatch(seen ->
                                seen.request() instanceof Request.KvWrite write
                                        && Arrays.equals(
                                                write.key(),
                                                "late".getBytes(StandardCharsets.UTF_8))),
                "what was told not to be done is never sent");
    }

    @Test
    void batchesOfBlockingCallersWaitForRoom() throws Exception {
        KeyValue<String, String> kv = connect(options().inFlightMax(4).asyncWaitingMax(0));
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < 1000; i++) {
            values.put("batch-" + i, "v");
        }
        assertTrue(kv.putAll(values).values().stream().allMatch(KeyResult::isDone));
        assertTrue(kv.getAll(values.keySet()).values().stream().allMatch(KeyResult::isDone));
    }

    @Test
    void closingWaitsForCallsUnderWay() throws Exception {
        KeyValue<String, String> kv = connect(options().closeTimeout(LONG));
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        cluster.node(1)
                .behave((link, request) -> {
                    arrived.countDown();
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    link.serve(request);
                });
        CompletableFuture<Long> put = kv.putAsync(cluster.keyOf(1), "x");
        assertTrue(arrived.await(20, TimeUnit.SECONDS));
        CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> stores.get(0).close());
        CompletionException refused;
        do {
            refused = refusal(kv);
        } while (refused == null);
        NotDoneException closed = assertInstanceOf(NotDoneException.class, refused.getCause());
        assertEquals(NotDoneException.Reason.CLOSED, closed.reason());
        assertFalse(put.isDone());
        goOn.countDown();
        closing.join();
        assertTrue(put.isDone() && !put.isCompletedExceptionally());
    }

    /** A failed call's exception; null while calls are still taken. */
    private @Nullable CompletionException refusal(KeyValue<String, String> kv) {
        try {
            var unused = kv.getAsync(cluster.keyOf(2)).join();
            return null;
        } catch (CompletionException e) {
            return e;
        }
    }

    @Test
    void closingEndsWhatDoesNotEndByItself() throws InterruptedException {
        KeyValue<String, String> kv = connect(options());
        cluster.node(1).behave((link, request) -> {});
        CompletableFuture<Long> put = kv.putAsync(cluster.keyOf(1), "x");
        CompletableFuture<Optional<String>> get = kv.getAsync(cluster.keyOf(1));
        awaitWrite();
        stores.get(0).close();
        assertInstanceOf(
                OutcomeUnknownException.class,
                assertThrows(CompletionException.class, put::join).getCause());
        assertInstanceOf(
                NotDoneException.class,
                assertThrows(CompletionException.class, get::join).getCause());
    }
}
