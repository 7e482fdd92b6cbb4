package io.paxosstore.bitcask;

import io.paxosstore.log.BackgroundThread;
import io.paxosstore.log.CommitCounters;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.SpaceSizes;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DamageLog;
import io.paxosstore.log.identity.DiskRoom;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.StoreView;
import io.paxosstore.log.segment.RecordBatch;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentFormat;
import io.paxosstore.log.segment.SegmentList;
import io.paxosstore.log.segment.SegmentPool;
import io.paxosstore.log.segment.SegmentRecovery;
import io.paxosstore.log.segment.SegmentSpec;
import io.paxosstore.log.segment.SegmentTable;
import io.paxosstore.log.segment.SegmentedLog;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The key-value engine. Each shard belongs to one thread; the other methods may be called by any.
 *
 * <p>Life: {@link #open} reads what is there and reports what is damaged to the store's {@link
 * StoreView#damage}; the owner has the store's identity begin, with {@link #makeFirstFiles}, so
 * that losses are durable before anything hides them; {@link #begin} brings the files into order
 * and lets records in. The engine is closed before the identity.
 *
 * <p>It has two threads: the log writer (group commit) and the background (segments ahead, hint
 * files, merge). With {@link BitcaskConfig#threads} off it has none, and the owner steps both.
 */
public final class BitcaskEngine implements StorageEngine {
    private static final Logger LOG = LoggerFactory.getLogger(BitcaskEngine.class);
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Segments begin with "PXSSEG01", the list of them with "PXSSEGL1". */
    static final SegmentFormat FORMAT =
            new SegmentFormat(0x5058535345473031L, true, "SEGMENTS", 0x5058535345474c31L);

    private final BitcaskConfig config;
    private final StoreView store;
    private final DamageLog damage;
    private final SegmentList list;
    private final Amnesia amnesia;
    private final ChosenMarks marks;
    private final DiskRoom room;
    private final Scrubber scrubber;
    private final BitcaskShard[] shards;
    private final FailStop failStop;
    private final HintBuilder hints;
    private final SegmentedLog log;
    private final MergeOutput mergeOutput;
    private final Merge merge;

    private final BackgroundThread background;
    private @Nullable Recovery recovery; // until the engine begins
    private boolean begun;
    private boolean closed;
    private boolean sealed;

    /**
     * Reads what the store holds; changes nothing but files that mean nothing.
     *
     * @param listener called on the engine's threads, or, without threads, by the methods that step
     * @throws IOException if the disk fails, or a file has another format
     */
    public static BitcaskEngine open(
            BitcaskConfig config, FileSystem fs, Listener listener, BitcaskEnvironment environment)
            throws IOException {
        SegmentTable segments = new SegmentTable();
        boolean opened = false;
        try {
            BitcaskEngine engine = new BitcaskEngine(config, fs, segments, listener, environment);
            opened = true;
            return engine;
        } finally {
            if (!opened) {
                segments.close();
            }
        }
    }

    private BitcaskEngine(
            BitcaskConfig config,
            FileSystem fs,
            SegmentTable segments,
            Listener listener,
            BitcaskEnvironment environment)
            throws IOException {
        this.config = config;
        this.store = environment.store();
        this.damage = store.damage();
        this.room = environment.room();
        this.failStop = store.failStop();
        this.background =
                new BackgroundThread(
                        this::runBackgroundOnce,
                        this::idleNanos,
                        new BackgroundThread.Pace(config.backgroundPercent(), this::isUrgent),
                        failStop);
        Path directory = config.directory();
        this.list = SegmentList.read(fs, directory, FORMAT, failStop, store.isFresh(), damage::add);
        this.amnesia = new Amnesia(store, listener);
        this.marks = new ChosenMarks(fs, segments, room, failStop, environment.nanoClock());
        this.shards = new BitcaskShard[config.shards()];
        Host host = new Host(listener);
        for (int shard = 0; shard < shards.length; shard++) {
            shards[shard] =
                    new BitcaskShard(
                            shard, config, segments, store::isDropped, amnesia, marks, host);
        }
        SegmentSpec spec =
                new SegmentSpec(directory, FORMAT, store.storeId(), config.log().segmentBytes());
        Recovery found =
                new Recovery(
                        fs,
                        directory,
                        new SegmentRecovery(fs, spec, segments, damage::add),
                        shards,
                        store::isDropped,
                        store.slotTenures(),
                        damage);
        found.scan(list.ids());
        this.recovery = found;
        this.log =
                new SegmentedLog(
                        fs,
                        found.log(),
                        list,
                        new SegmentedLog.Host(
                                shards.length,
                                config.log().preallocatedSegments(),
                                listener,
                                failStop,
                                room::mayGrow,
                                environment.commits(),
                                environment.nanoClock(),
                                background::signal,
                                this::sealed));
        this.hints =
                new HintBuilder(fs, damage, this::search, room, failStop, environment.nanoClock());
        this.mergeOutput = new MergeOutput(fs, spec, log, list, failStop, this::sealed);
        this.merge =
                new Merge(
                        fs,
                        config,
                        log,
                        shards,
                        mergeOutput,
                        marks,
                        failStop,
                        this::search,
                        environment.nanoClock());
        this.scrubber =
                new Scrubber(
                        config.scrub(), segments, this::search, failStop, environment.nanoClock());
    }

    /**
     * Lists the segments of a new store, durably. To be called before the store exists, so that a
     * list that is missing is always one that was lost.
     */
    public void makeFirstFiles() throws IOException {
        list.replace(Objects.requireNonNull(recovery).log().presentIds());
    }

    /**
     * Brings the files into order and lets records in. To be called once, when the store's identity
     * has begun, and before the shards' threads do.
     *
     * @throws IOException if the disk fails; the engine is of no use then
     */
    public void begin() throws IOException {
        Recovery found = Objects.requireNonNull(recovery);
        recovery = null;
        found.finish(failStop);
        if (!store.isFresh()) {
            list.replace(found.log().presentIds());
        }
        log.takeOver(found.log());
        found.unhinted().forEach(hints::add);
        for (BitcaskShard shard : shards) {
            shard.publishCounts();
        }
        room.measure(log.pool()::obstacle);
        if (config.threads()) {
            start();
        }
        begun = true;
        LOG.info("storage.open directory={} keys={}", config.directory(), stats().keys());
    }

    /** Has all shards look whose records lie in damaged bytes. */
    private void search(DamageSearch wanted) {
        for (BitcaskShard shard : shards) {
            shard.requestSearch(wanted);
        }
    }

    private void start() {
        log.start("paxosstore-log-" + store.nodeId());
        background.start("paxosstore-storage-" + store.nodeId());
    }

    private boolean isUrgent() {
        return log.pool().isUrgent()
                || room.room() != Room.ENOUGH
                || hints.isBehind()
                || merge.isBehind();
    }

    /** The room is measured at a rate of its own. */
    private long idleNanos() {
        long due = Math.min(merge.nanosUntilDue(), scrubber.nanosUntilDue());
        return Math.min(DiskRoom.MEASURE_NANOS, Math.min(due, marks.nanosUntilDue()));
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
        return log.runWriterOnce();
    }

    /**
     * One step of the background work, for engines without threads.
     *
     * @return 0 when there was nothing to do, or merge waits for a shard's drain or for its
     *     throttle
     */
    public int runBackgroundOnce() {
        SegmentPool pool = log.pool();
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
        if (hints.runOnce() > 0 || marks.runOnce() > 0 || merge.runOnce() > 0) {
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
    public void spacesDropped(int[] spaces) {
        if (Arrays.stream(spaces).anyMatch(space -> SpaceKind.of(space) == SpaceKind.KEY_VALUE)) {
            for (BitcaskShard shard : shards) {
                shard.requestSweep();
            }
        }
    }

    /** What each shard holds of each space, removed keys included; from any thread. */
    public List<SpaceSizes> spaces() {
        return Arrays.stream(shards).map(BitcaskShard::spaces).toList();
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
        List<Segment> all = log.segments().all();
        for (Segment segment : all) {
            live += segment.liveBytes().get();
            used += segment.usedBytes();
        }
        CommitCounters commits = log.commits();
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
                log.pool().lateTakes(),
                amnesia.damagedEntities(),
                amnesia.rebuiltEntities(),
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
        boolean written = log.stop(CLOSE_NANOS);
        boolean quiet = background.stop(CLOSE_NANOS) && written;
        try {
            if (begun && quiet && !failStop.isFailed()) {
                log.seal();
                mergeOutput.seal();
                marks.finish();
                hints.finish();
                sealed = true;
            }
            hints.close();
            log.close();
        } catch (IOException e) {
            // Everything committed is durable already; the next start recovers the rest.
            LOG.warn("storage.close.failed directory={}", config.directory(), e);
        }
    }

    /** Whether {@link #close} has ended everything that was under way. */
    public boolean isSealed() {
        return sealed;
    }

    private final class Host implements BitcaskShard.Host {
        private final Listener listener;

        Host(Listener listener) {
            this.listener = listener;
        }

        @Override
        public void submit(RecordBatch batch) {
            log.submit(batch);
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
