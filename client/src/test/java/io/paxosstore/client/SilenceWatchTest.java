package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.wire.Request;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Nodes that fall silent, and nodes that are merely slow. */
@Timeout(60)
final class SilenceWatchTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final FakeCluster cluster = new FakeCluster(3);
    private final List<PaxosStore> stores = new ArrayList<>();

    @AfterEach
    void close() {
        stores.forEach(PaxosStore::close);
        cluster.close();
    }

    private PaxosStore connect(Duration silenceTimeout) {
        PaxosStore store =
                cluster.connect(
                        ClientOptions.builder()
                                .deadline(LONG)
                                .attemptTimeout(LONG)
                                .silenceTimeout(silenceTimeout)
                                .closeTimeout(Duration.ofMillis(50)));
        stores.add(store);
        return store;
    }

    private KeyValue<String, String> warm(PaxosStore store) throws InterruptedException {
        KeyValue<String, String> kv = FakeCluster.open(store);
        cluster.warmUp(kv);
        return kv;
    }

    /** The node that the next write arrives at. */
    private int nextWritten() throws InterruptedException {
        return cluster.awaitRequest(Request.KvWrite.class).nodeId();
    }

    @Test
    void aNodeThatFallsSilentIsPassedOverLongBeforeTheAttemptTimeout() throws InterruptedException {
        PaxosStore store = connect(Duration.ofMillis(20));
        KeyValue<String, String> kv = warm(store);
        cluster.node(1).behave((link, request) -> {});
        kv.put(cluster.keyOf(1), "x");
        assertEquals(1, nextWritten());
        assertEquals(2, nextWritten());
        kv.put(cluster.keyOf(1), "x");
        assertEquals(2, nextWritten(), "node 1 is suspect: not asked first any more");
        assertEquals(NodeState.Status.SUSPECT, store.nodes().get(0).status());
    }

    @Test
    void aSlowNodeThatShowsSignsOfLifeIsNotPassedOver() throws Exception {
        KeyValue<String, String> kv = warm(connect(Duration.ofMillis(500)));
        CountDownLatch pinged = new CountDownLatch(2);
        Queue<Runnable> held = new ConcurrentLinkedQueue<>();
        cluster.node(1)
                .behave((link, request) -> {
                    if (request instanceof Request.Ping) {
                        pinged.countDown();
                        link.serve(request);
                    } else {
                        held.add(() -> serve(link, request));
                    }
                });
        CompletableFuture<?> call = kv.putAsync(cluster.keyOf(1), "x").toCompletableFuture();
        assertEquals(1, nextWritten());
        assertTrue(pinged.await(20, TimeUnit.SECONDS));
        held.remove().run();
        call.get(20, TimeUnit.SECONDS);
        assertTrue(cluster.seen.stream().noneMatch(seen -> seen.nodeId() != 1));
    }

    private static void serve(FakeNode.Link link, Request request) {
        try {
            link.serve(request);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aFalseAlarmIsForgottenWhenTheNodeSpeaks() throws InterruptedException {
        PaxosStore store = connect(Duration.ofMillis(20));
        KeyValue<String, String> kv = warm(store);
        CountDownLatch resumed = new CountDownLatch(1);
        cluster.node(1)
                .behave((link, request) -> {
                    try {
                        resumed.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    link.serve(request);
                });
        kv.put(cluster.keyOf(1), "x");
        assertEquals(NodeState.Status.SUSPECT, store.nodes().get(0).status());
        resumed.countDown();
        while (store.nodes().get(0).status() != NodeState.Status.CONNECTED) {
            Thread.onSpinWait();
        }
        cluster.seen.clear();
        kv.put(cluster.keyOf(1), "x");
        assertEquals(1, nextWritten());
    }
}
