package io.paxosstore.server.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.opentelemetry.PaxosStoreTracing;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.TraceContext;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.node.WireClient;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;

/** From an application through its client and a real node to a collector: one trace. */
@Timeout(120)
final class TracesTest {
    private static final long SERVER_KIND = 2;
    private static final TraceContext CONTEXT =
            TraceContext.of(
                    "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", TraceContext.SAMPLED);

    private static final InMemorySpanExporter CLIENT_SPANS = InMemorySpanExporter.create();
    private static final OpenTelemetrySdk SDK =
            OpenTelemetrySdk.builder()
                    .setTracerProvider(
                            SdkTracerProvider.builder()
                                    .addSpanProcessor(SimpleSpanProcessor.create(CLIENT_SPANS))
                                    .build())
                    .build();

    private static OtlpCollector collector;
    private static EmbeddedCluster cluster;
    private static PaxosStore store;
    private static KeyValue<String, String> keys;

    @BeforeAll
    static void start() throws Exception {
        collector = new OtlpCollector();
        cluster =
                EmbeddedCluster.builder(1)
                        .set("tracing.enabled", "true")
                        .set("tracing.endpoint", collector.url())
                        .set("tracing.interval", "10ms")
                        .set("tracing.service", "orders-db")
                        .start();
        store = connect(cluster);
        var _ = store.createSpaceIfAbsent("keys");
        keys = store.keyValue("keys", Codec.utf8(), Codec.utf8());
    }

    @AfterAll
    static void stop() {
        store.close();
        cluster.close();
        collector.close();
        SDK.close();
    }

    @BeforeEach
    void forget() {
        CLIENT_SPANS.reset();
    }

    private static PaxosStore connect(EmbeddedCluster to) {
        return PaxosStore.connect(
                to.connectString(),
                ClientOptions.builder()
                        .deadline(Duration.ofSeconds(30))
                        .callTracer(new PaxosStoreTracing(SDK))
                        .build());
    }

    private static WireClient wireTo(EmbeddedCluster to) throws Exception {
        WireClient client = new WireClient("127.0.0.1", to.member(1).clientPort());
        assertInstanceOf(Response.Welcome.class, client.hello(Wire.PROTOCOL_VERSION));
        return client;
    }

    private static SpanData clientSpan(String name) {
        return CLIENT_SPANS.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no client's span " + name));
    }

    /** The server's span of that client's. */
    private static OtlpCollector.Exported child(SpanData parent) throws InterruptedException {
        return collector.await(span -> span.parentId().equals(parent.getSpanId()));
    }

    @Test
    void oneTraceGoesThroughClientAndServer() throws Exception {
        Span caller = SDK.getTracer("test").spanBuilder("order").startSpan();
        Runnable order = () -> keys.put("secret", "hidden");
        Context.current().with(caller).wrap(order).run();
        caller.end();
        SpanData put = clientSpan("put keys");
        assertEquals(caller.getSpanContext().getSpanId(), put.getParentSpanId());
        OtlpCollector.Exported write = child(put);
        assertEquals(caller.getSpanContext().getTraceId(), write.traceId());
        assertEquals("KV_WRITE keys", write.name());
        assertEquals(SERVER_KIND, write.kind());
        assertFalse(write.isError());
        assertTrue(write.startNanos() > 0 && write.endNanos() >= write.startNanos());
        assertEquals("paxosstore", write.attributes().get("db.system.name"));
        assertEquals("KV_WRITE", write.attributes().get("db.operation.name"));
        assertEquals("keys", write.attributes().get("db.namespace"));
        assertEquals("key_value", write.attributes().get("paxosstore.model"));
        assertEquals("1", write.attributes().get("paxosstore.node"));
        assertEquals("answered", write.attributes().get("paxosstore.outcome"));
        assertEquals("orders-db", write.resource().get("service.name"));
        assertEquals("1", write.resource().get("service.instance.id"));
        assertFalse(write.toString().contains("secret"));
        assertFalse(write.toString().contains("hidden"));
    }

    @Test
    void requestsOfAllKindsAreTraced() throws Exception {
        var _ = store.createSpaceIfAbsent("entities", SpaceKind.ENTITY);
        assertEquals("CREATE_SPACE entities", child(clientSpan("create entities")).name());
        store.entity("entities", "e").value("n", Codec.longs()).increment(1);
        assertEquals("ENTITY_WRITE entities", child(clientSpan("increment entities")).name());
        var _ = store.entity("entities", "e").value("n", Codec.longs()).get();
        OtlpCollector.Exported read = child(clientSpan("get entities"));
        assertEquals("ENTITY_READ entities", read.name());
        assertEquals("entity", read.attributes().get("paxosstore.model"));
        var _ = keys.scan(new byte[0], Page.of(10));
        assertEquals("READ_KEYS keys", child(clientSpan("scan keys")).name());
        var _ = store.listSpaces();
        assertEquals("LIST_SPACES space", child(clientSpan("list space")).name());
        var _ = store.members().show();
        assertEquals("SHOW_TOPOLOGY cluster", child(clientSpan("show cluster")).name());
        store.dropSpace("entities");
        assertEquals("DROP_SPACE entities", child(clientSpan("drop entities")).name());
    }

    @Test
    void whatFailsSaysWhy() throws Exception {
        Request read = new Request.KvRead(7, 9_000, 99, ReadMode.LINEARIZABLE, new byte[] {1});
        try (WireClient client = wireTo(cluster)) {
            Response response = client.call(new Request.Traced(CONTEXT, read));
            assertEquals(
                    FailureCode.UNKNOWN_SPACE,
                    assertInstanceOf(Response.Failure.class, response).code());
        }
        OtlpCollector.Exported span =
                collector.await(next -> next.parentId().equals(CONTEXT.spanIdText()));
        assertEquals("KV_READ key_value", span.name());
        assertEquals("unknown_space", span.attributes().get("error.type"));
        assertEquals("unknown_space", span.attributes().get("paxosstore.outcome"));
        assertFalse(span.isError(), "the client asked for what is not there");
    }

    @Test
    void whatIsNotSampledIsNotTraced() throws Exception {
        TraceContext quiet = new TraceContext(1, 2, 3, 0);
        TraceContext loud = new TraceContext(1, 2, 4, TraceContext.SAMPLED);
        try (WireClient client = wireTo(cluster)) {
            for (TraceContext context : Arrays.asList(quiet, loud)) {
                assertInstanceOf(
                        Response.SpaceList.class,
                        client.call(new Request.Traced(context, new Request.ListSpaces(7, 9_000))));
            }
        }
        // They are sent in order: the first that comes is not the quiet one's.
        OtlpCollector.Exported span =
                collector.await(next -> next.traceId().equals(quiet.traceIdText()));
        assertEquals(loud.spanIdText(), span.parentId());
    }

    @Test
    void aDamagedContextIsRefusedAndTheConnectionGoesOn() throws Exception {
        try (WireClient client = wireTo(cluster)) {
            ByteBuffer frame = ByteBuffer.allocate(200);
            RequestCodec.encode(
                    new Request.Traced(CONTEXT, new Request.ListSpaces(7, 9_000)), frame);
            byte[] bytes = Arrays.copyOf(frame.array(), frame.position());
            Arrays.fill(bytes, bytes.length - RequestCodec.TRACE_BYTES, bytes.length, (byte) 0);
            client.sendRaw(bytes);
            Response.Failure failure = assertInstanceOf(Response.Failure.class, client.receive());
            assertEquals(FailureCode.BAD_REQUEST, failure.code());
            assertEquals(7, failure.correlation());
            assertInstanceOf(Response.SpaceList.class, client.list());
        }
    }

    @Test
    void oneThatIsNotGreetedIsNotTraced() throws Exception {
        try (WireClient client = new WireClient("127.0.0.1", cluster.member(1).clientPort())) {
            client.send(new Request.Traced(CONTEXT, new Request.ListSpaces(7, 9_000)));
            assertInstanceOf(Response.Goodbye.class, client.receive());
        }
    }

    @Test
    void aCollectorThatRefusesLosesABatchAndNothingElse() throws Exception {
        keys.put("a", "1");
        var _ = child(clientSpan("put keys")); // and so all before it
        collector.refuseOne();
        CLIENT_SPANS.reset();
        keys.put("a", "2");
        String lost = clientSpan("put keys").getSpanId();
        collector.awaitRefusal();
        CLIENT_SPANS.reset();
        keys.put("a", "3");
        String taken = clientSpan("put keys").getSpanId();
        var _ =
                collector.await(span -> {
                    assertNotEquals(lost, span.parentId());
                    return span.parentId().equals(taken);
                });
    }

    @Test
    void aNodeThatIsNotToTraceSaysSoAndServesAllTheSame() throws Exception {
        try (EmbeddedCluster off = EmbeddedCluster.start(1);
                WireClient client = wireTo(off)) {
            assertEquals(new Response.FeaturesKnown(5, 0), client.call(new Request.Features(5)));
            assertInstanceOf(
                    Response.SpaceList.class,
                    client.call(new Request.Traced(CONTEXT, new Request.ListSpaces(7, 9_000))));
        }
        try (WireClient client = wireTo(cluster)) {
            assertEquals(
                    new Response.FeaturesKnown(5, Response.FeaturesKnown.TRACES),
                    client.call(new Request.Features(5)));
        }
    }

    /** It is not even waited for when the node stops. */
    @Test
    void aCollectorThatIsNotThereHindersNothing() throws Exception {
        String nowhere;
        try (OtlpCollector gone = new OtlpCollector()) {
            nowhere = gone.url();
        }
        try (LoggedLines log = new LoggedLines("io.paxosstore.server.trace.otlp.SpansSent");
                EmbeddedCluster alone =
                        EmbeddedCluster.builder(1)
                                .set("tracing.enabled", "true")
                                .set("tracing.endpoint", nowhere)
                                .set("tracing.queue", "1")
                                .set("tracing.timeout", "100ms")
                                .set("tracing.interval", "10ms")
                                .start();
                PaxosStore client = connect(alone)) {
            var _ = client.createSpaceIfAbsent("keys");
            KeyValue<String, String> kv = client.keyValue("keys", Codec.utf8(), Codec.utf8());
            for (int i = 0; i < 200; i++) {
                kv.put("key" + i, "v");
            }
            assertEquals("v", kv.get("key199").orElseThrow());
            String line = log.await();
            assertTrue(line.startsWith("traces_not_sent "), line);
            assertTrue(line.contains(nowhere), line);
            String metrics = alone.node(1).metrics();
            assertTrue(metrics.contains("\npaxosstore_traces_sent_total 0.0\n"), metrics);
            assertTrue(metrics.contains("\npaxosstore_traces_taken_total 20"), metrics);
        }
    }
}
