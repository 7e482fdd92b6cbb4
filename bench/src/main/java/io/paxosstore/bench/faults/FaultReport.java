package io.paxosstore.bench.faults;

import java.util.List;
import java.util.Locale;

/**
 * How a run went.
 *
 * @param seed it is reproduced by, as far as real processes can be
 * @param operations calls that were answered
 * @param unknown calls of impatient clients that ended without an answer
 * @param faults how often each kind was injected and, where it can be seen, felt
 * @param longestGapMillis the longest time in which no patient client got an answer
 * @param longestWaitMillis the longest that a patient client waited
 * @param seconds how long it took, start and checks included
 * @param problems what is wrong, a sentence each; empty when nothing is
 */
public record FaultReport(
        long seed,
        long operations,
        long unknown,
        FaultTally faults,
        long longestGapMillis,
        long longestWaitMillis,
        double seconds,
        List<String> problems)
        implements FaultRun.Result {
    /** Takes a copy of the problems. */
    public FaultReport {
        problems = List.copyOf(problems);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "seed %d: %s, %,d operations (%,d more of impatient clients without an answer),"
                        + " faults: %s; longest gap %d ms, longest wait %d ms, %.0f s",
                seed,
                isClean() ? "ok" : "FAILED",
                operations,
                unknown,
                faults,
                longestGapMillis,
                longestWaitMillis,
                seconds);
    }
}
