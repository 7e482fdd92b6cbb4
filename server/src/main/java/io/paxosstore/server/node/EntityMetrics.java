package io.paxosstore.server.node;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.paxosstore.log.journal.JournalStats;
import io.paxosstore.lsm.entity.EntityEngine;

import java.util.function.ToDoubleFunction;

/** The figures of the engine of entities. */
final class EntityMetrics {
    private EntityMetrics() {}

    static void bind(EntityEngine engine, MeterRegistry registry) {
        gauge(engine, registry, "paxosstore.entities", JournalStats::entities);
        gauge(engine, registry, "paxosstore.journal.files", JournalStats::files);
        gauge(engine, registry, "paxosstore.journal.bytes", JournalStats::fileBytes);
        gauge(engine, registry, "paxosstore.journal.live.bytes", JournalStats::liveBytes);
        counter(engine, registry, "paxosstore.journal.written.bytes", JournalStats::appendedBytes);
        counter(
                engine,
                registry,
                "paxosstore.journal.written.records",
                JournalStats::appendedRecords);
        counter(engine, registry, "paxosstore.journal.fsyncs", JournalStats::commits);
        counter(engine, registry, "paxosstore.journal.checkpoints", JournalStats::checkpoints);
        counter(engine, registry, "paxosstore.journal.dropped.files", JournalStats::droppedFiles);
        counter(engine, registry, "paxosstore.journal.losses", JournalStats::losses);
    }

    private static void gauge(
            EntityEngine engine,
            MeterRegistry registry,
            String name,
            ToDoubleFunction<JournalStats> figure) {
        Gauge.builder(name, engine, source -> figure.applyAsDouble(source.journalStats()))
                .register(registry);
    }

    private static void counter(
            EntityEngine engine,
            MeterRegistry registry,
            String name,
            ToDoubleFunction<JournalStats> figure) {
        FunctionCounter.builder(name, engine, source -> figure.applyAsDouble(source.journalStats()))
                .register(registry);
    }
}
