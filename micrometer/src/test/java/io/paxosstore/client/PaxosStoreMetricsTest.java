package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.paxosstore.micrometer.PaxosStoreMetrics;
import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What the registry shows is what happened at scripted nodes. */
@Timeout(60)
final class PaxosStoreMetricsTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final FakeCluster cluster = new FakeCluster(1);
    private final CountDownLatch connectedAgain = new CountDownLatch(2);
    private final PaxosStore store =
            cluster.connect(
                    ClientOptions.builder()
                            .deadline(LONG)
                            .attemptTimeout(Duration.ofSeconds(20))
                            .silenceTimeout(LONG)
                            .closeTimeout(Duration.ofMillis(50))
                            .nodeListener(state -> {
                                if (state.status() == NodeState.Status.CONNECTED) {
                                    connectedAgain.countDown();
                                }
                            }));
    private final KeyValue<String, String> kv = FakeCluster.open(store);
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final PaxosStoreMetrics metrics =
            new PaxosStoreMetrics(store, Tags.of("application", "shop"));

    PaxosStoreMetricsTest() {
        metrics.bindTo(registry);
    }

    @AfterEach
    void close() {
        store.close();
        cluster.close();
    }

    private Timer calls(String model, String operation, String outcome, String reason) {
        return registry.get("paxosstore.client.calls")
                .tags("model", model, "operation", operation)
                .tags("outcome", outcome, "reason", reason)
                .tag("application", "shop")
                .timer();
    }

    private double retries(String operation) {
        return registry.get("paxosstore.client.retries")
                .tag("operation", operation)
                .counter()
                .count();
    }

    private double gauge(String name, String... tags) {
        return registry.get(name).tags(tags).gauge().value();
    }

    @Test
    void callsAreTimedByModelOperationAndOutcome() {
        kv.put("a", "1");
        kv.put("b", "2");
        assertEquals("1", kv.get("a").orElseThrow());
        var unused = store.createSpaceIfAbsent("inbox", SpaceKind.ENTITY);
        Entity alice = store.entity("inbox", "alice");
        alice.value("n", Codec.longs()).increment(1);
        var unusedToo =
                alice.multiOp()
                        .then(alice.value("n", Codec.longs()).op().increment(1))
                        .then(alice.value("n", Codec.longs()).op().increment(1))
                        .execute();

        assertEquals(2, calls("key_value", "put", "answered", "none").count());
        assertEquals(1, calls("key_value", "get", "answered", "none").count());
        assertEquals(1, calls("space", "create", "answered", "none").count());
        assertEquals(1, calls("value", "increment", "answered", "none").count());
        assertEquals(1, calls("entity", "MultiOp", "answered", "none").count());
        assertTrue(
                calls("key_value", "put", "answered", "none").totalTime(TimeUnit.NANOSECONDS) > 0);
        assertEquals(0, retries("put"));
        assertEquals(0, gauge("paxosstore.client.open.calls"));
    }

    @Test
    void whatWasNotDoneIsCountedByItsReason() {
        cluster.node(1)
                .behave((link, request) -> {
                    if (request instanceof Request.KvWrite) {
                        link.send(
                                FakeCluster.failure(
                                        request, FailureCode.UNKNOWN_SPACE, "It was dropped."));
                    } else {
                        link.serve(request);
                    }
                });
        assertThrows(NotDoneException.class, () -> kv.put("a", "1"));
        assertThrows(NotDoneException.class, () -> kv.put("k".repeat(1000), "1")); // not even sent
        assertEquals(1, calls("key_value", "put", "not_done", "unknown_space").count());
        assertEquals(1, calls("key_value", "put", "not_done", "key_too_large").count());
    }

    @Test
    void whatMayHaveHappenedIsUnknown() {
        cluster.node(1)
                .behave((link, request) -> {
                    if (!(request instanceof Request.KvWrite)) {
                        link.serve(request);
                    }
                });
        assertThrows(
                OutcomeUnknownException.class,
                () -> kv.with(CallOptions.DEFAULT.deadline(Duration.ofMillis(50))).put("a", "1"));
        assertEquals(1, calls("key_value", "put", "unknown", "none").count());
    }

    @Test
    void retriesAndReconnectsAreCounted() throws InterruptedException {
        AtomicInteger resets = new AtomicInteger(1);
        cluster.node(1)
                .behave((link, request) -> {
                    if (request instanceof Request.KvWrite && resets.getAndDecrement() > 0) {
                        link.reset();
                    } else {
                        link.serve(request);
                    }
                });
        kv.put("a", "1");
        assertTrue(connectedAgain.await(30, TimeUnit.SECONDS));
        assertEquals(1, retries("put"));
        assertEquals(1, calls("key_value", "put", "answered", "none").count());
        assertEquals(1, registry.get("paxosstore.client.reconnects").functionCounter().count());
    }

    @Test
    void nodesAreCountedByTheirStanding() {
        assertEquals(1, gauge("paxosstore.client.nodes", "status", "connected"));
        assertEquals(0, gauge("paxosstore.client.nodes", "status", "suspect"));
        assertEquals(0, gauge("paxosstore.client.nodes", "status", "disconnected"));
        assertEquals(0, gauge("paxosstore.client.nodes", "status", "not_tried"));
    }

    @Test
    void eventsThatNobodyHasTakenAreCounted() throws InterruptedException {
        var unused = store.createSpaceIfAbsent("inbox", SpaceKind.ENTITY);
        Entity alice = store.entity("inbox", "alice");
        cluster.node(1)
                .behave((link, request) -> {
                    if (request instanceof Request.Watch watch) {
                        long id = watch.correlation();
                        link.send(new Response.Watched(id, 0, 1000));
                        for (int entry = 1; entry <= 3; entry++) {
                            long version = EntityVersion.of(entry, 0);
                            link.send(new Response.Changed(id, version, true, List.of()));
                        }
                    } else {
                        link.serve(request);
                    }
                });
        try (Watch watch = alice.watch(1)) {
            assertEquals(1, cluster.awaitRequest(Request.Watch.class).nodeId());
            var unusedToo = kv.get("a"); // answered on the same connection, behind the events
            assertEquals(3, gauge("paxosstore.client.watch.events"));
            assertTrue(watch.next(LONG).isPresent());
            assertEquals(2, gauge("paxosstore.client.watch.events"));
        }
        assertEquals(0, gauge("paxosstore.client.watch.events"));
    }

    @Test
    void everyMeterSaysWhatItIs() {
        kv.put("a", "1");
        assertEquals(9, registry.getMeters().size());
        for (Meter meter : registry.getMeters()) {
            assertNotNull(meter.getId().getDescription(), () -> meter.getId().toString());
            assertNotNull(meter.getId().getBaseUnit(), () -> meter.getId().toString());
            assertEquals("shop", meter.getId().getTag("application"));
        }
    }

    @Test
    void nothingIsLeftWhenClosed() {
        kv.put("a", "1");
        metrics.close();
        kv.put("a", "2");
        assertEquals(List.of(), registry.getMeters());
    }

    /** A listener's fault is its own. */
    @Test
    void aFailingListenerHurtsNoCall() {
        store.addCallListener(report -> {
            throw new IllegalStateException("planted");
        });
        kv.put("a", "1");
        assertEquals("1", kv.get("a").orElseThrow());
        assertEquals(1, calls("key_value", "get", "answered", "none").count());
    }

    /** Registries hold what gauges are of weakly. */
    @Test
    void anApplicationMayKeepNothingButHandles() {
        MeterRegistry its = new SimpleMeterRegistry();
        KeyValue<String, String> handle = bound(its);
        for (int i = 0; i < 5; i++) {
            System.gc();
        }
        assertEquals("x", handle.get("a").orElseThrow());
        assertEquals(0, its.get("paxosstore.client.open.calls").gauge().value());
        assertTrue(its.get("paxosstore.client.nodes").gauge().value() >= 0);
    }

    private KeyValue<String, String> bound(MeterRegistry to) {
        PaxosStore another = cluster.connect(); // its threads end with the test's process
        new PaxosStoreMetrics(another).bindTo(to);
        KeyValue<String, String> handle = FakeCluster.open(another);
        handle.put("a", "x");
        return handle;
    }
}
