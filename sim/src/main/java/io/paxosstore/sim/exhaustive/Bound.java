package io.paxosstore.sim.exhaustive;

import static io.paxosstore.sim.exhaustive.ClientOp.read;
import static io.paxosstore.sim.exhaustive.ClientOp.write;

import io.paxosstore.core.Invariant;
import io.paxosstore.core.ReplicaConfig;

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
 * @param wipes how often in all a node may lose its disk and start with an empty one
 * @param features what else may happen
 */
public record Bound(
        String name,
        List<ClientOp> ops,
        int rounds,
        int entries,
        int crashes,
        int wipes,
        Set<Feature> features) {
    /** What may happen besides messages. */
    public enum Feature {
        /** Records become durable later than they are written, each at its own moment. */
        SLOW_DISK,
        /** Waiting times pass: retransmission, contention window, back-off. Else they are zero. */
        TIME,
        /** An idle entity leaves memory when time passes. */
        EVICTION,
        /** The sweep of a node that has lost its disk has the entity recovered. */
        RECOVER,
        /** Prepare phases may be skipped: leaseless pre-preparing. */
        FAST
    }

    /** Reads of one bound at most: their least versions are packed into the state. */
    static final int READS_MAX = 2;

    /** Entries of a bound with reads at most, for the same reason. */
    static final int ENTRIES_MAX = 3;

    static final int NODES = 3;

    /** Which node has just lost its disk when an execution with sweeps begins. */
    static final int FIRST_LOST = 1;

    private static final long MILLI = 1_000_000L;

    /** So long that it does not happen. */
    private static final long NEVER = 1000_000 * MILLI;

    private static final Set<Feature> FAST_ONLY = Set.of(Feature.FAST);
    private static final Set<Feature> UNTIMED = Set.of(Feature.FAST, Feature.SLOW_DISK);
    private static final Set<Feature> TIMED = Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME);
    private static final Set<Feature> ALL_FEATURES = Set.of(Feature.values());

    private static final List<Bound> ALL =
            List.of(
                    // A request may come at any time, so fewer of them are not another case.
                    of("write", 1, 1, 0, 0, ALL_FEATURES, write(1, 1)),
                    of("write-crash", 1, 1, 1, 0, ALL_FEATURES, write(1, 1)),
                    of("write-wipe", 1, 1, 0, 1, FAST_ONLY, write(1, 1)),
                    of("read", 1, 1, 0, 0, UNTIMED, write(1, 1), read(2, 1)),
                    of("read-time", 1, 1, 0, 0, TIMED, write(1, 1), read(2, 1)),
                    of("two-writes", 1, 2, 0, 0, FAST_ONLY, write(1, 1), write(1, 2)),
                    of("two-writes-disk", 1, 2, 0, 0, UNTIMED, write(1, 1), write(1, 2)),
                    of("two-writes-crash", 1, 2, 1, 0, FAST_ONLY, write(1, 1), write(1, 2)),
                    of("duel", 1, 1, 0, 0, FAST_ONLY, write(1, 1), write(2, 2)),
                    of("duel-disk", 1, 1, 0, 0, UNTIMED, write(1, 1), write(2, 2)),
                    of("duel-rounds", 2, 1, 0, 0, UNTIMED, write(1, 1), write(2, 2)),
                    of("duel-time", 2, 1, 0, 0, TIMED, write(1, 1), write(2, 2)),
                    of("duel-crash", 1, 1, 1, 0, FAST_ONLY, write(1, 1), write(2, 2)),
                    of("duel-prepared", 3, 1, 0, 0, Set.of(), write(1, 1), write(2, 2)),
                    of("duel-wipe", 1, 1, 0, 1, FAST_ONLY, write(1, 1), write(2, 2)),
                    of("two-wipes", 1, 1, 0, 2, Set.of(), write(2, 1)),
                    of("two-wipes-recover", 1, 1, 0, 2, Set.of(Feature.RECOVER), write(2, 1)),
                    of("duel-entries", 1, 2, 0, 0, FAST_ONLY, write(1, 1), write(2, 2)),
                    of("duel-three-rounds", 3, 1, 0, 0, FAST_ONLY, write(1, 1), write(2, 2)),
                    of("retry", 1, 2, 0, 0, FAST_ONLY, write(1, 1), write(2, 1)),
                    of("trio", 1, 1, 0, 0, FAST_ONLY, write(1, 1), write(2, 2), write(3, 3)),
                    of("trio-rounds", 3, 1, 0, 0, FAST_ONLY, write(1, 1), write(2, 2), write(3, 3)),
                    of("reuse", 1, 2, 1, 0, UNTIMED, write(1, 1), write(1, 2), write(1, 3)),
                    of(
                            "lagging",
                            1,
                            3,
                            0,
                            0,
                            FAST_ONLY,
                            write(1, 1),
                            write(1, 2),
                            write(1, 3),
                            write(2, 4)));

    private static Bound of(
            String name,
            int rounds,
            int entries,
            int crashes,
            int wipes,
            Set<Feature> features,
            ClientOp... ops) {
        return new Bound(name, List.of(ops), rounds, entries, crashes, wipes, features);
    }

    /** Whether nodes that have lost a disk become whole again, so that another may lose its. */
    boolean hasSweeps() {
        return wipes > 1;
    }

    /**
     * Whether this node may lose its disk. With sweeps the first loss comes before all else, so
     * that the bound stays small: it is {@link #FIRST_LOST}, and everybody knows. Then the last
     * node.
     */
    boolean mayLoseDisk(int node) {
        return !hasSweeps() || node == NODES;
    }

    /** Whether something may happen. */
    boolean has(Feature feature) {
        return features.contains(feature);
    }

    /** Short times: a tick lets all of them pass. */
    ReplicaConfig config() {
        long wait = has(Feature.TIME) ? MILLI : NEVER;
        return ReplicaConfig.builder()
                .contentionWindowNanos(has(Feature.TIME) ? MILLI : 0)
                .retransmitNanos(wait)
                .retransmitMaxNanos(2 * wait)
                .answerGapNanos(0)
                .probeHedgeNanos(wait)
                .catchUpNanos(wait)
                .lingerNanos(has(Feature.EVICTION) ? MILLI : NEVER)
                .activeEntitiesMax(1024)
                .build();
    }

    public Bound {
        Invariant.check(
                entries <= ENTRIES_MAX
                        || ops.stream().allMatch(op -> op.kind() == ClientOp.Kind.WRITE),
                "too many entries for reads");
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
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "There is no bound '%s'; there are %s."
                                        .formatted(name, ALL.stream().map(Bound::name).toList())));
    }
}
