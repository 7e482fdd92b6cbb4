package io.paxosstore.bench.load;

import java.time.Duration;

/**
 * The measured part of a run, in {@link System#nanoTime()}: what completes outside of it is not
 * counted.
 *
 * @param startNanos the end of the warm-up
 * @param endNanos when the clients stop
 */
public record Window(long startNanos, long endNanos) {
    /** The window that opens after a warm-up which begins now. */
    public static Window after(Duration warmup, Duration length) {
        long start = System.nanoTime() + warmup.toNanos();
        return new Window(start, start + length.toNanos());
    }

    /** Whether something that completed at {@code nanos} counts. */
    public boolean contains(long nanos) {
        return nanos - startNanos >= 0 && nanos - endNanos < 0;
    }

    /** Whether {@code nanos} is past the end. */
    public boolean isOver(long nanos) {
        return nanos - endNanos >= 0;
    }

    /** The length in nanoseconds. */
    public long lengthNanos() {
        return endNanos - startNanos;
    }
}
