package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls that every node refuses: for how long they are sent again. */
@Timeout(60)
final class RefusedCallTest {
    private static final List<FailureCode> TRANSIENT =
            List.of(FailureCode.OVERLOADED, FailureCode.REBUILDING, FailureCode.UNKNOWN_OUTCOME);

    private final FakeCluster cluster = new FakeCluster(3);
    private PaxosStore store;
    private KeyValue<String, String> kv;

    @BeforeEach
    void connect() throws InterruptedException {
        store =
                cluster.connect(
                        ClientOptions.builder()
                                .deadline(Duration.ofSeconds(40))
                                .attemptTimeout(Duration.ofSeconds(20))
                                .silenceTimeout(Duration.ofSeconds(40))
                                .backoff(Duration.ofMillis(1), Duration.ofMillis(5)));
        kv = FakeCluster.open(store);
        cluster.warmUp(kv);
    }

    @AfterEach
    void close() {
        store.close();
        cluster.close();
    }

    /** A restart or an overload of some seconds is what a long deadline is for. */
    @Test
    void whoIsRefusedGoesOnUntilTheDeadline() {
        AtomicInteger refusals = new AtomicInteger();
        for (int id = 1; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) -> {
                        int before = refusals.get();
                        if (request instanceof Request.KvWrite && before < 40) {
                            refusals.incrementAndGet();
                            FailureCode code = TRANSIENT.get(before % TRANSIENT.size());
                            link.send(FakeCluster.failure(request, code, "Not now."));
                        } else {
                            link.serve(request);
                        }
                    });
        }
        assertTrue(kv.putIfAbsent("a", "x").isApplied());
        assertEquals(40, refusals.get());
        assertEquals(1, cluster.executions());
    }

    /** What brings a fault about everywhere is not sent for as long as its client would wait. */
    @Test
    void whatFailsByAFaultIsGivenUp() {
        for (int id = 1; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) ->
                            link.send(FakeCluster.failure(request, FailureCode.INTERNAL, "Oh.")));
        }
        PaxosStoreException e = assertThrows(PaxosStoreException.class, () -> kv.get("a"));
        assertTrue(e.toString().contains("sent 15 times"), e.toString());
    }
}
