package io.paxosstore.bench.hostile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Holds what was measured against the limits of a run. */
record HostileJudge(HostileLimits limits) {
    /** At most one call of so many may fail because the disk stands still. */
    private static final int STALLED_SHARE = 1_000;

    /**
     * What is wrong, a sentence each; empty when nothing is.
     *
     * @param figures of all rounds
     * @param total of the same, when the client had been stopped
     * @param failures the first few calls that failed, in words
     */
    List<String> problems(RoundFigures figures, HostileReport.Round total, String failures) {
        List<String> problems = new ArrayList<>();
        for (HostileReport.Round round : figures.rounds()) {
            if (round.calls() == 0) {
                problems.add(
                        "no call of the well-behaved client was answered during "
                                + round.attacks());
            }
        }
        if (total.failed() > 0) {
            problems.add(
                    "%d calls of the well-behaved client failed: %s"
                            .formatted(total.failed(), failures));
        }
        if (total.stalled() * STALLED_SHARE > total.calls()) {
            problems.add(
                    "%d calls of the well-behaved client failed while the disk stood still: more than"
                                    .formatted(total.stalled())
                            + " one in %d; measure on another disk".formatted(STALLED_SHARE));
        }
        if (isSlow(total, limits.p99())) {
            problems.add(
                    "p99 of the well-behaved client is %.1f ms, the limit %d ms"
                            .formatted(total.p99Millis(), limits.p99().toMillis()));
        }
        // The total alone would let one bad round hide among many good ones.
        List<HostileReport.Round> slow =
                figures.attackedRounds().stream()
                        .filter(round -> isSlow(round, limits.roundP99()))
                        .toList();
        slow.stream()
                .max(Comparator.comparingDouble(HostileReport.Round::p99Millis))
                .map(worst ->
                        "p99 of the well-behaved client is above %d ms in %d of %d rounds, in the worst"
                                        .formatted(
                                                limits.roundP99().toMillis(),
                                                slow.size(),
                                                figures.attackedRounds().size())
                                + " (%s) %.1f ms".formatted(worst.attacks(), worst.p99Millis()))
                .ifPresent(problems::add);
        if (total.residentMax() > limits.residentBytes()) {
            problems.add(
                    "a replica had %d MiB resident, the limit is %d MiB"
                            .formatted(total.residentMax() >> 20, limits.residentBytes() >> 20));
        }
        return problems;
    }

    private static boolean isSlow(HostileReport.Round round, Duration limit) {
        return round.p99Millis() > limit.toMillis();
    }
}
