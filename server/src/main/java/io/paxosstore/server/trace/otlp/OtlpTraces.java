package io.paxosstore.server.trace.otlp;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.paxosstore.protocol.model.TraceContext;
import io.paxosstore.server.Version;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.config.TracingSettings;
import io.paxosstore.server.trace.TraceSink;
import io.paxosstore.server.trace.TracedRequest;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Makes a span of kind SERVER of each request, and sends it to a collector by OTLP over HTTP. What
 * waits is bounded; a thread of its own sends it. Thread-safe.
 */
public final class OtlpTraces implements TraceSink {
    private static final long CLOSE_MILLIS = 2_000;
    private static final int BATCH_SPANS_MAX = 512;

    private static final AttributeKey<String> DB_SYSTEM_NAME =
            AttributeKey.stringKey("db.system.name");
    private static final AttributeKey<String> DB_OPERATION_NAME =
            AttributeKey.stringKey("db.operation.name");
    private static final AttributeKey<String> DB_NAMESPACE = AttributeKey.stringKey("db.namespace");
    private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    private static final AttributeKey<String> MODEL = AttributeKey.stringKey("paxosstore.model");
    private static final AttributeKey<String> OUTCOME =
            AttributeKey.stringKey("paxosstore.outcome");
    private static final AttributeKey<Long> NODE = AttributeKey.longKey("paxosstore.node");

    /** Held, or its level would be forgotten: libraries are to write nothing beside the log. */
    private static final Logger LIBRARY = Logger.getLogger("io.opentelemetry");

    private final long nodeId;
    private final SdkTracerProvider provider;
    private final Tracer tracer;

    private final SpansSent spans;
    private final LongAdder taken = new LongAdder();

    private OtlpTraces(Configuration configuration, SpansSent spans, SpanProcessor processor) {
        this.spans = spans;
        this.nodeId = configuration.get(Settings.NODE_ID);
        this.provider =
                SdkTracerProvider.builder()
                        .setResource(Resource.getDefault().merge(resource(configuration)))
                        // What its client does not want sampled does not come here.
                        .setSampler(Sampler.alwaysOn())
                        .addSpanProcessor(processor)
                        .build();
        this.tracer = provider.get("io.paxosstore.server");
    }

    /**
     * Begins to send to where a configuration says.
     *
     * @param isEmbedded whether the process is somebody else's, who may hear of the library
     */
    public static TraceSink start(Configuration configuration, boolean isEmbedded) {
        if (!isEmbedded) {
            LIBRARY.setLevel(Level.OFF); // SpansSent says it, in the log and once
        }
        String endpoint = configuration.get(TracingSettings.ENDPOINT);
        int queue = configuration.get(TracingSettings.QUEUE);
        SpanExporter exporter =
                OtlpHttpSpanExporter.builder()
                        .setEndpoint(endpoint)
                        .setTimeout(configuration.get(TracingSettings.TIMEOUT))
                        .build();
        SpansSent spans = new SpansSent(exporter, endpoint);
        return new OtlpTraces(
                configuration,
                spans,
                BatchSpanProcessor.builder(spans)
                        .setMaxQueueSize(queue)
                        .setMaxExportBatchSize(Math.min(queue, BATCH_SPANS_MAX))
                        .setScheduleDelay(configuration.get(TracingSettings.INTERVAL))
                        .setExporterTimeout(configuration.get(TracingSettings.TIMEOUT))
                        .build());
    }

    private static Resource resource(Configuration configuration) {
        return Resource.create(
                Attributes.builder()
                        .put("service.name", configuration.get(TracingSettings.SERVICE))
                        .put("service.namespace", configuration.get(Settings.CLUSTER_ID))
                        .put("service.instance.id", "" + configuration.get(Settings.NODE_ID))
                        .put("service.version", Version.text())
                        .build());
    }

    @Override
    public long taken() {
        return taken.sum();
    }

    @Override
    public long sent() {
        return spans.sent();
    }

    @Override
    public void add(TracedRequest request) {
        taken.increment();
        String space = request.space();
        SpanBuilder builder =
                tracer.spanBuilder(
                                request.operation()
                                        + " "
                                        + (space.isEmpty() ? request.model() : space))
                        .setParent(Context.root().with(Span.wrap(remote(request.parent()))))
                        .setSpanKind(SpanKind.SERVER)
                        .setStartTimestamp(request.startEpochNanos(), TimeUnit.NANOSECONDS)
                        .setAttribute(DB_SYSTEM_NAME, "paxosstore")
                        .setAttribute(DB_OPERATION_NAME, request.operation())
                        .setAttribute(MODEL, request.model())
                        .setAttribute(NODE, nodeId)
                        .setAttribute(OUTCOME, request.ending().outcome());
        if (!space.isEmpty()) {
            builder.setAttribute(DB_NAMESPACE, space);
        }
        Span span = builder.startSpan();
        switch (request.ending().fault()) {
            case NONE -> {}
            case CLIENT -> span.setAttribute(ERROR_TYPE, request.ending().outcome());
            case SERVER -> {
                span.setAttribute(ERROR_TYPE, request.ending().outcome());
                span.setStatus(StatusCode.ERROR);
            }
        }
        span.end(request.startEpochNanos() + request.nanos(), TimeUnit.NANOSECONDS);
    }

    private static SpanContext remote(TraceContext context) {
        return SpanContext.createFromRemoteParent(
                TraceId.fromLongs(context.traceIdHigh(), context.traceIdLow()),
                SpanId.fromLong(context.spanId()),
                TraceFlags.fromByte((byte) context.flags()),
                TraceState.getDefault());
    }

    @Override
    public void close() {
        var _ = provider.shutdown().join(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    }
}
