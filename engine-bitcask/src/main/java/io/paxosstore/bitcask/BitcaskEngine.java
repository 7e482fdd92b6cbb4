package io.paxosstore.bitcask;

import io.paxosstore.log.BackgroundThread;
import io.paxosstore.log.CommitCounters;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.GroupCommitWriter;
import io.paxosstore.log.SegmentPool;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.record.RecordBatch;
import io.paxosstore.log.record.RecordFileTable;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The key-value engine. Each shard belongs to one thread; the other methods may be called by any.
 *
 * <p>It has two threads: the log writer (group commit) and the background (segments ahead, hint
 * files, merge). With {@link BitcaskConfig#threads} off it has none, and the owner steps both.
 */
public final class BitcaskEngine implements StorageEngine {
    private static final Logger LOG = LoggerFactory.getLogger(BitcaskEngine.class);
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final BitcaskConfig config;
    private final FileSystem.HeldLock lock;
    private final StoreFile store;
    private final PeerMemory peers;
    private final DroppedSpaces dropped;
    private final DamageLog damage = new DamageLog();
    private final SegmentList list;
    private final Amnesia amnesia;
    private final DiskRoom room;
    private final Scrubber scrubber;
    private final RecordFileTable<Segment> segments;
    private final BitcaskShard[] shards;
    private final FailStop failStop;
    private final SegmentPool pool;
    private final HintBuilder hints;
    private final ActiveLog log;
    private final MergeOutput mergeOutput;
    private final Merge merge;
    private final GroupCommitWriter<RecordBatch> writer;
    private final CommitCounters commits;

    private final BackgroundThread background;
    private boolean closed;

    /** Opens the store on the machine's own clock; see the other method. */
    public static BitcaskEngine open(BitcaskConfig config, FileSystem fs, Listener listener)
            throws IOException {
        return open(config, fs, listener, BitcaskEnvironment.system());
    }

    /**
     * Opens or creates a store, locks it and recovers what it holds.
     *
     * @param listener called on the engine's threads, or, without threads, by the methods that step
     * @throws StoreOpenException if the directory cannot be this node's store; the message says why
     * @throws IOException if the disk fails
     */
    public static BitcaskEngine open(
            BitcaskConfig config, FileSystem fs, Listener listener, BitcaskEnvironment environment)
            throws IOException {
        Path directory = config.directory();
        FileSystem.HeldLock lock = lock(config, fs);
        RecordFileTable<Segment> segments = new RecordFileTable<>(Segment[]::new);
        boolean opened = false;
        try {
            BitcaskEngine engine =
                    new BitcaskEngine(config, fs, lock, segments, listener, environment);
            opened = true;
            LOG.info("storage.open directory={} keys={}", directory, engine.stats().keys());
            return engine;
        } finally {
            if (!opened) {
                segments.close();
                lock.close();
            }
        }
    }

    private static FileSystem.HeldLock lock(BitcaskConfig config, FileSystem fs)
            throws IOException {
        Path directory = config.directory();
        FileSystem.HeldLock lock;
        try {
            fs.createDirectories(directory);
            lock = fs.tryLock(directory.resolve(StoreFile.LOCK));
        } catch (IOException e) {
            throw new StoreOpenException(
                    "The directory "
                            + directory
                            + " cannot be written ("
                            + e.getClass().getSimpleName()
                            + ": "
                            + e.getMessage()
                            + "): check that it is a directory, its owner and its rights.",
                    e);
        }
        if (lock == null) {
            throw new StoreOpenException(
                    "The store in "
                            + directory
                            + " is in use by a running process: stop that one first.");
        }
        return lock;
    }

    private BitcaskEngine(
            BitcaskConfig config,
            FileSystem fs,
            FileSystem.HeldLock lock,
            RecordFileTable<Segment> segments,
            Listener listener,
            BitcaskEnvironment environment)
            throws IOException {
        this.config = config;
        this.commits = new CommitCounters(environment.commits());
        this.lock = lock;
        this.segments = segments;
        this.failStop = new FailStop(listener);
        this.background =
                new BackgroundThread(
                        this::runBackgroundOnce,
                        this::idleNanos,
                        new BackgroundThread.Pace(config.backgroundPercent(), this::isUrgent),
                        failStop);
        Path directory = config.directory();
        this.store = StoreFile.read(fs, config, environment, failStop, damage);
        SmallFileLosses losses = new SmallFileLosses(damage::add);
        boolean fresh = store.isFresh();
        IncarnationBound bound =
                new IncarnationBound(environment.wallClock(), () -> store.identity().incarnation());
        this.peers = PeerMemory.open(fs, directory, failStop, fresh, losses, bound);
        this.dropped = DroppedSpaces.read(fs, directory, failStop, fresh, losses);
        this.list = SegmentList.read(fs, directory, failStop, fresh, losses);
        store.members(config, peers, !damage.isNameless());
        this.amnesia = new Amnesia(store, damage, listener);
        this.shards = new BitcaskShard[config.shards()];
        Host host = new Host(listener);
        for (int shard = 0; shard < shards.length; shard++) {
            shards[shard] = new BitcaskShard(shard, config, segments, dropped, amnesia, host);
        }
        Recovery recovery =
                new Recovery(fs, directory, storeId(), segments, shards, dropped, damage);
        recovery.scan(list.ids());
        settleLosses(recovery);
        this.room = new DiskRoom(fs, config, environment.nanoClock());
        this.pool =
                new SegmentPool(
                        fs,
                        new SegmentPool.Spec(
                                config.directory(),
                                config.segmentBytes(),
                                config.preallocatedSegments(),
                                this::header,
                                room::mayGrow),
                        list,
                        recovery.nextId(),
                        failStop,
                        background::signal);
        this.hints =
                new HintBuilder(fs, damage, this::search, room, failStop, environment.nanoClock());
        this.log = new ActiveLog(pool, segments, config.segmentBytes(), this::sealed);
        this.mergeOutput =
                new MergeOutput(
                        fs, config, storeId(), pool, list, segments, failStop, this::sealed);
        this.merge =
                new Merge(
                        fs,
                        config,
                        segments,
                        pool,
                        shards,
                        mergeOutput,
                        failStop,
                        this::search,
                        environment.nanoClock());
        this.scrubber =
                new Scrubber(
                        config.scrub(), segments, this::search, failStop, environment.nanoClock());
        this.writer =
                new GroupCommitWriter<>(
                        log, shards.length, listener, failStop, commits, environment.nanoClock());
        takeOver(recovery);
        room.measure(pool::obstacle);
        if (config.threads()) {
            start();
        }
    }

    /**
     * Makes durable what was found lost, before anything is written that could hide it; then brings
     * the files into order.
     */
    private void settleLosses(Recovery recovery) throws IOException {
        if (damage.isNameless()) {
            LOG.error(
                    "storage.rebuilding directory={} reason={}",
                    config.directory(),
                    "records are lost and it cannot be told whose; all are rebuilt from the peers");
            store.begin(Standing.REBUILDING);
        }
        if (store.isFresh()) {
            // The identity comes last: with it the store exists.
            peers.repair();
            dropped.repair();
            list.replace(recovery.present());
            store.write();
        } else {
            store.write();
            peers.repair();
            dropped.repair();
        }
        recovery.finish(failStop);
        if (!store.isFresh()) {
            list.replace(recovery.present());
        }
    }

    /** Has all shards look whose records lie in damaged bytes. */
    private void search(DamageSearch wanted) {
        for (BitcaskShard shard : shards) {
            shard.requestSearch(wanted);
        }
    }

    private void takeOver(Recovery recovery) throws IOException {
        for (Path file : recovery.freeFiles()) {
            pool.adopt(file);
        }
        for (Segment segment : recovery.emptySegments()) {
            segments.remove(segment);
            segment.handle().close();
            pool.retire(segment.id(), segment.file());
        }
        recovery.unhinted().forEach(hints::add);
        for (BitcaskShard shard : shards) {
            shard.publishCounts();
        }
    }

    private void start() {
        writer.start("paxosstore-log-" + config.nodeId());
        background.start("paxosstore-storage-" + config.nodeId());
    }

    private boolean isUrgent() {
        return pool.isUrgent()
                || room.room() != Room.ENOUGH
                || hints.isBehind()
                || merge.isBehind();
    }

    /** The room is measured at a rate of its own. */
    private long idleNanos() {
        long due = Math.min(merge.nanosUntilDue(), scrubber.nanosUntilDue());
        return Math.min(DiskRoom.MEASURE_NANOS, due);
    }

    private ByteBuffer header(long id) {
        return new SegmentHeader(id, SegmentHeader.Kind.LOG, storeId(), config.segmentBytes())
                .encode();
    }

    private void sealed(Segment segment) {
        hints.add(segment);
        background.signal();
    }

    /**
     * One round of the log writer, for engines without threads: makes durable what is committed and
     * wakes the shards.
     *
     * @return how many batches became durable
     */
    public int runWriterOnce() {
        return writer.runOnce();
    }

    /**
     * One step of the background work, for engines without threads.
     *
     * @return 0 when there was nothing to do, or merge waits for a shard's drain or for its
     *     throttle
     */
    public int runBackgroundOnce() {
        room.runOnce(pool::obstacle);
        if (pool.isStalled() && room.isRetryDue()) {
            pool.retry();
        }
        if (pool.runOnce() > 0) {
            return 1;
        }
        if (pool.obstacle() != null && room.room() != Room.NONE) {
            room.measure(pool::obstacle);
        }
        if (hints.runOnce() > 0 || merge.runOnce() > 0) {
            return 1;
        }
        return scrubber.runOnce();
    }

    @Override
    public int shardCount() {
        return shards.length;
    }

    @Override
    public StorageShard shard(int index) {
        return shards[index];
    }

    @Override
    public Standing standing() {
        return store.identity().standing();
    }

    @Override
    public void standing(Standing standing) throws IOException {
        amnesia.standing(standing);
        LOG.info("storage.standing directory={} standing={}", config.directory(), standing);
    }

    @Override
    public boolean reborn() {
        return store.identity().reborn();
    }

    @Override
    public Room room() {
        return room.room();
    }

    /**
     * Greater at every open, and in every later store of this node; durable before {@code open}
     * returned.
     */
    public int incarnation() {
        return store.identity().incarnation();
    }

    /**
     * Begins another incarnation of the running node, durably, as a restart would: for a node that
     * finds damage and forgets what it voted (Rule A3). Blocks for the disk; any thread.
     *
     * @param above the new one is also greater than this; 0 for none
     * @return the new incarnation
     */
    public int raiseIncarnation(int above) throws IOException {
        return store.raiseIncarnation(above);
    }

    /** Whether the directory was empty when it was opened. */
    public boolean isFresh() {
        return store.isFresh();
    }

    /** The identity of this store; another one after the disk was lost. */
    public UUID storeId() {
        return store.identity().storeId();
    }

    /** The remembered identities of the other nodes' stores. */
    public PeerMemory peers() {
        return peers;
    }

    /**
     * Drops a space for good, durably: its entities are as if never written, and merge discards
     * their records. Its number must not be used for another space. Blocks for the disk.
     */
    public void dropSpace(int space) throws IOException {
        if (dropped.add(space)) {
            for (BitcaskShard shard : shards) {
                shard.requestSweep();
            }
        }
    }

    /** Whether a space was dropped, in this run or an earlier one. */
    public boolean isDropped(int space) {
        return dropped.contains(space);
    }

    /** What was found damaged, at start and since; the first {@value DamageLog#KEPT_MAX}. */
    public List<DamageReport> damage() {
        return damage.reports();
    }

    /** The figures of this moment. */
    public BitcaskStats stats() {
        long keys = 0;
        long keydirBytes = 0;
        for (BitcaskShard shard : shards) {
            keys += shard.keyCount();
            keydirBytes += shard.keydirBytes();
        }
        long live = 0;
        long used = 0;
        List<Segment> all = segments.all();
        for (Segment segment : all) {
            live += segment.liveBytes().get();
            used += segment.usedBytes();
        }
        return new BitcaskStats(
                keys,
                keydirBytes,
                all.size(),
                live,
                used - live,
                commits.bytes(),
                commits.records(),
                commits.batches(),
                commits.commits(),
                commits.forceNanos(),
                merge.copiedBytes(),
                merge.mergedSegments(),
                pool.lateTakes(),
                damage.losses(),
                amnesia.damagedEntities(),
                amnesia.rebuiltEntities(),
                room.usableBytes(),
                scrubber.readBytes(),
                scrubber.passes(),
                scrubber.badRecords());
    }

    /**
     * Makes durable what was committed, seals the log, writes the hint files, closes all files. The
     * shards' threads must not use their shards any more, but for a last drain.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        boolean written = writer.stop(CLOSE_NANOS);
        boolean quiet = background.stop(CLOSE_NANOS) && written;
        try {
            if (quiet && !failStop.isFailed()) {
                log.seal();
                mergeOutput.seal();
                hints.finish();
                store.close();
            }
            hints.close();
            pool.close();
            segments.close();
        } catch (IOException e) {
            // Everything committed is durable already; the next start recovers the rest.
            LOG.warn("storage.close.failed directory={}", config.directory(), e);
        } finally {
            unlock();
        }
    }

    private void unlock() {
        try {
            lock.close();
        } catch (IOException e) {
            LOG.warn("storage.unlock.failed directory={}", config.directory(), e);
        }
    }

    private final class Host implements BitcaskShard.Host {
        private final Listener listener;

        Host(Listener listener) {
            this.listener = listener;
        }

        @Override
        public GroupCommitWriter<RecordBatch> writer() {
            return writer;
        }

        @Override
        public void mergeAnswered() {
            background.signal();
        }

        @Override
        public void wake(int shard) {
            listener.wake(shard);
        }
    }
}
