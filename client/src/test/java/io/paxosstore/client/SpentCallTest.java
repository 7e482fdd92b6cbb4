package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Calls whose attempts are used up end with the last answer, not at their deadline. */
@Timeout(60)
final class SpentCallTest {
    private static final Duration ATTEMPT = Duration.ofMillis(100);
    private static final Duration LONG = Duration.ofMinutes(10);

    private final FakeCluster cluster = new FakeCluster(3);
    private final List<PaxosStore> stores = new ArrayList<>();

    /** What nodes have not answered yet. */
    private final BlockingQueue<Held> held = new LinkedBlockingQueue<>();

    private record Held(FakeNode.Link link, Request request) {
        void fail(FailureCode code) throws IOException {
            link.send(FakeCluster.failure(request, code, "No."));
        }
    }

    @AfterEach
    void close() {
        stores.forEach(PaxosStore::close);
        cluster.close();
    }

    private KeyValue<String, String> connect(int attemptsMax) throws InterruptedException {
        PaxosStore store =
                cluster.connect(
                        ClientOptions.builder()
                                .deadline(LONG)
                                .attemptTimeout(ATTEMPT)
                                .silenceTimeout(Duration.ofSeconds(50))
                                .attemptsMax(attemptsMax)
                                .closeTimeout(Duration.ofMillis(50)));
        stores.add(store);
        KeyValue<String, String> kv = FakeCluster.open(store);
        cluster.warmUp(kv);
        for (int id = 1; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) -> {
                        if (request instanceof Request.KvWrite || request instanceof Request.Ping) {
                            held.add(new Held(link, request));
                        } else {
                            link.serve(request);
                        }
                    });
        }
        return kv;
    }

    private Held next() throws InterruptedException {
        Held next;
        do {
            next = held.poll(20, TimeUnit.SECONDS);
        } while (next != null && next.request() instanceof Request.Ping);
        if (next == null) {
            throw new AssertionError("nothing arrived");
        }
        return next;
    }

    /** Another call of the same kind, which began later, has used up its attempts and its time. */
    private void awaitSpent(KeyValue<String, String> kv, int attemptsMax) {
        KeyValue<String, String> brief =
                kv.with(CallOptions.DEFAULT.deadline(ATTEMPT.multipliedBy(4L * attemptsMax)));
        assertThrows(OutcomeUnknownException.class, () -> brief.put(cluster.keyOf(1), "later"));
    }

    private static @Nullable Throwable failure(CompletableFuture<Long> put) {
        return assertThrows(ExecutionException.class, () -> put.get(20, TimeUnit.SECONDS))
                .getCause();
    }

    @Test
    void theLastAnswerEndsIt() throws Exception {
        KeyValue<String, String> kv = connect(1);
        CompletableFuture<Long> put = kv.putAsync(cluster.keyOf(1), "x");
        Held first = next();
        awaitSpent(kv, 1);
        assertFalse(put.isDone());
        first.fail(FailureCode.OVERLOADED);
        OverloadedException e = assertInstanceOf(OverloadedException.class, failure(put));
        assertTrue(e.toString().contains("No (sent to "), e.toString());
        assertEquals(0, stores.get(0).statistics().callsOpen());
    }

    @Test
    void aBrokenConnectionEndsIt() throws Exception {
        KeyValue<String, String> kv = connect(1);
        CompletableFuture<Long> put = kv.putAsync(cluster.keyOf(1), "x");
        Held first = next();
        awaitSpent(kv, 1);
        first.link().reset();
        assertInstanceOf(OutcomeUnknownException.class, failure(put));
        assertEquals(0, stores.get(0).statistics().callsOpen());
    }

    /** The newest attempt has its answer before an older one. */
    @Test
    void theLastAnswerMayBeOfAnOlderAttempt() throws Exception {
        KeyValue<String, String> kv = connect(2);
        CompletableFuture<Long> put = kv.putAsync(cluster.keyOf(1), "x");
        Held older = next();
        Held newest = next();
        awaitSpent(kv, 2);
        newest.fail(FailureCode.NOT_READY);
        assertEquals(Optional.empty(), kv.get(cluster.keyOf(1))); // its answers come behind
        assertEquals(Optional.empty(), kv.get(cluster.keyOf(2)));
        assertFalse(put.isDone(), "the older attempt may still be answered");
        older.fail(FailureCode.OVERLOADED);
        assertInstanceOf(OverloadedException.class, failure(put));
    }
}
