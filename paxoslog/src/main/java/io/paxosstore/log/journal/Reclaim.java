package io.paxosstore.log.journal;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentedLog;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Checkpoints, and the way of segments to their end. Used by the background thread; one thing at a
 * time:
 *
 * <ol>
 *   <li>a checkpoint, when enough was appended since the last one;
 *   <li>dropping a segment of which nothing is needed;
 *   <li>carrying forward what is needed of a segment in which little is.
 * </ol>
 *
 * <p>Only segments that lie wholly before the last checkpoint's position are touched: a start scans
 * from there on, and needs every segment it comes by. What a checkpoint says of a segment that was
 * dropped since is superseded behind its position, or needed no more.
 */
final class Reclaim {
    private static final Logger LOG = LoggerFactory.getLogger(Reclaim.class);

    private final FileSystem fs;
    private final JournalConfig config;
    private final JournalShard[] shards;
    private final SegmentedLog log;
    private final FailStop failStop;

    /** The end of what is durable. */
    private final LongSupplier durablePosition;

    private @Nullable CheckpointWriter checkpoint;
    private @Nullable CheckpointWriter abandoned;
    private @Nullable Segment carrying;
    private CarryTask[] carryTasks = new CarryTask[0];
    private long dueAt;

    private final LongAdder checkpoints = new LongAdder();
    private final LongAdder carriedBytes = new LongAdder();
    private final LongAdder droppedSegments = new LongAdder();

    // Written by the background thread, read by whoever asks for statistics.
    private volatile long checkpointPosition;
    private volatile long checkpointBytes;
    private volatile boolean checkpointWanted;

    Reclaim(
            FileSystem fs,
            JournalConfig config,
            JournalShard[] shards,
            SegmentedLog log,
            FailStop failStop,
            LongSupplier durablePosition,
            long checkpointPosition) {
        this.fs = fs;
        this.config = config;
        this.shards = shards;
        this.log = log;
        this.failStop = failStop;
        this.durablePosition = durablePosition;
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
        if (checkpointWanted || log.commits().bytes() >= dueAt) {
            return beginCheckpoint();
        }
        Segment dead = nextDead();
        if (dead != null) {
            return drop(dead);
        }
        return beginCarrying();
    }

    private int beginCheckpoint() {
        checkpointWanted = false;
        // What is appended from here on counts for the next one, also when this one fails.
        dueAt = log.commits().bytes() + config.checkpointBytes();
        try {
            checkpoint =
                    new CheckpointWriter(
                            fs,
                            config,
                            shards,
                            log.segments(),
                            failStop,
                            durablePosition.getAsLong());
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
                log.segments().all().forEach(Segment::release);
            }
            return step == CheckpointWriter.Step.WAITING ? 0 : 1;
        } catch (IOException e) {
            // No space perhaps. The old one counts, and no segment is dropped that it needs.
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

    private boolean isReclaimable(Segment segment) {
        return segment.isSealed()
                && segment.undrained().get() == 0
                && segment.id() < JournalPosition.segmentId(checkpointPosition);
    }

    private @Nullable Segment nextDead() {
        for (Segment segment : log.segments().all()) {
            if (isReclaimable(segment) && segment.liveBytes().get() == 0 && !segment.isHeldBack()) {
                return segment;
            }
        }
        return null;
    }

    private int drop(Segment segment) {
        try {
            log.pool().unlist(segment.id());
        } catch (IOException e) {
            // No space for the new list perhaps: the segment stays until the next start.
            LOG.warn("journal.drop.failed file={}", segment.file(), e);
            segment.holdBack(0);
            return 0;
        }
        try {
            log.retire(segment);
        } catch (IOException e) {
            // It is listed no more: the next start deletes it.
            LOG.warn("journal.drop.failed file={}", segment.file(), e);
        }
        droppedSegments.increment();
        LOG.debug("journal.dropped file={}", segment.file());
        return 1;
    }

    private int beginCarrying() {
        Segment chosen = null;
        double ratio = config.carryLiveRatio();
        for (Segment segment : log.segments().all()) {
            double live = (double) segment.liveBytes().get() / segment.openedBytes();
            if (live < ratio && isReclaimable(segment) && !segment.isHeldBack()) {
                chosen = segment;
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

    private int stepCarrying(Segment segment) {
        for (CarryTask task : carryTasks) {
            if (!task.isDone()) {
                return 0;
            }
        }
        for (CarryTask task : carryTasks) {
            carriedBytes.add(task.carriedBytes());
        }
        carrying = null;
        long live = segment.liveBytes().get();
        if (live > 0) {
            // Records were under way, or are damaged.
            segment.holdBack(live);
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

    long droppedSegments() {
        return droppedSegments.sum();
    }
}
