package io.paxosstore.bench.hostile;

import java.util.List;
import java.util.Locale;

/**
 * What came of a run.
 *
 * @param rounds in order
 * @param all over all rounds with attacks, and what came after the last one
 * @param worst the round with attacks that had the highest 99th percentile
 * @param problems a sentence each; empty when nothing was wrong
 */
public record HostileReport(List<Round> rounds, Round all, Round worst, List<String> problems) {
    /** Takes copies of the lists. */
    public HostileReport {
        rounds = List.copyOf(rounds);
        problems = List.copyOf(problems);
    }

    /**
     * What the well-behaved client and the replicas' memory were like meanwhile.
     *
     * @param attacks what was done, in words
     * @param calls of the well-behaved client that were answered
     * @param failed calls of it that were not, but for the next ones
     * @param stalled calls of it that were not, and of whose time the disk stood still for half
     * @param residentMax the most that any replica had resident, in bytes
     */
    public record Round(
            String attacks,
            long calls,
            long failed,
            long stalled,
            double p50Millis,
            double p99Millis,
            double maxMillis,
            long residentMax) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%-34s %,8d calls  %3d failed  %3d stalled  p50 %6.1f ms  p99 %7.1f ms  max"
                            + " %8.1f ms  %4d MiB",
                    attacks,
                    calls,
                    failed,
                    stalled,
                    p50Millis,
                    p99Millis,
                    maxMillis,
                    residentMax >> 20);
        }
    }
}
