package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.paxosstore.opentelemetry.PaxosStoreTracing;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The spans are what happened at scripted nodes, and the nodes are told of the sampled ones. */
@Timeout(60)
final class PaxosStoreTracingTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final FakeCluster cluster = new FakeCluster(1);
    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final List<PaxosStore> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(PaxosStore::close);
        cluster.close();
    }

    private OpenTelemetrySdk sdk(Sampler sampler) {
        return OpenTelemetrySdk.builder()
                .setTracerProvider(
                        SdkTracerProvider.builder()
                                .setSampler(sampler)
                                .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                                .build())
                .build();
    }

    private KeyValue<String, String> connect(OpenTelemetrySdk sdk) {
        return connect(new PaxosStoreTracing(sdk));
    }

    private KeyValue<String, String> connect(CallTracer tracer) {
        return connect(options().callTracer(tracer));
    }

    private static ClientOptions.Builder options() {
        return ClientOptions.builder()
                .deadline(LONG)
                .attemptTimeout(Duration.ofSeconds(20))
                .silenceTimeout(LONG)
                .closeTimeout(Duration.ofMillis(50));
    }

    /** A node answers what it can do before it answers the first call. */
    private KeyValue<String, String> connect(ClientOptions.Builder options) {
        PaxosStore store = cluster.connect(options);
        open.add(store);
        KeyValue<String, String> kv = FakeCluster.open(store);
        exporter.reset();
        return kv;
    }

    /** Runs work while a span is current, which then ends; returns that span's id. */
    private static String within(OpenTelemetrySdk sdk, Runnable work) {
        Span span = sdk.getTracer("test").spanBuilder("caller").startSpan();
        Context.current().with(span).wrap(work).run();
        span.end();
        return span.getSpanContext().getSpanId();
    }

    private List<SpanData> spans(String name) {
        return exporter.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .toList();
    }

    private SpanData span(String name) {
        List<SpanData> spans = spans(name);
        assertEquals(1, spans.size(), exporter.getFinishedSpanItems().toString());
        return spans.get(0);
    }

    private static String text(SpanData span, String key) {
        return String.valueOf(span.getAttributes().get(AttributeKey.stringKey(key)));
    }

    private static long number(SpanData span, String key) {
        Long number = span.getAttributes().get(AttributeKey.longKey(key));
        return number == null ? -1 : number;
    }

    private List<Request> seen() {
        List<FakeCluster.Seen> seen = new ArrayList<>();
        cluster.seen.drainTo(seen);
        return seen.stream().map(FakeCluster.Seen::request).toList();
    }

    @Test
    void aCallIsASpanOfItsCaller() {
        OpenTelemetrySdk sdk = sdk(Sampler.alwaysOn());
        KeyValue<String, String> kv = connect(sdk);
        String caller = within(sdk, () -> kv.put("a", "1"));
        SpanData put = span("put test");
        assertEquals(SpanKind.CLIENT, put.getKind());
        assertEquals(caller, put.getParentSpanId());
        assertEquals(span("caller").getTraceId(), put.getTraceId());
        assertEquals(StatusCode.UNSET, put.getStatus().getStatusCode());
        assertEquals("paxosstore", text(put, "db.system.name"));
        assertEquals("put", text(put, "db.operation.name"));
        assertEquals("test", text(put, "db.namespace"));
        assertEquals("key_value", text(put, "paxosstore.model"));
        assertEquals("127.0.0.1", text(put, "server.address"));
        assertEquals(cluster.node(1).port(), number(put, "server.port"));
        assertEquals(-1, number(put, "paxosstore.retries"));
        assertEquals(List.of(), put.getEvents());
    }

    @Test
    void spansSayWhatTheyAreAboutAndNothingOfIt() {
        KeyValue<String, String> kv = connect(sdk(Sampler.alwaysOn()));
        kv.put("secret-key", "secret-value");
        PaxosStore store = open.get(0);
        var unused = store.createSpaceIfAbsent("inbox", SpaceKind.ENTITY);
        store.entity("inbox", "secret-id").value("secret-name", Codec.longs()).increment(1);
        assertEquals("value", text(span("increment inbox"), "paxosstore.model"));
        assertEquals("space", text(span("create inbox"), "paxosstore.model"));
        var unusedToo = store.listSpaces();
        assertEquals("null", text(span("list space"), "db.namespace"));
        assertFalse(exporter.getFinishedSpanItems().toString().contains("secret"));
    }

    @Test
    void nodesThatWantItAreToldOfTheSpan() {
        cluster.takeTraces();
        KeyValue<String, String> kv = connect(sdk(Sampler.alwaysOn()));
        cluster.seen.clear();
        kv.put("a", "1");
        assertEquals("1", kv.get("a").orElseThrow());
        SpanData put = span("put test");
        List<Request> seen =
                seen().stream()
                        .filter(request -> !(request instanceof Request.FollowTopology))
                        .toList();
        assertEquals(2, seen.size(), seen.toString());
        Request.Traced traced = (Request.Traced) seen.get(0);
        assertEquals(put.getTraceId(), traced.context().traceIdText());
        assertEquals(put.getSpanId(), traced.context().spanIdText());
        assertTrue(traced.context().isSampled());
        assertTrue(traced.request() instanceof Request.KvWrite);
        assertTrue(((Request.Traced) seen.get(1)).request() instanceof Request.KvRead);
    }

    @Test
    void nodesOfBeforeAreToldNothing() {
        KeyValue<String, String> kv = connect(sdk(Sampler.alwaysOn()));
        kv.put("a", "1");
        assertEquals(1, spans("put test").size());
        List<Request> seen = seen();
        assertTrue(seen.stream().anyMatch(request -> request instanceof Request.Features));
        assertTrue(seen.stream().anyMatch(request -> request instanceof Request.KvWrite));
        assertFalse(seen.stream().anyMatch(request -> request instanceof Request.Traced));
    }

    @Test
    void whatIsNotSampledIsNotTold() {
        cluster.takeTraces();
        KeyValue<String, String> kv = connect(sdk(Sampler.alwaysOff()));
        kv.put("a", "1");
        assertEquals(List.of(), exporter.getFinishedSpanItems());
        assertFalse(seen().stream().anyMatch(request -> request instanceof Request.Traced));
    }

    @Test
    void withoutATracerNothingIsAskedOrTold() {
        cluster.takeTraces();
        KeyValue<String, String> kv = connect(options());
        kv.put("a", "1");
        List<Request> seen = seen();
        assertTrue(seen.stream().anyMatch(request -> request instanceof Request.KvWrite));
        assertFalse(
                seen.stream()
                        .anyMatch(request ->
                                request instanceof Request.Features
                                        || request instanceof Request.Traced));
    }

    @Test
    void whatWasNotDoneHasFailed() {
        KeyValue<String, String> kv = connect(sdk(Sampler.alwaysOn()));
        cluster.node(1)
                .behave((link, request) ->
                        link.send(FakeCluster.failure(request, FailureCode.BAD_REQUEST, "No.")));
        assertThrows(NotDoneException.class, () -> kv.put("a", "1"));
        SpanData put = span("put test");
        assertEquals(StatusCode.ERROR, put.getStatus().getStatusCode());
        assertEquals("refused", text(put, "error.type"));
        assertEquals("127.0.0.1", text(put, "server.address"));

        exporter.reset();
        String longKey = "k".repeat(FakeCluster.KEY_BYTES_MAX + 1);
        assertThrows(NotDoneException.class, () -> kv.put(longKey, "1")); // not even sent
        SpanData refused = span("put test");
        assertEquals("key_too_large", text(refused, "error.type"));
        assertEquals("null", text(refused, "server.address"));

        exporter.reset();
        CompletableFuture<?> closed;
        open.get(0).close();
        closed = kv.getAsync("a");
        assertTrue(closed.isCompletedExceptionally());
        assertEquals("closed", text(span("get test"), "error.type"));
    }

    @Test
    void whatMayHaveHappenedHasFailed() {
        KeyValue<String, String> kv = connect(sdk(Sampler.alwaysOn()));
        cluster.node(1)
                .behave((link, request) -> {
                    if (!(request instanceof Request.KvWrite)) {
                        link.serve(request);
                    }
                });
        assertThrows(
                OutcomeUnknownException.class,
                () -> kv.with(CallOptions.DEFAULT.deadline(Duration.ofMillis(50))).put("a", "1"));
        SpanData put = span("put test");
        assertEquals(StatusCode.ERROR, put.getStatus().getStatusCode());
        assertEquals("unknown", text(put, "error.type"));
    }

    @Test
    void retriesAreEventsOfTheSpan() {
        cluster.takeTraces();
        KeyValue<String, String> kv = connect(sdk(Sampler.alwaysOn()));
        AtomicInteger resets = new AtomicInteger(1);
        cluster.node(1)
                .behave((link, request) -> {
                    boolean isWrite =
                            request instanceof Request.KvWrite
                                    || (request instanceof Request.Traced traced
                                            && traced.request() instanceof Request.KvWrite);
                    if (isWrite && resets.getAndDecrement() > 0) {
                        link.reset();
                    } else {
                        link.serve(request);
                    }
                });
        kv.put("a", "1");
        SpanData put = span("put test");
        assertEquals(1, number(put, "paxosstore.retries"));
        assertEquals(StatusCode.UNSET, put.getStatus().getStatusCode());
        EventData retry = put.getEvents().get(0);
        assertEquals("paxosstore.retry", retry.getName());
        assertEquals(2L, retry.getAttributes().get(AttributeKey.longKey("paxosstore.attempt")));
        assertEquals(
                (long) cluster.node(1).port(),
                retry.getAttributes().get(AttributeKey.longKey("server.port")));
    }

    /** More of them than a batch starts at once: others start when the first have ended. */
    @Test
    void allCallsOfABatchBelongToItsCaller() {
        OpenTelemetrySdk sdk = sdk(Sampler.alwaysOn());
        KeyValue<String, String> kv = connect(sdk);
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < 2 * Batch.WINDOW; i++) {
            values.put("key" + i, "v");
        }
        String caller = within(sdk, () -> kv.putAll(values));
        List<SpanData> puts = spans("put test");
        assertEquals(values.size(), puts.size());
        assertTrue(puts.stream().allMatch(put -> put.getParentSpanId().equals(caller)));
    }

    @Test
    void whatFollowsACallBelongsToItsCaller() throws Exception {
        OpenTelemetrySdk sdk = sdk(Sampler.alwaysOn());
        KeyValue<String, String> kv = connect(sdk);
        List<CompletableFuture<?>> ends = new ArrayList<>();
        Supplier<CompletableFuture<?>> both =
                () -> kv.putAsync("a", "1").thenCompose(version -> kv.getAsync("a"));
        String caller = within(sdk, () -> ends.add(both.get()));
        Object unused = ends.get(0).get(30, TimeUnit.SECONDS);
        assertEquals(caller, span("put test").getParentSpanId());
        assertEquals(caller, span("get test").getParentSpanId());
    }

    /** A tracer's fault is its own. */
    @Test
    void aFailingTracerHurtsNoCall() throws Exception {
        KeyValue<String, String> never =
                connect(
                        (CallTracer)
                                subject -> {
                                    throw new IllegalStateException("planted");
                                });
        never.put("a", "1");
        CallSpan broken = new BrokenSpan();
        KeyValue<String, String> kv = connect((CallTracer) subject -> broken);
        kv.put("a", "2");
        assertEquals("2", kv.getAsync("a").get(30, TimeUnit.SECONDS).orElseThrow());
    }

    /** What would run the work of a span refuses it, or never does it: it is done all the same. */
    @Test
    void anExecutorThatFailsHurtsNoCall() throws Exception {
        Executor refusing =
                work -> {
                    throw new RejectedExecutionException("planted");
                };
        Executor forgetting = work -> {};
        for (Executor current : List.of(refusing, forgetting)) {
            CallTracer tracer =
                    new CallTracer() {
                        @Override
                        public CallSpan begin(Subject subject) {
                            return new BrokenSpan();
                        }

                        @Override
                        public Executor current() {
                            return current;
                        }
                    };
            CallTraces traces = new CallTraces(tracer);
            AtomicInteger done = new AtomicInteger();
            traces.current().execute(done::incrementAndGet);
            assertEquals(1, done.get());
            KeyValue<String, String> kv = connect(tracer);
            kv.put("a", "3");
            assertEquals("3", kv.getAsync("a").get(30, TimeUnit.SECONDS).orElseThrow());
        }
    }
}
