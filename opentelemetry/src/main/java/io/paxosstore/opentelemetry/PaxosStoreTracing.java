package io.paxosstore.opentelemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.paxosstore.client.CallSpan;
import io.paxosstore.client.CallTracer;

import java.util.concurrent.Executor;

/**
 * Traces the calls of clients with OpenTelemetry.
 *
 * <pre>{@code
 * ClientOptions options =
 *         ClientOptions.builder().callTracer(new PaxosStoreTracing(openTelemetry)).build();
 * PaxosStore store = PaxosStore.connect(addresses, options);
 * }</pre>
 *
 * <p>Each call is a span of kind CLIENT, with the attributes of OpenTelemetry's conventions for
 * databases, and a child of the span that is current where it is made. Servers that trace requests,
 * too, are told of spans that are sampled, so that theirs are children of these. No span says what
 * was asked for or found. Thread-safe; for any number of clients.
 */
public final class PaxosStoreTracing implements CallTracer {
    static final String SYSTEM = "paxosstore";

    static final AttributeKey<String> DB_SYSTEM_NAME = AttributeKey.stringKey("db.system.name");
    static final AttributeKey<String> DB_OPERATION_NAME =
            AttributeKey.stringKey("db.operation.name");
    static final AttributeKey<String> DB_NAMESPACE = AttributeKey.stringKey("db.namespace");
    static final AttributeKey<String> MODEL = AttributeKey.stringKey("paxosstore.model");

    private final Tracer tracer;

    /** Traces to wherever this sends its spans. */
    public PaxosStoreTracing(OpenTelemetry openTelemetry) {
        this.tracer = openTelemetry.getTracer("io.paxosstore.client");
    }

    @Override
    public CallSpan begin(Subject subject) {
        String space = subject.space();
        SpanBuilder span =
                tracer.spanBuilder(
                                space.isEmpty()
                                        ? subject.operation() + " " + subject.model()
                                        : subject.operation() + " " + space)
                        .setSpanKind(SpanKind.CLIENT)
                        .setAttribute(DB_SYSTEM_NAME, SYSTEM)
                        .setAttribute(DB_OPERATION_NAME, subject.operation())
                        .setAttribute(MODEL, subject.model());
        if (!space.isEmpty()) {
            span.setAttribute(DB_NAMESPACE, space);
        }
        Span begun = span.startSpan();
        return new TracedCall(begun);
    }

    @Override
    public Executor current() {
        return Context.current().wrap((Executor) Runnable::run);
    }
}
