package io.paxosstore.log.journal;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.SegmentPool;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.record.RecordFileTable;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Checkpoints, and the way of roll files to their end. Used by the background thread; one thing at
 * a time:
 *
 * <ol>
 *   <li>a checkpoint, when enough was appended since the last one;
 *   <li>dropping a file of which nothing is needed;
 *   <li>carrying forward what is needed of a file in which little is.
 * </ol>
 *
 * <p>Only files that lie wholly before the last checkpoint's position are touched: a start scans
 * from there on, and needs every file it comes by. What a checkpoint says of a file that was
 * dropped since is superseded behind its position, or needed no more.
 */
final class Reclaim {
    private static final Logger LOG = LoggerFactory.getLogger(Reclaim.class);

    private final FileSystem fs;
    private final JournalConfig config;
    private final JournalShard[] shards;
    private final RecordFileTable<RollFile> files;
    private final SegmentPool pool;
    private final FailStop failStop;

    /** The end of what is durable. */
    private final LongSupplier durablePosition;

    /** Bytes appended in this run. */
    private final LongSupplier appendedBytes;

    private @Nullable CheckpointWriter checkpoint;
    private @Nullable CheckpointWriter abandoned;
    private @Nullable RollFile carrying;
    private CarryTask[] carryTasks = new CarryTask[0];
    private long dueAt;

    private final LongAdder checkpoints = new LongAdder();
    private final LongAdder carriedBytes = new LongAdder();
    private final LongAdder droppedFiles = new LongAdder();

    // Written by the background thread, read by whoever asks for statistics.
    private volatile long checkpointPosition;
    private volatile long checkpointBytes;
    private volatile boolean checkpointWanted;

    Reclaim(
            FileSystem fs,
            JournalConfig config,
            JournalShard[] shards,
            RecordFileTable<RollFile> files,
            SegmentPool pool,
            FailStop failStop,
            LongSupplier durablePosition,
            LongSupplier appendedBytes,
            long checkpointPosition) {
        this.fs = fs;
        this.config = config;
        this.shards = shards;
        this.files = files;
        this.pool = pool;
        this.failStop = failStop;
        this.durablePosition = durablePosition;
        this.appendedBytes = appendedBytes;
        this.checkpointPosition = checkpointPosition;
        this.dueAt = config.checkpointBytes();
    }

    /** Asks for a checkpoint now. Any thread. */
    void wantCheckpoint() {
        checkpointWanted = true;
    }

    /**
     * Does a step.
     *
     * @return 0 when there is nothing to do, or the shards have to do something first
     */
    int runOnce() {
        if (failStop.isFailed()) {
            return 0;
        }
        if (abandoned != null) {
            return forgetAbandoned(abandoned);
        }
        if (checkpoint != null) {
            return stepCheckpoint(checkpoint);
        }
        if (carrying != null) {
            return stepCarrying(carrying);
        }
        if (checkpointWanted || appendedBytes.getAsLong() >= dueAt) {
            return beginCheckpoint();
        }
        RollFile dead = nextDead();
        if (dead != null) {
            return drop(dead);
        }
        return beginCarrying();
    }

    private int beginCheckpoint() {
        checkpointWanted = false;
        // What is appended from here on counts for the next one, also when this one fails.
        dueAt = appendedBytes.getAsLong() + config.checkpointBytes();
        try {
            checkpoint =
                    new CheckpointWriter(
                            fs, config, shards, files, failStop, durablePosition.getAsLong());
            return 1;
        } catch (IOException e) {
            LOG.warn("journal.checkpoint.failed directory={}", config.directory(), e);
            return 0;
        }
    }

    private int stepCheckpoint(CheckpointWriter writer) {
        try {
            CheckpointWriter.Step step = writer.step();
            if (step == CheckpointWriter.Step.DONE) {
                checkpoint = null;
                checkpointPosition = writer.position();
                checkpoints.increment();
                checkpointBytes = writer.bytes();
                files.all().forEach(RollFile::release);
            }
            return step == CheckpointWriter.Step.WAITING ? 0 : 1;
        } catch (IOException e) {
            // No space perhaps. The old one counts, and no file is dropped that it needs.
            LOG.warn("journal.checkpoint.failed directory={}", config.directory(), e);
            checkpoint = null;
            abandoned = writer;
            return 1;
        }
    }

    private int forgetAbandoned(CheckpointWriter writer) {
        if (!writer.drainAbandoned()) {
            return 0;
        }
        abandoned = null;
        try {
            writer.abandon();
        } catch (IOException e) {
            LOG.warn("journal.checkpoint.close.failed directory={}", config.directory(), e);
        }
        return 1;
    }

    private boolean isReclaimable(RollFile file) {
        return file.isSealed()
                && file.undrained().get() == 0
                && file.id() < JournalPosition.fileId(checkpointPosition);
    }

    private @Nullable RollFile nextDead() {
        for (RollFile file : files.all()) {
            if (isReclaimable(file) && file.liveBytes().get() == 0 && !file.isHeldBack()) {
                return file;
            }
        }
        return null;
    }

    private int drop(RollFile file) {
        try {
            pool.unlist(file.id());
        } catch (IOException e) {
            // No space for the new list perhaps: the file stays until the next start.
            LOG.warn("journal.drop.failed file={}", file.file(), e);
            file.holdBack();
            return 0;
        }
        files.remove(file);
        try {
            file.handle().close();
            pool.retire(file.id(), file.file());
        } catch (IOException e) {
            // It is listed no more: the next start deletes it.
            LOG.warn("journal.drop.failed file={}", file.file(), e);
        }
        droppedFiles.increment();
        LOG.debug("journal.dropped file={}", file.file());
        return 1;
    }

    private int beginCarrying() {
        RollFile chosen = null;
        double ratio = config.carryLiveRatio();
        for (RollFile file : files.all()) {
            double live = (double) file.liveBytes().get() / file.sizeBytes();
            if (live < ratio && isReclaimable(file) && !file.isHeldBack()) {
                chosen = file;
                ratio = live;
            }
        }
        if (chosen == null) {
            return 0;
        }
        carrying = chosen;
        carryTasks = new CarryTask[shards.length];
        for (int shard = 0; shard < shards.length; shard++) {
            carryTasks[shard] = new CarryTask(chosen);
            shards[shard].request(carryTasks[shard]);
        }
        return 1;
    }

    private int stepCarrying(RollFile file) {
        for (CarryTask task : carryTasks) {
            if (!task.isDone()) {
                return 0;
            }
        }
        for (CarryTask task : carryTasks) {
            carriedBytes.add(task.carriedBytes());
        }
        carrying = null;
        if (file.liveBytes().get() > 0) {
            // Records were under way, or are damaged.
            file.holdBack();
        }
        return 1;
    }

    /** Where a start would scan from. */
    long checkpointPosition() {
        return checkpointPosition;
    }

    long checkpoints() {
        return checkpoints.sum();
    }

    /** The size of the last checkpoint of this run. */
    long checkpointSize() {
        return checkpointBytes;
    }

    long carriedBytes() {
        return carriedBytes.sum();
    }

    long droppedFiles() {
        return droppedFiles.sum();
    }
}
