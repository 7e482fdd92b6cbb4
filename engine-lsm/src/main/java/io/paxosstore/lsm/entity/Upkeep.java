package io.paxosstore.lsm.entity;

import io.paxosstore.log.journal.Journal;
import io.paxosstore.lsm.store.LsmStore;
import io.paxosstore.lsm.store.MergeConfig;
import io.paxosstore.lsm.store.MergePace;
import io.paxosstore.lsm.store.NoRoomException;
import io.paxosstore.lsm.store.Purge;
import io.paxosstore.lsm.store.TableMerges;
import io.paxosstore.protocol.key.EntityKey;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/**
 * The engine's work in the background: flushes of the data, by age and size, so that the journal
 * may drop entries (Rule D6); the purge of expired objects; checkpoints by age; the wake-up for
 * entries that wait to be applied. One thread at a time.
 */
final class Upkeep {
    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    /** How long after a change that found no room it is tried again. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How far the data is durable. Thread-safe. */
    static final class Progress {
        private volatile long durable;

        /** The sequence number up to which all applied entries are durable. */
        long durable() {
            return durable;
        }
    }

    private final EntityEngineConfig config;
    private final EntityEnvironment environment;
    private final LsmStore data;
    private final Journal journal;
    private final Progress progress;
    private final List<ShardData> shards;
    private final IntConsumer wake;
    private final LongSupplier nanoClock;

    private long flushedBytes;
    private long unflushedSince;
    private boolean unflushed;
    private long purgedAt;
    private boolean purgeGoesOn;
    private long checkpointAt;
    private long checkpointRecords;
    private long mergedAllAt;
    private long nextMergeAt;
    private boolean merging;
    private boolean full;
    private long foundFullAt;

    Upkeep(
            EntityEngineConfig config,
            EntityEnvironment environment,
            LsmStore data,
            Journal journal,
            Progress progress,
            List<ShardData> shards,
            IntConsumer wake) {
        this.config = config;
        this.environment = environment;
        this.data = data;
        this.journal = journal;
        this.progress = progress;
        this.shards = List.copyOf(shards);
        this.wake = wake;
        this.nanoClock = environment.journal().nanoClock();
        this.purgedAt = nanoClock.getAsLong();
        this.checkpointAt = purgedAt;
        this.mergedAllAt = purgedAt;
        this.nextMergeAt = purgedAt;
    }

    /**
     * Does what is due.
     *
     * @return 0 when nothing was
     */
    int runOnce() {
        long now = nanoClock.getAsLong();
        settleApplies(now);
        return tend(now) + checkpoint(now);
    }

    /** What writes to the data. While the disk is full, all that is done is to ask for room. */
    private int tend(long now) {
        if (data.isFull() && !full) {
            LOG.warn("entity.full the disk has no room for the data; trying again");
            full = true;
            foundFullAt = now;
        }
        if (full && now - foundFullAt < RETRY_NANOS) {
            return 0;
        }
        try {
            if (!full) {
                return flush(now) + purge(now) + merge(now);
            }
            data.probe();
        } catch (NoRoomException e) {
            foundFullAt = now;
            return 0;
        }
        full = false;
        LOG.info("entity.room the disk has room for the data again");
        for (int shard = 0; shard < shards.size(); shard++) {
            wake.accept(shard);
        }
        return 1;
    }

    /** The shards apply by themselves what has waited; here they are only woken for it. */
    private void settleApplies(long now) {
        for (int shard = 0; shard < shards.size(); shard++) {
            if (shards.get(shard).isSettleDue(now)) {
                wake.accept(shard);
            }
        }
    }

    /** How long until something may be due. */
    long nanosUntilDue() {
        long due = Math.min(config.flushAfter().toNanos(), config.purgeEvery().toNanos());
        if (merging) {
            due = Math.min(due, Math.max(0, nextMergeAt - nanoClock.getAsLong()));
        }
        return config.batching().isOn() ? Math.min(due, config.batching().age().toNanos()) : due;
    }

    private int flush(long now) {
        if (data.sequence() == progress.durable()) {
            unflushed = false;
            return 0;
        }
        long applied = 0;
        for (ShardData shard : shards) {
            applied += shard.appliedBytes();
        }
        long durable = data.durableSequence();
        if (durable != progress.durable()) { // RocksDB has flushed by itself, some moments ago
            flushed(applied);
        }
        if (!unflushed) {
            unflushed = true;
            unflushedSince = now;
        }
        boolean due =
                now - unflushedSince >= config.flushAfter().toNanos()
                        || applied - flushedBytes >= config.flushBytes();
        if (due) {
            flushed(applied);
            durable = data.flush();
        }
        return durable(durable);
    }

    /** Age and size of what is to be flushed begin anew. */
    private void flushed(long applied) {
        unflushed = false;
        flushedBytes = applied;
    }

    /** Flushes now. */
    int flushNow() {
        return durable(data.flush());
    }

    private int durable(long sequence) {
        if (sequence == progress.durable()) {
            return 0;
        }
        progress.durable = sequence;
        for (int shard = 0; shard < shards.size(); shard++) {
            if (shards.get(shard).marks().isAwaited(sequence)) {
                wake.accept(shard);
            }
        }
        return 1;
    }

    private int purge(long now) {
        boolean isTime = now - purgedAt >= config.purgeEvery().toNanos();
        if (!purgeGoesOn && !isTime) {
            return 0;
        }
        if (isTime) {
            purgedAt = now;
            data.purgeBegins();
        }
        Purge.Report report =
                data.purge(environment.wallMillis().getAsLong(), config.purgeDeadlinesMax());
        purgeGoesOn = !report.ended();
        for (Purge.Damaged damaged : report.damaged()) {
            lost(damaged.entity(), damaged.cause());
        }
        if (!report.dueObjects().isEmpty()) {
            environment.dueObjects().accept(report.dueObjects());
        }
        return report.deadlines() > 0 || purgeGoesOn ? 1 : 0;
    }

    /** Some steps, and a pause after them, see {@link MergePace}. */
    private int merge(long now) {
        MergeConfig merges = config.lsm().merges();
        if (now - mergedAllAt >= merges.after().toNanos()) {
            mergedAllAt = now;
            data.merges().all();
        }
        if (now - nextMergeAt < 0) {
            return 0;
        }
        long begin = nanoClock.getAsLong();
        merging = mergeStep();
        if (merging) {
            long end = nanoClock.getAsLong();
            while (end - begin < MergePace.BURST_NANOS && mergeStep()) {
                end = nanoClock.getAsLong();
            }
            MergePace pace = new MergePace(merges.sharePercent());
            nextMergeAt = end + pace.pauseNanos(end - begin, data.merges().stats().due());
        }
        return merging ? 1 : 0;
    }

    private boolean mergeStep() {
        TableMerges.Outcome outcome = data.merges().step();
        EntityKey damaged = outcome.damaged();
        if (damaged != null) {
            lost(damaged, outcome.cause());
        }
        return outcome.done();
    }

    private void lost(EntityKey damaged, String cause) {
        shards.get(damaged.shard(shards.size())).lost(damaged, cause);
    }

    private int checkpoint(long now) {
        if (now - checkpointAt < config.checkpointAfter().toNanos()) {
            return 0;
        }
        checkpointAt = now;
        long records = journal.stats().appendedRecords();
        if (records == checkpointRecords) {
            return 0;
        }
        checkpointRecords = records;
        journal.requestCheckpoint();
        return 1;
    }
}
