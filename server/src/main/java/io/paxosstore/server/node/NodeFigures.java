package io.paxosstore.server.node;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.paxosstore.node.ReplicaHost;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.server.front.http.Health;
import io.paxosstore.server.log.LogCounts;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

import java.util.Locale;

/** The figures of a node as a whole: whether it is ready, its clock, its files, its log. */
final class NodeFigures {
    private NodeFigures() {}

    static void bind(MeterRegistry registry, Health health, ReplicaHost host, NodeStorage storage) {
        Gauge.builder("paxosstore.ready", health, its -> its.reasons().isEmpty() ? 1 : 0)
                .strongReference(true)
                .register(registry);
        // When it was asked for, Prometheus knows by its own clock: the difference tells.
        Gauge.builder("paxosstore.clock.seconds", () -> System.currentTimeMillis() / 1e3)
                .register(registry);
        new FileDescriptorMetrics().bindTo(registry);
        LogCounts log = LogCounts.ofThisProcess();
        for (LogCounts.Level level : LogCounts.Level.values()) {
            FunctionCounter.builder("paxosstore.log.lines", log, its -> its.lines(level))
                    .tags("level", level.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
        FunctionCounter.builder("paxosstore.log.suppressed", log, LogCounts::suppressed)
                .register(registry);
        if (registry instanceof PrometheusMeterRegistry prometheus) {
            PrometheusRegistry bySpace = prometheus.getPrometheusRegistry();
            SpaceNames names = new SpaceNames(host.catalog()::space);
            bySpace.register(
                    new SpaceCollector(
                            host.shards().stream().map(ShardLoop::counters).toList(), names));
            bySpace.register(
                    new HoldingsCollector(
                            () -> SpaceHoldings.of(storage.spaces(), host.loads().entityBytes()),
                            names));
        }
    }
}
