package io.paxosstore.server.trace.otlp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.testing.trace.TestSpanData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.paxosstore.server.log.LoggedLines;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.ConnectException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Queue;

/** One line when spans can no longer be sent, one when they can again, however many fail. */
final class SpansSentTest {
    private static final List<SpanData> TWO = List.of(span(), span());

    @RegisterExtension final LoggedLines lines = new LoggedLines(SpansSent.class);
    private final Queue<CompletableResultCode> results = new ArrayDeque<>();
    private final SpansSent sent =
            new SpansSent(
                    new SpanExporter() {
                        @Override
                        public CompletableResultCode export(Collection<SpanData> spans) {
                            return results.remove();
                        }

                        @Override
                        public CompletableResultCode flush() {
                            return CompletableResultCode.ofSuccess();
                        }

                        @Override
                        public CompletableResultCode shutdown() {
                            return CompletableResultCode.ofSuccess();
                        }
                    },
                    "http://collector:4318/v1/traces");

    private static SpanData span() {
        return TestSpanData.builder()
                .setName("s")
                .setKind(SpanKind.SERVER)
                .setStatus(StatusData.unset())
                .setStartEpochNanos(1)
                .setEndEpochNanos(2)
                .setHasEnded(true)
                .build();
    }

    private void export(CompletableResultCode result) {
        results.add(result);
        var _ = sent.export(TWO);
    }

    private String line(int number) {
        return lines.list.get(number).getFormattedMessage();
    }

    @Test
    void whatSucceedsIsNotSaid() {
        export(CompletableResultCode.ofSuccess());
        assertEquals(List.of(), lines.list);
        assertEquals(2, sent.sent());
    }

    @Test
    void failuresInARowAreSaidOnceAndTheirEndIs() {
        export(CompletableResultCode.ofExceptionalFailure(new ConnectException("refused")));
        export(CompletableResultCode.ofFailure());
        export(CompletableResultCode.ofFailure());
        assertEquals(1, lines.list.size());
        assertEquals(Level.WARN, lines.list.getFirst().getLevel());
        assertTrue(line(0).startsWith("traces_not_sent "), line(0));
        assertTrue(line(0).contains("http://collector:4318/v1/traces"), line(0));
        assertTrue(line(0).contains("refused"), line(0));

        export(CompletableResultCode.ofSuccess());
        export(CompletableResultCode.ofSuccess());
        assertEquals(2, lines.list.size());
        assertEquals(Level.INFO, lines.list.getLast().getLevel());
        assertTrue(line(1).startsWith("traces_sent "), line(1));
        assertTrue(line(1).contains("6 spans"), line(1));
        assertEquals(4, sent.sent());

        export(CompletableResultCode.ofFailure());
        assertTrue(line(2).contains("it refuses them"), line(2));
    }
}
