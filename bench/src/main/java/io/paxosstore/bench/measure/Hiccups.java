package io.paxosstore.bench.measure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * For how long the machine keeps a program from running that would never wait: threads of the
 * kernel, other programs, other users of the hardware. No store has shorter tails than that on the
 * same machine. To be measured while nothing else runs.
 */
public final class Hiccups {
    /** What is shorter are interrupts. */
    private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Not counted at first: the loop itself is compiled meanwhile. */
    private static final Duration WARMUP = Duration.ofMillis(500);

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double WHOLE = 100;

    private Hiccups() {}

    /**
     * What was measured.
     *
     * @param percent how much of all processors' time was missing, in gaps of 1 ms and more
     * @param longestMillis the longest gap of a processor
     */
    public record Reading(double percent, double longestMillis) {}

    private record Gaps(long sumNanos, long longestNanos) {}

    /**
     * Keeps all processors busy for so long, and half a second more.
     *
     * @throws InterruptedException when the caller is interrupted; nothing is left running
     */
    public static Reading during(Duration duration) throws InterruptedException {
        List<Gaps> all = EveryProcessor.run(thread -> () -> watch(duration));
        long sum = all.stream().mapToLong(Gaps::sumNanos).sum();
        long longest = all.stream().mapToLong(Gaps::longestNanos).max().orElse(0);
        return new Reading(
                WHOLE * sum / ((double) duration.toNanos() * all.size()),
                longest / NANOS_PER_MILLI);
    }

    private static Gaps watch(Duration duration) throws InterruptedException {
        watchFor(WARMUP);
        return watchFor(duration);
    }

    private static Gaps watchFor(Duration duration) throws InterruptedException {
        long before = System.nanoTime();
        long end = before + duration.toNanos();
        long sum = 0;
        long longest = 0;
        while (before - end < 0) {
            long now = System.nanoTime();
            long gap = now - before;
            if (gap >= GAP_NANOS) {
                sum += gap;
                longest = Math.max(longest, gap);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            before = now;
        }
        return new Gaps(sum, longest);
    }
}
