package io.paxosstore.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.paxosstore.client.CallReport;
import io.paxosstore.client.CallSpan;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.protocol.model.TraceContext;

import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;
import java.util.Locale;

/** The span of one call. */
final class TracedCall implements CallSpan {
    private static final AttributeKey<String> SERVER_ADDRESS =
            AttributeKey.stringKey("server.address");
    private static final AttributeKey<Long> SERVER_PORT = AttributeKey.longKey("server.port");
    private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("paxosstore.attempt");
    private static final AttributeKey<Long> RETRIES = AttributeKey.longKey("paxosstore.retries");

    private final Span span;

    TracedCall(Span span) {
        this.span = span;
    }

    @Override
    public @Nullable TraceContext context() {
        SpanContext context = span.getSpanContext();
        return context.isValid() && context.isSampled()
                ? TraceContext.of(
                        context.getTraceId(),
                        context.getSpanId(),
                        context.getTraceFlags().asByte() & 0xff)
                : null;
    }

    @Override
    public void sentAgain(int attempt, InetSocketAddress node) {
        span.addEvent(
                "paxosstore.retry",
                Attributes.of(
                        ATTEMPT,
                        (long) attempt,
                        SERVER_ADDRESS,
                        node.getHostString(),
                        SERVER_PORT,
                        (long) node.getPort()));
    }

    @Override
    public void end(CallReport report, @Nullable InetSocketAddress node) {
        if (node != null) {
            span.setAttribute(SERVER_ADDRESS, node.getHostString());
            span.setAttribute(SERVER_PORT, (long) node.getPort());
        }
        if (report.attempts() > 1) {
            span.setAttribute(RETRIES, (long) report.attempts() - 1);
        }
        switch (report.outcome()) {
            case ANSWERED -> {}
            case NOT_DONE -> failed(word(report.reason()), "The call was not done.");
            case UNKNOWN -> failed("unknown", "The call may or may not have been done.");
            case RESULT_LOST -> failed("result_lost", "The call was done, but its result is lost.");
        }
        span.end();
    }

    private void failed(String type, String description) {
        span.setAttribute(ERROR_TYPE, type);
        span.setStatus(StatusCode.ERROR, description);
    }

    private static String word(NotDoneException.@Nullable Reason reason) {
        return reason == null ? "not_done" : reason.name().toLowerCase(Locale.ROOT);
    }
}
