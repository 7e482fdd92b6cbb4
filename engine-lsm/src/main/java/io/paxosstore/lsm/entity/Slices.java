package io.paxosstore.lsm.entity;

import io.paxosstore.log.WorkMeter;
import io.paxosstore.lsm.model.EvaluationMeter;
import io.paxosstore.protocol.model.Command;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What evaluations may take of a shard's thread: a slice for each command, a few of them for all
 * commands of one question. Short commands are never interrupted. Of the thread's time a tenth at
 * most goes into slices that led to nothing because the command needed more: while more was wasted,
 * commands that may take long are not tried. For the shard's thread.
 */
final class Slices implements Pace {
    /** Most slices that one question takes, and one more. */
    private static final int SLICES_MAX = 4;

    /** What every command may do: a tenth of a millisecond, unless the thread has to wait. */
    private static final long STEPS_LEAST = 4000;

    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int WASTED_PART = 10;

    private final LongSupplier nanoClock;
    private final long sliceNanos;
    private final EvaluationMeter meter;
    private long questionEndNanos;
    private long windowEndNanos;
    private long wastedNanos;

    Slices(EvaluationConfig config, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.sliceNanos = config.slice().toNanos();
        this.meter = new EvaluationMeter(nanoClock, config.stepsMax(), () -> {});
        this.windowEndNanos = nanoClock.getAsLong();
    }

    /** A question begins. */
    Slices begin() {
        questionEndNanos = nanoClock.getAsLong() + SLICES_MAX * sliceNanos;
        return this;
    }

    @Override
    public WorkMeter meter() {
        return meter;
    }

    @Override
    public boolean begins(Command command) {
        long now = nanoClock.getAsLong();
        if (now - windowEndNanos >= 0) {
            windowEndNanos = now + WINDOW_NANOS;
            wastedNanos = 0;
        }
        boolean tries =
                wastedNanos < WINDOW_NANOS / WASTED_PART || !CommandSize.mayTakeLong(command);
        if (tries) {
            meter.begin(sliceNanos, STEPS_LEAST);
        }
        return tries;
    }

    @Override
    public void rests() {
        meter.rest();
    }

    @Override
    public void tookTooLong() {
        wastedNanos += sliceNanos;
    }

    @Override
    public boolean isOver() {
        return nanoClock.getAsLong() - questionEndNanos >= 0;
    }
}
