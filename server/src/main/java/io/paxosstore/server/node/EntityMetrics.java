package io.paxosstore.server.node;

import io.micrometer.core.instrument.MeterRegistry;
import io.paxosstore.log.journal.JournalStats;
import io.paxosstore.lsm.entity.EntityEngine;
import io.paxosstore.lsm.store.LsmStats;
import io.paxosstore.lsm.store.MergeStats;

import java.util.function.Function;

/** The figures of the engine of entities: of its journal, of its data, of applying. */
final class EntityMetrics {
    private EntityMetrics() {}

    static void bind(EntityEngine engine, MeterRegistry registry) {
        new Figures<>(registry, engine, EntityEngine::journalStats)
                .gauge("paxosstore.entities", JournalStats::entities)
                .gauge("paxosstore.journal.files", JournalStats::segments)
                .gauge("paxosstore.journal.bytes", JournalStats::segmentBytes)
                .gauge("paxosstore.journal.live.bytes", JournalStats::liveBytes)
                .counter("paxosstore.journal.written.bytes", JournalStats::appendedBytes)
                .counter("paxosstore.journal.written.records", JournalStats::appendedRecords)
                .counter("paxosstore.journal.fsyncs", JournalStats::commits)
                .counter("paxosstore.journal.fsync.seconds", stats -> stats.forceNanos() / 1e9)
                .counter("paxosstore.journal.checkpoints", JournalStats::checkpoints)
                .counter("paxosstore.journal.dropped.files", JournalStats::droppedSegments)
                .counter("paxosstore.journal.losses", JournalStats::losses);
        new Figures<>(registry, engine, Function.identity())
                .counter("paxosstore.entities.applied.entries", EntityEngine::appliedEntries)
                .counter("paxosstore.entities.applied.batches", EntityEngine::appliedBatches)
                .counter("paxosstore.content.digests", EntityEngine::digests)
                .counter("paxosstore.content.read.bytes", EntityEngine::digestBytes)
                .counter("paxosstore.entities.evaluations.long", EntityEngine::longEvaluations)
                .gauge("paxosstore.entities.evaluations.waiting", EntityEngine::waitingEvaluations);
        new Figures<>(registry, engine, EntityEngine::mergeStats)
                .gauge("paxosstore.tables.merges.due", MergeStats::due)
                .counter("paxosstore.tables.merges", MergeStats::merges)
                .counter("paxosstore.tables.merge.steps", MergeStats::steps)
                .counter("paxosstore.tables.merge.written.bytes", MergeStats::bytes);
        new Figures<>(registry, engine, EntityEngine::dataStats)
                .gauge("paxosstore.lsm.memtable.bytes", LsmStats::memtableBytes)
                .gauge("paxosstore.lsm.cache.bytes", LsmStats::blockCacheBytes)
                .gauge("paxosstore.lsm.cache.pinned.bytes", LsmStats::blockCachePinnedBytes)
                .gauge("paxosstore.lsm.reader.bytes", LsmStats::tableReaderBytes)
                .gauge("paxosstore.lsm.table.bytes", LsmStats::tableBytes)
                .gauge("paxosstore.lsm.keys", LsmStats::keysEstimate)
                .gauge("paxosstore.lsm.compaction.pending.bytes", LsmStats::compactionPendingBytes)
                .gauge("paxosstore.lsm.writes.stopped", LsmStats::writesStopped)
                .gauge("paxosstore.lsm.snapshots", LsmStats::snapshots)
                .counter("paxosstore.lsm.background.errors", LsmStats::backgroundErrors)
                .counter("paxosstore.lsm.cache.hits", LsmStats::blockCacheHits)
                .counter("paxosstore.lsm.cache.misses", LsmStats::blockCacheMisses)
                .counter("paxosstore.lsm.recent.hits", LsmStats::recentHits)
                .counter("paxosstore.lsm.recent.misses", LsmStats::recentMisses)
                .counter("paxosstore.lsm.bloom.useful", LsmStats::bloomUseful)
                .counter("paxosstore.lsm.written.bytes", LsmStats::writtenBytes)
                .counter("paxosstore.lsm.flushed.bytes", LsmStats::flushedBytes)
                .counter("paxosstore.lsm.stall.seconds", stats -> stats.stallMicros() / 1e6);
    }
}
