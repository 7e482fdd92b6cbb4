package io.paxosstore.sim.exhaustive;

import static io.paxosstore.sim.exhaustive.ClientOp.read;
import static io.paxosstore.sim.exhaustive.ClientOp.write;

import io.paxosstore.core.Invariant;

import java.util.List;
import java.util.Set;

/**
 * What an exploration is limited to. Loss, duplication, delay and reordering of messages and the
 * number of ticks are not limited: a message once sent may be delivered at any later time, any
 * number of times, or never.
 *
 * @param name what the command line calls it
 * @param ops the requests, each of which may come at any time
 * @param rounds executions in which a proposal number of a later round is issued are not followed
 * @param entries executions in which a later entry is begun are not followed
 * @param crashes how many crashes there may be in all; each loses any suffix of what is not synced
 * @param features what else may happen
 */
public record Bound(
        String name,
        List<ClientOp> ops,
        int rounds,
        int entries,
        int crashes,
        Set<Feature> features) {
    /** What may happen besides messages. */
    public enum Feature {
        /** Records become durable later than they are written, each at its own moment. */
        SLOW_DISK,
        /** Waiting times pass: retransmission, contention window, back-off. Else they are zero. */
        TIME,
        /** An idle entity leaves memory when time passes. */
        EVICTION,
        /** Prepare phases may be skipped: leaseless pre-preparing. */
        FAST
    }

    /** Reads of one bound at most: their least versions are packed into the state. */
    static final int READS_MAX = 2;

    /** Entries of one bound at most, for the same reason. */
    static final int ENTRIES_MAX = 3;

    static final int NODES = 3;

    private static final List<Bound> ALL =
            List.of(
                    new Bound("A-i", List.of(write(1, 1)), 1, 1, 0, Set.of(Feature.FAST)),
                    new Bound(
                            "A-it",
                            List.of(write(1, 1)),
                            1,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.TIME)),
                    new Bound(
                            "A-s",
                            List.of(write(1, 1)),
                            1,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK)),
                    new Bound(
                            "A-st",
                            List.of(write(1, 1)),
                            1,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME)),
                    new Bound("A-p", List.of(write(1, 1)), 1, 1, 0, Set.of()),
                    new Bound("Ac-i", List.of(write(1, 1)), 2, 1, 1, Set.of(Feature.FAST)),
                    new Bound(
                            "Ac-it",
                            List.of(write(1, 1)),
                            2,
                            1,
                            1,
                            Set.of(Feature.FAST, Feature.TIME)),
                    new Bound(
                            "Ac-s",
                            List.of(write(1, 1)),
                            2,
                            1,
                            1,
                            Set.of(Feature.FAST, Feature.SLOW_DISK)),
                    new Bound(
                            "Ac-st",
                            List.of(write(1, 1)),
                            2,
                            1,
                            1,
                            Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME)),
                    new Bound("Ac-p", List.of(write(1, 1)), 2, 1, 1, Set.of()),
                    new Bound(
                            "AA-i",
                            List.of(write(1, 1), write(1, 2)),
                            0,
                            2,
                            0,
                            Set.of(Feature.FAST)),
                    new Bound(
                            "AA-it",
                            List.of(write(1, 1), write(1, 2)),
                            0,
                            2,
                            0,
                            Set.of(Feature.FAST, Feature.TIME)),
                    new Bound(
                            "AA-s",
                            List.of(write(1, 1), write(1, 2)),
                            0,
                            2,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK)),
                    new Bound(
                            "AA-st",
                            List.of(write(1, 1), write(1, 2)),
                            0,
                            2,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME)),
                    new Bound("AA-p", List.of(write(1, 1), write(1, 2)), 0, 2, 0, Set.of()),
                    new Bound(
                            "AAc-i",
                            List.of(write(1, 1), write(1, 2)),
                            0,
                            2,
                            1,
                            Set.of(Feature.FAST)),
                    new Bound(
                            "AAc-it",
                            List.of(write(1, 1), write(1, 2)),
                            0,
                            2,
                            1,
                            Set.of(Feature.FAST, Feature.TIME)),
                    new Bound(
                            "AAc-s",
                            List.of(write(1, 1), write(1, 2)),
                            0,
                            2,
                            1,
                            Set.of(Feature.FAST, Feature.SLOW_DISK)),
                    new Bound(
                            "AAc-st",
                            List.of(write(1, 1), write(1, 2)),
                            0,
                            2,
                            1,
                            Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME)),
                    new Bound("AAc-p", List.of(write(1, 1), write(1, 2)), 0, 2, 1, Set.of()),
                    new Bound(
                            "AAAc-i",
                            List.of(write(1, 1), write(1, 2), write(1, 3)),
                            0,
                            2,
                            1,
                            Set.of(Feature.FAST)),
                    new Bound(
                            "AAAc-it",
                            List.of(write(1, 1), write(1, 2), write(1, 3)),
                            0,
                            2,
                            1,
                            Set.of(Feature.FAST, Feature.TIME)),
                    new Bound(
                            "AAAc-s",
                            List.of(write(1, 1), write(1, 2), write(1, 3)),
                            0,
                            2,
                            1,
                            Set.of(Feature.FAST, Feature.SLOW_DISK)),
                    new Bound(
                            "AAAc-st",
                            List.of(write(1, 1), write(1, 2), write(1, 3)),
                            0,
                            2,
                            1,
                            Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME)),
                    new Bound(
                            "AAAc-p",
                            List.of(write(1, 1), write(1, 2), write(1, 3)),
                            0,
                            2,
                            1,
                            Set.of()),
                    new Bound(
                            "AB-i",
                            List.of(write(1, 1), write(2, 2)),
                            1,
                            1,
                            0,
                            Set.of(Feature.FAST)),
                    new Bound(
                            "AB-it",
                            List.of(write(1, 1), write(2, 2)),
                            1,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.TIME)),
                    new Bound(
                            "AB-s",
                            List.of(write(1, 1), write(2, 2)),
                            1,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK)),
                    new Bound(
                            "AB-st",
                            List.of(write(1, 1), write(2, 2)),
                            1,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME)),
                    new Bound("AB-p", List.of(write(1, 1), write(2, 2)), 1, 1, 0, Set.of()),
                    new Bound(
                            "ABc-i",
                            List.of(write(1, 1), write(2, 2)),
                            1,
                            1,
                            1,
                            Set.of(Feature.FAST)),
                    new Bound(
                            "ABc-it",
                            List.of(write(1, 1), write(2, 2)),
                            1,
                            1,
                            1,
                            Set.of(Feature.FAST, Feature.TIME)),
                    new Bound(
                            "ABc-s",
                            List.of(write(1, 1), write(2, 2)),
                            1,
                            1,
                            1,
                            Set.of(Feature.FAST, Feature.SLOW_DISK)),
                    new Bound(
                            "ABc-st",
                            List.of(write(1, 1), write(2, 2)),
                            1,
                            1,
                            1,
                            Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME)),
                    new Bound("ABc-p", List.of(write(1, 1), write(2, 2)), 1, 1, 1, Set.of()),
                    new Bound(
                            "AB2-i",
                            List.of(write(1, 1), write(2, 2)),
                            2,
                            1,
                            0,
                            Set.of(Feature.FAST)),
                    new Bound(
                            "AB2-it",
                            List.of(write(1, 1), write(2, 2)),
                            2,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.TIME)),
                    new Bound(
                            "AB2-s",
                            List.of(write(1, 1), write(2, 2)),
                            2,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK)),
                    new Bound(
                            "AB2-st",
                            List.of(write(1, 1), write(2, 2)),
                            2,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME)),
                    new Bound("AB2-p", List.of(write(1, 1), write(2, 2)), 2, 1, 0, Set.of()),
                    new Bound(
                            "AB2e-i",
                            List.of(write(1, 1), write(2, 2)),
                            1,
                            2,
                            0,
                            Set.of(Feature.FAST)),
                    new Bound(
                            "AB2e-it",
                            List.of(write(1, 1), write(2, 2)),
                            1,
                            2,
                            0,
                            Set.of(Feature.FAST, Feature.TIME)),
                    new Bound(
                            "AB2e-s",
                            List.of(write(1, 1), write(2, 2)),
                            1,
                            2,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK)),
                    new Bound(
                            "AB2e-st",
                            List.of(write(1, 1), write(2, 2)),
                            1,
                            2,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME)),
                    new Bound("AB2e-p", List.of(write(1, 1), write(2, 2)), 1, 2, 0, Set.of()),
                    new Bound(
                            "AB3-i",
                            List.of(write(1, 1), write(2, 2)),
                            3,
                            1,
                            0,
                            Set.of(Feature.FAST)),
                    new Bound(
                            "AB3-it",
                            List.of(write(1, 1), write(2, 2)),
                            3,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.TIME)),
                    new Bound(
                            "AB3-s",
                            List.of(write(1, 1), write(2, 2)),
                            3,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK)),
                    new Bound(
                            "AB3-st",
                            List.of(write(1, 1), write(2, 2)),
                            3,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME)),
                    new Bound("AB3-p", List.of(write(1, 1), write(2, 2)), 3, 1, 0, Set.of()),
                    new Bound(
                            "ABC-i",
                            List.of(write(1, 1), write(2, 2), write(3, 3)),
                            1,
                            1,
                            0,
                            Set.of(Feature.FAST)),
                    new Bound(
                            "ABC-it",
                            List.of(write(1, 1), write(2, 2), write(3, 3)),
                            1,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.TIME)),
                    new Bound(
                            "ABC-s",
                            List.of(write(1, 1), write(2, 2), write(3, 3)),
                            1,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK)),
                    new Bound(
                            "ABC-st",
                            List.of(write(1, 1), write(2, 2), write(3, 3)),
                            1,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME)),
                    new Bound(
                            "ABC-p",
                            List.of(write(1, 1), write(2, 2), write(3, 3)),
                            1,
                            1,
                            0,
                            Set.of()),
                    new Bound(
                            "ABC3-i",
                            List.of(write(1, 1), write(2, 2), write(3, 3)),
                            3,
                            1,
                            0,
                            Set.of(Feature.FAST)),
                    new Bound(
                            "ABC3-it",
                            List.of(write(1, 1), write(2, 2), write(3, 3)),
                            3,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.TIME)),
                    new Bound(
                            "ABC3-s",
                            List.of(write(1, 1), write(2, 2), write(3, 3)),
                            3,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK)),
                    new Bound(
                            "ABC3-st",
                            List.of(write(1, 1), write(2, 2), write(3, 3)),
                            3,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME)),
                    new Bound(
                            "ABC3-p",
                            List.of(write(1, 1), write(2, 2), write(3, 3)),
                            3,
                            1,
                            0,
                            Set.of()),
                    new Bound(
                            "Ar-i",
                            List.of(write(1, 1), read(2, 1)),
                            1,
                            1,
                            0,
                            Set.of(Feature.FAST)),
                    new Bound(
                            "Ar-it",
                            List.of(write(1, 1), read(2, 1)),
                            1,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.TIME)),
                    new Bound(
                            "Ar-s",
                            List.of(write(1, 1), read(2, 1)),
                            1,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK)),
                    new Bound(
                            "Ar-st",
                            List.of(write(1, 1), read(2, 1)),
                            1,
                            1,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME)),
                    new Bound("Ar-p", List.of(write(1, 1), read(2, 1)), 1, 1, 0, Set.of()),
                    new Bound(
                            "AAr-i",
                            List.of(write(1, 1), write(1, 2), read(2, 1)),
                            1,
                            2,
                            0,
                            Set.of(Feature.FAST)),
                    new Bound(
                            "AAr-it",
                            List.of(write(1, 1), write(1, 2), read(2, 1)),
                            1,
                            2,
                            0,
                            Set.of(Feature.FAST, Feature.TIME)),
                    new Bound(
                            "AAr-s",
                            List.of(write(1, 1), write(1, 2), read(2, 1)),
                            1,
                            2,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK)),
                    new Bound(
                            "AAr-st",
                            List.of(write(1, 1), write(1, 2), read(2, 1)),
                            1,
                            2,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME)),
                    new Bound(
                            "AAr-p",
                            List.of(write(1, 1), write(1, 2), read(2, 1)),
                            1,
                            2,
                            0,
                            Set.of()),
                    new Bound(
                            "ABs-i",
                            List.of(write(1, 1), write(2, 1)),
                            1,
                            2,
                            0,
                            Set.of(Feature.FAST)),
                    new Bound(
                            "ABs-it",
                            List.of(write(1, 1), write(2, 1)),
                            1,
                            2,
                            0,
                            Set.of(Feature.FAST, Feature.TIME)),
                    new Bound(
                            "ABs-s",
                            List.of(write(1, 1), write(2, 1)),
                            1,
                            2,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK)),
                    new Bound(
                            "ABs-st",
                            List.of(write(1, 1), write(2, 1)),
                            1,
                            2,
                            0,
                            Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME)),
                    new Bound("ABs-p", List.of(write(1, 1), write(2, 1)), 1, 2, 0, Set.of()));

    /** Whether something may happen. */
    boolean has(Feature feature) {
        return features.contains(feature);
    }

    public Bound {
        Invariant.check(entries <= ENTRIES_MAX, "too many entries");
        Invariant.check(
                ops.stream()
                        .allMatch(
                                op -> op.kind() == ClientOp.Kind.WRITE || op.number() <= READS_MAX),
                "too many reads");
    }

    /** All bounds that have a name. */
    public static List<Bound> all() {
        return ALL;
    }

    /** The bound of a name. */
    public static Bound of(String name) {
        return ALL.stream()
                .filter(bound -> bound.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("there is no bound called " + name));
    }
}
