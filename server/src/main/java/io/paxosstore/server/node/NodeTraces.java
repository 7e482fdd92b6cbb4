package io.paxosstore.server.node;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.TracingSettings;
import io.paxosstore.server.trace.TraceSink;
import io.paxosstore.server.trace.otlp.OtlpTraces;

import java.util.Optional;

/** Where the traces of a node's requests go. */
final class NodeTraces {
    private NodeTraces() {}

    /**
     * What a configuration wants; empty if requests are not to be traced: then nothing of
     * OpenTelemetry is even loaded.
     *
     * @param isEmbedded whether the process is somebody else's
     */
    static Optional<TraceSink> of(Configuration configuration, boolean isEmbedded) {
        return configuration.get(TracingSettings.ENABLED)
                ? Optional.of(OtlpTraces.start(configuration, isEmbedded))
                : Optional.empty();
    }

    static void bind(MeterRegistry registry, TraceSink traces) {
        FunctionCounter.builder("paxosstore.traces.taken", traces, TraceSink::taken)
                .register(registry);
        FunctionCounter.builder("paxosstore.traces.sent", traces, TraceSink::sent)
                .register(registry);
    }
}
