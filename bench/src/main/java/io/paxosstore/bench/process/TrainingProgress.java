package io.paxosstore.bench.process;

import io.paxosstore.cli.progress.Progress;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How far a training is: the step that it told of last, and how long what comes usually takes.
 * Thread-safe: one thread hears of the steps, another one asks.
 */
final class TrainingProgress {
    private static final String WHAT = "a faster start: ";

    private record Begun(TrainingStep step, long nanos) {}

    private final LongSupplier clock;
    private volatile Begun newest;

    /**
     * @param clock of {@link System#nanoTime}'s kind
     */
    TrainingProgress(LongSupplier clock) {
        this.clock = clock;
        this.newest = new Begun(TrainingStep.STARTING, clock.getAsLong());
    }

    void began(TrainingStep step) {
        newest = new Begun(step, clock.getAsLong());
    }

    Progress now() {
        Begun begun = newest;
        TrainingStep[] all = TrainingStep.values();
        int finished = 0;
        long left = 0;
        boolean isReached = false;
        for (TrainingStep step : all) {
            if (step == begun.step()) {
                isReached = true;
                Duration rest = step.usual().minusNanos(clock.getAsLong() - begun.nanos());
                left += Math.max(0, rest.toMillis());
            } else if (isReached) {
                left += step.usual().toMillis();
            } else {
                finished++;
            }
        }
        return Progress.told(WHAT + begun.step().title(), finished, all.length, left);
    }
}
