package io.paxosstore.lsm.model;

import io.paxosstore.log.WorkMeter;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.OperationFailedException;

import java.util.function.LongSupplier;

/**
 * Counts the work of one MultiOp, and ends its evaluation when the time is over, when it was
 * cancelled, or when it is more work than one request may make. Not thread-safe, but for {@link
 * #cancel}.
 *
 * <p>Too much work is a failure of the MultiOp like any other: it is answered with a result, and so
 * is every copy of it. The other ends leave no trace; {@link EndedException} says which it was.
 */
public final class EvaluationMeter implements WorkMeter {
    /** Steps between two looks at the clock: some microseconds. */
    private static final long CHECK_STEPS = 256;

    /** The name of the limit in {@link Failure.LimitExceeded}. */
    public static final String LIMIT = Failure.LimitExceeded.WORK_MAX;

    private final LongSupplier nanoClock;
    private final long stepsMax;
    private final Runnable atEachCheck;
    private long endNanos;
    private long stepsLeast;
    private long steps;
    private long nextCheck = Long.MAX_VALUE;
    private volatile boolean cancelled;

    /** Ends an evaluation of which nothing is to remain. */
    public static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private EndedException(String why) {
            super(why, null, false, false);
        }
    }

    /**
     * A meter that ends nothing before the first {@link #begin}.
     *
     * @param stepsMax most work of one MultiOp
     * @param atEachCheck run every few microseconds while the evaluation goes on
     */
    public EvaluationMeter(LongSupplier nanoClock, long stepsMax, Runnable atEachCheck) {
        this.nanoClock = nanoClock;
        this.stepsMax = stepsMax;
        this.atEachCheck = atEachCheck;
    }

    /**
     * A MultiOp begins.
     *
     * @param nanos how much time it has
     * @param leastSteps what it may do however long that takes: a thread that had to wait for a
     *     processor says nothing of the MultiOp
     */
    public void begin(long nanos, long leastSteps) {
        endNanos = nanoClock.getAsLong() + nanos;
        stepsLeast = leastSteps;
        steps = 0;
        nextCheck = Math.min(CHECK_STEPS, stepsMax + 1);
    }

    /**
     * Ends nothing from here to the next {@link #begin} or {@link #goOn}: what is done then is not
     * the work of a MultiOp, and nobody expects its end.
     */
    public void rest() {
        nextCheck = Long.MAX_VALUE;
    }

    /** Goes on with what was begun. */
    public void goOn() {
        nextCheck = Math.min(steps + CHECK_STEPS, stepsMax + 1);
    }

    /** Has the evaluation end soon. Any thread. */
    public void cancel() {
        cancelled = true;
    }

    /** Whether the time is over. */
    public boolean isOver() {
        return nanoClock.getAsLong() - endNanos >= 0;
    }

    /** Whether it was cancelled. Any thread. */
    public boolean isCancelled() {
        return cancelled;
    }

    /** How much work the MultiOp was until now. */
    public long steps() {
        return steps;
    }

    @Override
    public void charge(long more) {
        steps += more;
        if (steps >= nextCheck) {
            check();
        }
    }

    private void check() {
        if (steps > stepsMax) {
            throw new OperationFailedException(new Failure.LimitExceeded(LIMIT, steps, stepsMax));
        }
        goOn();
        if (cancelled) {
            throw new EndedException("cancelled");
        }
        if (steps > stepsLeast && isOver()) {
            throw new EndedException("no time left");
        }
        atEachCheck.run();
    }
}
