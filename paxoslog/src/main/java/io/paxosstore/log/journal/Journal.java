package io.paxosstore.log.journal;

import io.paxosstore.core.Invariant;
import io.paxosstore.log.BackgroundThread;
import io.paxosstore.log.CommitCounters;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.SpaceSizes;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DamageLog;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentFormat;
import io.paxosstore.log.segment.SegmentTable;
import io.paxosstore.log.segment.SegmentedLog;
import io.paxosstore.protocol.key.EntityKey;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The PaxosLogs of all entities of a store, interleaved in segments: group commit, an index per
 * shard, checkpoints, reclaim. For engines that keep their data elsewhere (Rule D6).
 *
 * <p>Life: {@link #open} reads what is there and changes nothing on the disk; {@link #damage} says
 * what is lost; the owner makes durable what follows from that (a nameless loss makes the whole
 * store amnesiac, Rule A1); then {@link #begin} brings the files into order, and records may be
 * appended.
 *
 * <p>Each {@link #shard} belongs to one thread; the other methods may be called by any. The journal
 * has two threads: the log writer (group commit) and the background (segments ahead, checkpoints,
 * reclaim). With {@link JournalConfig#threads} off it has none, and the owner steps both.
 */
public final class Journal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final String LOCK = "LOCK";

    /** Segments begin with "PXSJRNL1", the list of them with "PXSJFLS1". */
    static final SegmentFormat FORMAT =
            new SegmentFormat(0x5058534a524e4c31L, false, "FILES", 0x5058534a464c5331L);

    private static final int STAMP_BITS = 32;
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How long after a segment could not be made it is tried again. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final JournalConfig config;
    private final JournalEnvironment environment;
    private final StorageEngine.Listener listener;
    private final FileSystem.HeldLock lock;
    private final FailStop failStop;
    private final DamageLog damage = new DamageLog();
    private final JournalShard[] shards;
    private final Recovery recovery;
    private final SegmentedLog log;
    private final Reclaim reclaim;

    // Written by the log writer after it has marked the batches durable: whoever reads a position
    // finds all batches before it marked.
    private volatile long durablePosition;
    private volatile boolean begun;
    private final BackgroundThread background;
    private boolean closed;

    // The background thread's: which segment is active, and since when.
    private long agingSegment = -1;
    private long retriedNanos;
    private long agingSince;

    /**
     * Opens or creates a journal, locks it and reads what it holds.
     *
     * @param listener called on the journal's threads, or, without threads, by the methods that
     *     step
     * @throws IOException if the directory is in use, or the disk fails
     */
    public static Journal open(
            JournalConfig config,
            FileSystem fs,
            StorageEngine.Listener listener,
            JournalEnvironment environment)
            throws IOException {
        fs.createDirectories(config.directory());
        FileSystem.HeldLock lock = fs.tryLock(config.directory().resolve(LOCK));
        if (lock == null) {
            throw new IOException(
                    "The journal in "
                            + config.directory()
                            + " is in use by a running process: stop that one first.");
        }
        SegmentTable segments = new SegmentTable();
        boolean opened = false;
        try {
            Journal journal = new Journal(config, fs, lock, segments, listener, environment);
            opened = true;
            LOG.info(
                    "journal.open directory={} entities={} scanned={}",
                    config.directory(),
                    journal.stats().entities(),
                    journal.scannedBytes());
            return journal;
        } finally {
            if (!opened) {
                segments.close();
                lock.close();
            }
        }
    }

    private Journal(
            JournalConfig config,
            FileSystem fs,
            FileSystem.HeldLock lock,
            SegmentTable segments,
            StorageEngine.Listener listener,
            JournalEnvironment environment)
            throws IOException {
        this.config = config;
        this.environment = environment;
        this.listener = listener;
        this.lock = lock;
        this.failStop = new FailStop(listener);
        this.background =
                new BackgroundThread(
                        this::runBackgroundOnce,
                        () -> PARK_NANOS,
                        BackgroundThread.Pace.FULL,
                        failStop);
        this.shards = new JournalShard[config.shards()];
        Host host = new Host();
        for (int shard = 0; shard < shards.length; shard++) {
            shards[shard] = new JournalShard(shard, config, segments, host);
        }
        this.recovery =
                new Recovery(
                        fs,
                        config,
                        segments,
                        shards,
                        environment.droppedSpaces(),
                        environment.tenures().get(),
                        failStop,
                        damage::add);
        recovery.scan();
        this.log =
                new SegmentedLog(
                        fs,
                        recovery.log(),
                        recovery.list(),
                        new SegmentedLog.Host(
                                shards.length,
                                config.log().preallocatedSegments(),
                                listener,
                                failStop,
                                environment.mayGrow(),
                                this::committed,
                                environment.nanoClock(),
                                background::signal,
                                segment -> {}));
        this.durablePosition = recovery.end();
        this.reclaim =
                new Reclaim(
                        fs, config, shards, log, failStop, () -> durablePosition, recovery.start());
    }

    private void committed(int batchCount, int recordCount, long byteCount, long nanos) {
        Segment active = Objects.requireNonNull(log.activeSegment());
        durablePosition = JournalPosition.of(active.id(), active.end());
        environment.commits().committed(batchCount, recordCount, byteCount, nanos);
    }

    /**
     * What was found damaged at the start (Rule D5); empty for a healthy journal. The first {@value
     * DamageLog#KEPT_MAX}; all are logged.
     */
    public List<DamageReport> damage() {
        return damage.reports();
    }

    /**
     * Whether nothing was there at all: a new journal, or all of it is lost; the owner knows which
     * (Rule A1).
     */
    public boolean isNew() {
        return recovery.isFresh();
    }

    /** Whether something was lost and it cannot be told whose: all entities may be hit. */
    public boolean hasNamelessLoss() {
        return damage.isNameless();
    }

    /**
     * Brings the files into order and lets records in. To be called once, after the owner has made
     * durable what {@link #damage} means for it.
     *
     * @throws IOException if the disk fails; the journal is of no use then
     */
    public void begin() throws IOException {
        Invariant.check(!begun, "the journal has begun already");
        recovery.finish(failStop);
        log.takeOver(recovery.log());
        begun = true;
        if (config.threads()) {
            log.start("paxosstore-journal");
            background.start("paxosstore-journal-background");
        }
    }

    /**
     * One round of the log writer, for journals without threads: makes durable what is committed
     * and wakes the shards.
     *
     * @return how many batches became durable
     */
    public int runWriterOnce() {
        return log.runWriterOnce();
    }

    /**
     * One step of the background work, for journals without threads.
     *
     * @return 0 when there was nothing to do, or a shard has to be drained first
     */
    public int runBackgroundOnce() {
        endOldSegment();
        long now = environment.nanoClock().getAsLong();
        if (log.pool().isStalled() && now - retriedNanos >= RETRY_NANOS) {
            retriedNanos = now; // what it lacked may be there again
            log.pool().retry();
        }
        if (log.pool().runOnce() > 0) {
            return 1;
        }
        return reclaim.runOnce();
    }

    private void endOldSegment() {
        long segment = JournalPosition.segmentId(durablePosition);
        long now = environment.nanoClock().getAsLong();
        if (segment != agingSegment) {
            agingSegment = segment;
            agingSince = now;
        } else if (now - agingSince > config.rollAfter().toNanos()) {
            agingSince = now;
            log.endSegmentWhenIdle();
        }
    }

    /** Has the background write a checkpoint now. Any thread. */
    public void requestCheckpoint() {
        reclaim.wantCheckpoint();
        background.signal();
    }

    /** How many shards the journal was opened with. */
    public int shardCount() {
        return shards.length;
    }

    /** A shard by its index, from 0. */
    public JournalShard shard(int index) {
        return shards[index];
    }

    /** Every stamp that is given from now on is greater (see {@link JournalShard#rebuiltStamp}). */
    public long stampNow() {
        long greatest = stampBase();
        for (JournalShard shard : shards) {
            greatest = Math.max(greatest, shard.stampNow());
        }
        return greatest;
    }

    private long stampBase() {
        return (long) config.incarnation() << STAMP_BITS;
    }

    /** Whether a write or an fsync has failed (Rule D4); nothing becomes durable any more. */
    public boolean isFailed() {
        return failStop.isFailed();
    }

    /** How many entities of each space each shard holds; from any thread. */
    public List<SpaceSizes> spaces() {
        return Arrays.stream(shards).map(JournalShard::spaces).toList();
    }

    /** The figures of this moment. */
    public JournalStats stats() {
        long entities = 0;
        long indexBytes = 0;
        for (JournalShard shard : shards) {
            entities += shard.entityCount();
            indexBytes += shard.indexBytes();
        }
        long live = 0;
        long taken = 0;
        List<Segment> all = log.segments().all();
        for (Segment segment : all) {
            live += segment.liveBytes().get();
            taken += segment.openedBytes();
        }
        CommitCounters commits = log.commits();
        return new JournalStats(
                entities,
                indexBytes,
                all.size(),
                taken,
                live,
                commits.bytes(),
                commits.records(),
                commits.batches(),
                commits.commits(),
                commits.forceNanos(),
                reclaim.checkpoints(),
                reclaim.checkpointSize(),
                reclaim.carriedBytes(),
                reclaim.droppedSegments(),
                log.pool().lateTakes(),
                damage.losses());
    }

    /** How many bytes the start had to scan behind the checkpoint. */
    public long scannedBytes() {
        return recovery.scannedBytes();
    }

    /**
     * Makes durable what was committed, seals the active segment, closes all files. The shards'
     * threads must not use their shards any more, but for a last drain.
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
            if (quiet && begun && !failStop.isFailed()) {
                log.seal();
            }
            log.close();
        } catch (IOException e) {
            // Everything committed is durable already; the next start recovers the rest.
            LOG.warn("journal.close.failed directory={}", config.directory(), e);
        } finally {
            unlock();
        }
    }

    private void unlock() {
        try {
            lock.close();
        } catch (IOException e) {
            LOG.warn("journal.unlock.failed directory={}", config.directory(), e);
        }
    }

    private final class Host implements JournalHost {
        @Override
        public boolean isBegun() {
            return begun;
        }

        @Override
        public void submit(JournalBatch batch) {
            log.submit(batch);
        }

        @Override
        public void wake(int shard) {
            listener.wake(shard);
        }

        @Override
        public void answered() {
            background.signal();
        }

        @Override
        public void damaged(int shard, EntityKey key) {
            listener.damaged(shard, key);
        }

        @Override
        public boolean isDropped(int space) {
            return environment.droppedSpaces().test(space);
        }

        @Override
        public int tenure(EntityKey key) {
            return environment.tenures().get().of(key);
        }

        @Override
        public long stampBase() {
            return Journal.this.stampBase();
        }
    }
}
