package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A request that a node works on for long is not begun at the next one too. */
@Timeout(60)
final class LongRequestTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration ATTEMPT = Duration.ofMillis(250);
    private static final long SIGN_MILLIS = 20;

    private static void sign(FakeNode.Link link, Request request) {
        try {
            link.send(new Response.Pong(request.correlation()));
        } catch (IOException e) {
            // the test is over
        }
    }

    /** The node serves no writes: it becomes suspect while it works on the read. */
    @Test
    void itStaysWhereItIsWorkedOnThoughTheNodeIsSuspect() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        ScheduledExecutorService signs = Executors.newSingleThreadScheduledExecutor();
        try (FakeCluster cluster = new FakeCluster(2);
                PaxosStore store =
                        cluster.connect(
                                ClientOptions.builder()
                                        .deadline(LONG)
                                        .attemptTimeout(ATTEMPT)
                                        .silenceTimeout(LONG))) {
            KeyValue<String, String> kv = FakeCluster.open(store);
            cluster.warmUp(kv);
            String key = cluster.keyOf(1);
            CountDownLatch begun = new CountDownLatch(1);
            cluster.node(1)
                    .behave((link, request) -> {
                        if (request instanceof Request.KvRead) {
                            sign(link, request);
                            begun.countDown();
                            var unused =
                                    signs.scheduleAtFixedRate(
                                            () -> goOn(link, request, done),
                                            SIGN_MILLIS,
                                            SIGN_MILLIS,
                                            TimeUnit.MILLISECONDS);
                        }
                    });
            CompletableFuture<Optional<String>> slow = kv.getAsync(key);
            begun.await();
            cluster.seen.clear();
            for (int i = 0; i <= Node.SUSPECT_TIMEOUTS; i++) {
                kv.put(key, "v" + i);
            }
            assertEquals(NodeState.Status.SUSPECT, store.nodes().get(0).status());
            // What would have gone to node 2 as well has arrived there before the last put.
            assertFalse(
                    cluster.seen.stream()
                            .anyMatch(seen -> seen.request() instanceof Request.KvRead));
            done.countDown();
            assertEquals(Optional.of("v" + Node.SUSPECT_TIMEOUTS), slow.get());
        } finally {
            signs.shutdownNow();
        }
    }

    private static void goOn(FakeNode.Link link, Request request, CountDownLatch done) {
        if (done.getCount() > 0) {
            sign(link, request);
            return;
        }
        try {
            link.serve(request);
        } catch (IOException e) {
            // the test is over
        }
    }
}
