package io.paxosstore.bench.hostile;

import org.HdrHistogram.Histogram;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the well-behaved client saw, round by round and all in all. No call is left out: what comes
 * after the last round counts in the total. One thread.
 */
final class RoundFigures {
    /** The client's own figures; all of them only grow. */
    interface Source {
        /** Latencies of answered calls in nanoseconds since the last call of this method. */
        Histogram latencies();

        /** How many calls have failed so far, but for {@link #stalled}. */
        long failed();

        /** How many calls have failed of whose time the disk stood still for half. */
        long stalled();
    }

    private static final int SIGNIFICANT_DIGITS = 2;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Source source;
    private final Histogram attacked =
            new Histogram(Duration.ofHours(1).toNanos(), SIGNIFICANT_DIGITS);
    private final List<HostileReport.Round> rounds = new ArrayList<>();
    private final List<HostileReport.Round> attackedRounds = new ArrayList<>();
    private final long failedAtFirst;
    private final long stalledAtFirst;
    private long failedBefore;
    private long stalledBefore;

    /** Begins the first round; what was before is forgotten. */
    RoundFigures(Source source) {
        this.source = source;
        source.latencies();
        this.failedAtFirst = source.failed();
        this.stalledAtFirst = source.stalled();
        this.failedBefore = failedAtFirst;
        this.stalledBefore = stalledAtFirst;
    }

    /**
     * Ends a round without attacks: its latencies are not in the total, its failures are.
     *
     * @param label the round, in words
     * @param residentMax of any replica, in bytes
     */
    HostileReport.Round quiet(String label, long residentMax) {
        return ended(label, source.latencies(), residentMax);
    }

    /** Ends a round with attacks, with parameters as those of {@link #quiet}. */
    HostileReport.Round attacked(String label, long residentMax) {
        Histogram latencies = source.latencies();
        attacked.add(latencies);
        HostileReport.Round round = ended(label, latencies, residentMax);
        attackedRounds.add(round);
        return round;
    }

    private HostileReport.Round ended(String label, Histogram latencies, long residentMax) {
        long failed = source.failed();
        long stalled = source.stalled();
        HostileReport.Round round =
                round(
                        label,
                        latencies,
                        failed - failedBefore,
                        stalled - stalledBefore,
                        residentMax);
        failedBefore = failed;
        stalledBefore = stalled;
        rounds.add(round);
        return round;
    }

    /** All rounds so far, in order. */
    List<HostileReport.Round> rounds() {
        return List.copyOf(rounds);
    }

    /** Those with attacks, in order. */
    List<HostileReport.Round> attackedRounds() {
        return List.copyOf(attackedRounds);
    }

    /**
     * The round with attacks whose calls took longest at the 99th percentile.
     *
     * @throws java.util.NoSuchElementException when there was none
     */
    HostileReport.Round worst() {
        return attackedRounds.stream()
                .max(Comparator.comparingDouble(HostileReport.Round::p99Millis))
                .orElseThrow();
    }

    /**
     * Everything up to now. To be called once, when the client has been stopped.
     *
     * @param residentMax of any replica since the last round, in bytes
     */
    HostileReport.Round total(long residentMax) {
        attacked.add(source.latencies());
        return round(
                "all attacks",
                attacked,
                source.failed() - failedAtFirst,
                source.stalled() - stalledAtFirst,
                rounds.stream()
                        .mapToLong(HostileReport.Round::residentMax)
                        .reduce(residentMax, Math::max));
    }

    private static HostileReport.Round round(
            String label, Histogram latencies, long failed, long stalled, long residentMax) {
        return new HostileReport.Round(
                label,
                latencies.getTotalCount(),
                failed,
                stalled,
                latencies.getValueAtPercentile(50) / NANOS_PER_MILLI,
                latencies.getValueAtPercentile(99) / NANOS_PER_MILLI,
                latencies.getMaxValue() / NANOS_PER_MILLI,
                residentMax);
    }
}
