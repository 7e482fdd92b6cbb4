package io.paxosstore.server.trace.otlp;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** Says in the log when spans can no longer be sent, and when they can again. Thread-safe. */
final class SpansSent implements SpanExporter {
    private static final Logger LOG = LoggerFactory.getLogger(SpansSent.class);

    private final SpanExporter exporter;
    private final String endpoint;
    private final LongAdder sent = new LongAdder();

    /** The result of what was sent last. */
    private final AtomicReference<@Nullable CompletableResultCode> waiting =
            new AtomicReference<>();

    private boolean isFailing;
    private long lost;

    /**
     * @param endpoint where it sends to
     */
    SpansSent(SpanExporter exporter, String endpoint) {
        this.exporter = exporter;
        this.endpoint = endpoint;
    }

    /** How many spans have been sent. */
    long sent() {
        return sent.sum();
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        int count = spans.size();
        CompletableResultCode result = new CompletableResultCode();
        result.whenComplete(() -> {
            if (result.isSuccess()) {
                sent.add(count);
                succeeded();
            } else {
                failed(count, result.getFailureThrowable());
            }
        });
        CompletableResultCode before = waiting.getAndSet(result);
        if (before != null && !before.isDone()) {
            // The exporter waits for ever for an answer that stands still in its middle.
            before.failExceptionally(new IOException("its answer does not end"));
        }
        try {
            CompletableResultCode own = exporter.export(spans);
            own.whenComplete(() -> pass(own, result));
        } catch (RuntimeException e) { // as when all of its threads wait
            result.failExceptionally(e);
        }
        return result;
    }

    private static void pass(CompletableResultCode own, CompletableResultCode result) {
        Throwable why = own.getFailureThrowable();
        if (own.isSuccess()) {
            result.succeed();
        } else if (why == null) {
            result.fail();
        } else {
            result.failExceptionally(why);
        }
    }

    private synchronized void succeeded() {
        if (isFailing) {
            isFailing = false;
            LOG.info("traces_sent traces are taken again by {}; {} spans are lost", endpoint, lost);
        }
    }

    private synchronized void failed(int count, @Nullable Throwable why) {
        if (!isFailing) {
            isFailing = true;
            lost = 0;
            LOG.warn(
                    "traces_not_sent traces cannot be sent to {} (tracing.endpoint) and are lost"
                            + " until it takes them: {}",
                    endpoint,
                    reason(why));
        }
        lost += count;
    }

    /** What the exporter throws says nothing itself: what is behind it does, if anything is. */
    private static String reason(@Nullable Throwable why) {
        for (Throwable cause = why; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return cause.toString();
            }
        }
        return "it refuses them";
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
