package io.paxosstore.lsm.entity;

import io.paxosstore.log.BackgroundThread;
import io.paxosstore.log.DueObject;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.SpaceSizes;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.journal.Journal;
import io.paxosstore.log.journal.JournalStats;
import io.paxosstore.lsm.store.LsmStats;
import io.paxosstore.lsm.store.LsmStore;
import io.paxosstore.lsm.store.MergeStats;
import io.paxosstore.lsm.store.NoRoomException;
import io.paxosstore.protocol.key.EntityKey;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The engine of entity spaces: entries in a {@link Journal}, data in an {@link LsmStore}. It runs
 * beside the engine of keys, in a store whose identity the node keeps.
 *
 * <p>Life: {@link #open} reads what is there; if {@link #isLost}, the owner makes the node's
 * standing {@code REBUILDING}; {@link #begin} brings data and journal together and lets records in.
 * Each shard belongs to one thread; the other methods may be called by any. Images must be closed
 * before the engine is.
 *
 * <p>Besides the journal's two threads it has one for flushes, purge and checkpoints, one for
 * digests and some for long evaluations; with {@link
 * io.paxosstore.log.journal.JournalConfig#threads} off it has none, and the owner steps all.
 */
public final class EntityEngine implements StorageEngine {
    private static final Logger LOG = LoggerFactory.getLogger(EntityEngine.class);
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final EntityEngineConfig config;
    private final EntityEnvironment environment;
    private final FailStop failStop;
    private final EntityIdentity identity;
    private final Journal journal;
    private final LsmStore data;
    private final List<EntityEngineShard> shards = new ArrayList<>();
    private final LongEvaluations longEvaluations;
    private final DroppedEntities dropped;
    private final LeftEntities left;
    private final Upkeep upkeep;
    private final Object upkeepLock = new Object();

    private final BackgroundThread background;
    private final DigestReader digests;
    private boolean begun;
    private boolean closed;

    /**
     * Opens or creates the engine's directory, and reads what it holds. Data that is too damaged to
     * be opened is moved aside; its entities are fetched from the peers.
     *
     * @param listener called from now on, on the engine's threads and by {@link #begin} and the
     *     methods that step
     * @throws IOException if the directory is in use or another store's, or the disk fails
     */
    public static EntityEngine open(
            EntityEngineConfig config,
            FileSystem fs,
            Listener listener,
            EntityEnvironment environment)
            throws IOException {
        fs.createDirectories(config.directory());
        FailStop failStop = new FailStop(listener);
        EntityIdentity identity =
                EntityIdentity.read(fs, config.directory(), config.journal().store(), failStop);
        Journal journal =
                Journal.open(
                        config.journal(),
                        fs,
                        new JournalEars(listener, failStop),
                        environment.journal());
        LsmStore data = null;
        boolean opened = false;
        try {
            data = DataDirectory.open(config, failStop, isLost(identity, journal, environment));
            EntityEngine engine =
                    new EntityEngine(
                            config, environment, listener, failStop, identity, journal, data);
            opened = true;
            return engine;
        } finally {
            if (!opened) {
                if (data != null) {
                    data.close();
                }
                journal.close();
            }
        }
    }

    private EntityEngine(
            EntityEngineConfig config,
            EntityEnvironment environment,
            Listener listener,
            FailStop failStop,
            EntityIdentity identity,
            Journal journal,
            LsmStore data) {
        this.config = config;
        this.environment = environment;
        this.failStop = failStop;
        this.identity = identity;
        this.journal = journal;
        this.data = data;
        Upkeep.Progress progress = new Upkeep.Progress();
        this.digests = new DigestReader(config.digestBytesPerSecond(), failStop);
        this.longEvaluations =
                new LongEvaluations(
                        config.evaluation(),
                        environment.journal().nanoClock(),
                        failStop,
                        config.journal().threads());
        List<ShardData> all = new ArrayList<>();
        List<Removals> removals = new ArrayList<>();
        for (int shard = 0; shard < journal.shardCount(); shard++) {
            ShardData its =
                    new ShardData(
                            shard,
                            data,
                            new DeferredApplies(config.batching()),
                            digests,
                            listener,
                            failStop,
                            environment.journal().nanoClock());
            all.add(its);
            int index = shard;
            removals.add(
                    new Removals(
                            journal.shard(shard),
                            its,
                            environment.journal().tenures(),
                            () -> listener.wake(index)));
            shards.add(
                    new EntityEngineShard(
                            config,
                            environment,
                            identity,
                            journal.shard(shard),
                            its,
                            longEvaluations,
                            progress,
                            removals.getLast()));
        }
        this.dropped = new DroppedEntities(data, shards);
        this.left =
                new LeftEntities(
                        data,
                        removals,
                        environment.journal().tenures(),
                        environment.journal().nanoClock());
        this.upkeep = new Upkeep(config, environment, data, journal, progress, all, listener::wake);
        this.background =
                new BackgroundThread(
                        this::runUpkeepOnce,
                        () -> Math.min(PARK_NANOS, upkeep.nanosUntilDue()),
                        BackgroundThread.Pace.FULL,
                        failStop);
    }

    /** Passes on what the journal says; a failure of any part is told once. */
    private record JournalEars(Listener owner, FailStop failStop) implements Listener {
        @Override
        public void wake(int shardIndex) {
            owner.wake(shardIndex);
        }

        @Override
        public void failed(Throwable cause) {
            failStop.fail(cause);
        }

        @Override
        public void damaged(int shardIndex, EntityKey key) {
            owner.damaged(shardIndex, key);
        }
    }

    /**
     * Rule A1: whether promises or accepts are lost and it cannot be told whose. Then the owner
     * sets the node's standing to {@code REBUILDING}, durably, before {@link #begin}.
     */
    public boolean isLost() {
        return isLost(identity, journal, environment);
    }

    private static boolean isLost(
            EntityIdentity identity, Journal journal, EntityEnvironment environment) {
        if (!identity.isFound()) {
            // Before the first begin nothing was said to anybody.
            return environment.standing().get() != Standing.NEW;
        }
        return journal.isNew() || journal.hasNamelessLoss();
    }

    /** What was found damaged in the journal, as {@link Journal#damage} has it. */
    public List<DamageReport> damage() {
        return journal.damage();
    }

    /**
     * Brings the files into order, applies what the journal has and the data lacks, and lets
     * records in. To be called once, before the shards' threads begin.
     *
     * @throws IllegalStateException if memory is lost and the node's standing does not say so
     * @throws IOException if the disk fails; the engine is of no use then
     */
    public void begin() throws IOException {
        boolean lost = isLost();
        if (begun || (lost && environment.standing().get() == Standing.WHOLE)) {
            throw new IllegalStateException(
                    "The entities in "
                            + config.directory()
                            + " have begun already, or have lost their memory and the node does not"
                            + " know: set its standing to REBUILDING first.");
        }
        begun = true;
        if (lost) {
            LOG.error("entity.rebuilding directory={}", config.directory());
            identity.write(journal.stampNow());
        }
        journal.begin();
        if (!lost && !identity.isFound()) {
            identity.write(identity.trustedAbove());
        }
        shards.forEach(EntityEngineShard::recover);
        if (lost) {
            adoptData();
        }
        if (config.journal().threads()) {
            background.start("paxosstore-entities-background");
            digests.start();
        }
    }

    /** The journal is lost: it is told of the entities whose data is there. */
    private void adoptData() {
        new DataAdoption(
                        data,
                        shards,
                        environment.journal().tenures().get(),
                        this::runWriterOnce,
                        config.journal().threads())
                .run();
    }

    private int runUpkeepOnce() {
        if (failStop.isFailed()) {
            return 0;
        }
        try {
            synchronized (upkeepLock) {
                return upkeep.runOnce() + dropped.step() + left.step();
            }
        } catch (RuntimeException e) {
            failStop.fail(e);
            return 0;
        }
    }

    /**
     * One round of the log writer, for engines without threads.
     *
     * @return how many batches became durable
     */
    public int runWriterOnce() {
        return journal.runWriterOnce();
    }

    /**
     * One step of the background work, for engines without threads.
     *
     * @return 0 when there was nothing to do, or a shard has to be drained first
     */
    public int runBackgroundOnce() {
        return journal.runBackgroundOnce() + runUpkeepOnce() + digests.runOnce();
    }

    /**
     * Makes everything durable that was applied and committed, now. Blocks for the disk; any
     * thread.
     *
     * @throws NoRoomException if the disk is full
     */
    public void flush() {
        synchronized (upkeepLock) {
            upkeep.flushNow();
        }
    }

    /** Has the journal write a checkpoint soon. Any thread. */
    public void requestCheckpoint() {
        journal.requestCheckpoint();
    }

    @Override
    public int shardCount() {
        return shards.size();
    }

    @Override
    public EntityEngineShard shard(int index) {
        return shards.get(index);
    }

    /** Only what is rebuilt from now on is trusted while the store rebuilds. */
    @Override
    public void beforeRebuilding() throws IOException {
        identity.write(journal.stampNow());
    }

    @Override
    public void beforeWhole() throws IOException {
        try {
            flush();
        } catch (NoRoomException e) {
            throw new IOException("The entities cannot be made durable: " + e.getMessage(), e);
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>To be told again after a start, of all: a crash may have left some of their data.
     */
    @Override
    public void spacesDropped(int[] spaces) {
        if (dropped.add(spaces)) {
            background.signal();
        }
    }

    /** Whether RocksDB finds no room on the disk; when it has found some, that takes seconds. */
    public boolean isFull() {
        return data.isFull();
    }

    /** How many entities of each space each shard holds, without bytes. Any thread. */
    public List<SpaceSizes> spaces() {
        return journal.spaces();
    }

    /** The journal's figures of this moment. */
    public JournalStats journalStats() {
        return journal.stats();
    }

    /** How many entries became part of the data since the start. Any thread. */
    public long appliedEntries() {
        return shards.stream().mapToLong(shard -> shard.data().appliedEntries()).sum();
    }

    /** In how many writes they did. Any thread. */
    public long appliedBatches() {
        return shards.stream().mapToLong(shard -> shard.data().appliedBatches()).sum();
    }

    /** Digests of what entities hold, computed since the start. Any thread. */
    public long digests() {
        return digests.digests();
    }

    /** Bytes that were read for them. Any thread. */
    public long digestBytes() {
        return digests.bytesRead();
    }

    /** The data's figures of this moment. */
    public LsmStats dataStats() {
        return data.stats();
    }

    /** What the merges of tables have done since the start. */
    public MergeStats mergeStats() {
        return data.merges().stats();
    }

    /** How many evaluations went on beside the shards' threads since the start. Any thread. */
    public long longEvaluations() {
        return longEvaluations.begun();
    }

    /** How many evaluations wait for a thread now. Any thread. */
    public long waitingEvaluations() {
        return longEvaluations.waitingCount();
    }

    /** See {@link LsmStore#passed}; blocks for the disk, on any thread. */
    public List<DueObject> passed(long afterMillis, long toMillis, int deadlinesMax) {
        return data.passed(afterMillis, toMillis, deadlinesMax);
    }

    /** For crash images in tests. */
    LsmStore data() {
        return data;
    }

    /** Whether a write or an fsync has failed (Rule D4); nothing becomes durable any more. */
    public boolean isFailed() {
        return failStop.isFailed();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (!longEvaluations.close(CLOSE_NANOS)) {
            LOG.warn("entity.evaluations.busy directory={}", config.directory());
        }
        boolean digestsEnded = digests.close();
        if (!background.stop(CLOSE_NANOS) || !digestsEnded) {
            LOG.warn("entity.background.busy directory={}", config.directory());
        }
        try {
            shards.forEach(shard -> shard.data().settleAll());
            data.close();
        } catch (RuntimeException e) {
            // What is not durable is applied again from the journal.
            LOG.warn("entity.close.failed directory={}", config.directory(), e);
        } finally {
            journal.close();
        }
    }
}
