package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** What a client asks for at once is bounded in bytes, whatever its callers ask for. */
final class LargeValuesTest {
    private static final int VALUE_BYTES = 900_000;
    private static final int KEYS = 100;

    /** How many of these values a connection has under way: what is written counts, read or not. */
    private static final int AT_ONCE_MAX = Connection.UNANSWERED_BYTES_MAX / VALUE_BYTES + 1;

    private final FakeCluster cluster = new FakeCluster(1);

    /** It sends nothing a second time, which would count, because a machine is busy. */
    private final PaxosStore store =
            cluster.connect(
                    ClientOptions.builder()
                            .deadline(Duration.ofSeconds(60))
                            .attemptTimeout(Duration.ofSeconds(30)));

    private final KeyValue<String, byte[]> kv = store.keyValue("test", Codec.utf8(), Codec.bytes());

    /** A node that takes requests as they come and answers one after the other, slowly. */
    private final class SlowNode {
        private record Waiting(FakeNode.Link link, Request request) {}

        private final BlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
        private final AtomicInteger waiting = new AtomicInteger();
        private volatile int most;

        SlowNode() {
            cluster.node(1)
                    .behave((link, request) -> {
                        if (request instanceof Request.FollowTopology
                                || request instanceof Request.FollowCatalog) {
                            link.serve(request); // the client's own, beside what is counted
                            return;
                        }
                        most = Math.max(most, waiting.incrementAndGet());
                        queue.add(new Waiting(link, request));
                    });
            Thread serving = new Thread(this::serve);
            serving.setDaemon(true);
            serving.start();
        }

        private void serve() {
            try {
                while (true) {
                    Waiting next = queue.take();
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
                    int unused = waiting.decrementAndGet();
                    next.link.serve(next.request);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @AfterEach
    void close() {
        store.close();
        cluster.close();
    }

    private Map<String, byte[]> values() {
        Map<String, byte[]> values = new LinkedHashMap<>();
        for (int i = 0; i < KEYS; i++) {
            values.put("large" + i, new byte[VALUE_BYTES]);
        }
        return values;
    }

    @Test
    void aBatchOfLargeValuesIsWrittenAndReadAFewAtATime() {
        SlowNode writing = new SlowNode();
        assertTrue(kv.putAll(values()).values().stream().allMatch(KeyResult::isDone));
        assertTrue(writing.most <= AT_ONCE_MAX, "written at once: " + writing.most);

        // What the keys hold is not known before the first ones have come.
        SlowNode reading = new SlowNode();
        Map<String, KeyResult<Optional<byte[]>>> read = kv.getAll(values().keySet());
        assertEquals(KEYS, read.size());
        assertTrue(read.values().stream().allMatch(KeyResult::isDone));
        assertTrue(reading.most <= 32, "read at once: " + reading.most);
    }

    @Test
    void asynchronousWritesWaitInTheClientNotInTheServer() {
        SlowNode node = new SlowNode();
        List<CompletableFuture<Long>> calls = new ArrayList<>();
        values().forEach((key, value) -> calls.add(kv.putAsync(key, value)));
        calls.forEach(CompletableFuture::join);
        assertTrue(node.most <= AT_ONCE_MAX, "written at once: " + node.most);
    }

    @Test
    void readsAreBoundedOnceItIsKnownHowLongAnswersAre() {
        assertTrue(kv.putAll(values()).values().stream().allMatch(KeyResult::isDone));
        assertEquals(VALUE_BYTES, kv.get("large0").orElseThrow().length);
        SlowNode node = new SlowNode();
        List<CompletableFuture<Optional<byte[]>>> calls = new ArrayList<>();
        values().keySet().forEach(key -> calls.add(kv.getAsync(key)));
        calls.forEach(CompletableFuture::join);
        assertTrue(node.most <= AT_ONCE_MAX, "read at once: " + node.most);
    }

    /** What brings a node down must not be carried to all others in a moment. */
    @Test
    void aCallThatTwoNodesDiedOfWaits() throws InterruptedException {
        try (FakeCluster three = new FakeCluster(3);
                PaxosStore client =
                        three.connect(
                                ClientOptions.builder()
                                        .deadline(Duration.ofSeconds(20))
                                        .backoff(Duration.ofMillis(300), Duration.ofMillis(300)))) {
            KeyValue<String, String> keys = FakeCluster.open(client);
            three.warmUp(keys);
            BlockingQueue<Long> arrivals = new LinkedBlockingQueue<>();
            for (int id = 1; id <= 2; id++) {
                three.node(id)
                        .behave((link, request) -> {
                            if (request instanceof Request.KvWrite) {
                                arrivals.add(System.nanoTime());
                                link.reset();
                            } else {
                                link.serve(request);
                            }
                        });
            }
            three.node(3)
                    .behave((link, request) -> {
                        if (request instanceof Request.KvWrite) {
                            arrivals.add(System.nanoTime());
                        }
                        link.serve(request);
                    });
            long version = keys.put(three.keyOf(1), "v");
            assertTrue(version > 0);
            long unused = arrivals.take();
            long second = arrivals.take();
            long third = arrivals.take();
            // At least half of the back-off, which is never less.
            assertTrue(third - second >= TimeUnit.MILLISECONDS.toNanos(140));
        }
    }

    @Test
    void anOverloadedNodeIsAskedAgainAfterABackoffNotAtOnce() {
        AtomicInteger asked = new AtomicInteger();
        cluster.node(1)
                .behave((link, request) -> {
                    if (request instanceof Request.KvRead && asked.incrementAndGet() < 5) {
                        link.send(
                                new Response.Failure(
                                        request.correlation(), FailureCode.OVERLOADED, 0, "busy"));
                    } else {
                        link.serve(request);
                    }
                });
        long begin = System.nanoTime();
        assertEquals(Optional.empty(), kv.get("nothing"));
        // 5, 10, 20 and 40 ms, less at most a half each.
        assertTrue(System.nanoTime() - begin >= TimeUnit.MILLISECONDS.toNanos(37));
        assertEquals(5, asked.get());
    }
}
