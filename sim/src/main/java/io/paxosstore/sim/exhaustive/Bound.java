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
 * @param course the voters, and how they change
 */
public record Bound(
        String name,
        List<ClientOp> ops,
        int rounds,
        int entries,
        int crashes,
        int wipes,
        Set<Feature> features,
        Course course) {
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

    /** Which node has just lost its disk when an execution with sweeps begins. */
    static final int FIRST_LOST = 1;

    private static final long MILLI = 1_000_000L;

    /** So long that it does not happen. */
    private static final long NEVER = 1000_000 * MILLI;

    private static final Set<Feature> FAST_ONLY = Set.of(Feature.FAST);
    private static final Set<Feature> UNTIMED = Set.of(Feature.FAST, Feature.SLOW_DISK);
    private static final Set<Feature> TIMED = Set.of(Feature.FAST, Feature.SLOW_DISK, Feature.TIME);
    private static final Set<Feature> LEAN = Set.of(Feature.RECOVER);
    private static final Set<Feature> FAST_LEAN = Set.of(Feature.RECOVER, Feature.FAST);
    private static final Set<Feature> ALL_FEATURES = Set.of(Feature.values());

    /** One node after the other, each alone: the least there is. */
    private static final Course ALONE = Course.of(1).thenTowards(2).thenCompleted(2);

    private static final Course ALONE_BACK =
            Course.of(1).thenTowards(2).thenCompleted().thenTowards(1).thenCompleted();

    private static final Course GROW =
            Course.of(1, 2, 3).thenTowards(1, 2, 3, 4, 5).thenCompleted();

    /** Another node votes alone: the shortest way from one epoch of three to the next. */
    private static final Course ALL_NEW = Course.of(1, 2, 3).thenTowards(4).thenCompleted();

    /** One voter gives way to another. */
    private static final Course ONE_NEW = Course.of(1, 2, 3).thenTowards(1, 2, 4).thenCompleted();

    /** One voter is to give way to another, and stays. */
    private static final Course BACK_AT_ONCE =
            Course.of(1, 2, 3).thenTowards(1, 2, 4).thenReversed();

    /** The one that leaves has the right to entry 1, and the one that comes gets it (Rule M9). */
    private static final Course OWNER_LEAVES =
            Course.of(3, 1, 2).thenTowards(4, 1, 2).thenCompleted(4);

    /** One voter leaves and comes back. */
    private static final Course BACK =
            Course.of(1, 2, 3)
                    .thenTowards(1, 2, 4)
                    .thenCompleted()
                    .thenTowards(1, 2, 3)
                    .thenCompleted();

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
                            write(2, 4)),
                    change("alone", FAST_ONLY, ALONE, write(1, 1), write(2, 2)),
                    change("alone-read", FAST_ONLY, ALONE, write(1, 1), read(2, 1)),
                    change("alone-disk", UNTIMED, ALONE, write(1, 1), write(2, 2)),
                    change("alone-back", Set.of(), ALONE_BACK, write(1, 1), read(2, 1)),
                    walk("swap", 0, 0, LEAN, ALL_NEW, write(3, 1), write(4, 2), read(2, 1)),
                    walk("move", 0, 0, LEAN, ONE_NEW, write(3, 1), write(4, 2), read(2, 1)),
                    walk("move-write", 0, 0, LEAN, ONE_NEW, write(3, 1), write(1, 2)),
                    walk("abort", 0, 0, LEAN, BACK_AT_ONCE, write(3, 1), write(4, 2), read(2, 1)),
                    walk("abort-read", 0, 0, LEAN, BACK_AT_ONCE, write(3, 1), read(4, 1)),
                    walk("abort-write", 0, 0, LEAN, BACK_AT_ONCE, write(1, 1), write(2, 2)),
                    walk("static", 0, 0, FAST_LEAN, OWNER_LEAVES, write(3, 1), write(4, 2)),
                    walk("back", 0, 0, LEAN, BACK, write(2, 1), write(3, 2), read(4, 1)),
                    walk("grow", 0, 0, LEAN, GROW, write(3, 1), write(4, 2), read(5, 1)),
                    walk("swap-crash", 1, 0, LEAN, ALL_NEW, write(3, 1), write(4, 2)),
                    walk("swap-wipe", 0, 1, LEAN, ALL_NEW, write(3, 1), write(4, 2)),
                    walk("move-wipe", 0, 1, LEAN, ONE_NEW, write(3, 1), write(4, 2)),
                    walk("move-all", 1, 1, ALL_FEATURES, ONE_NEW, write(1, 1), write(4, 2)),
                    walk("back-all", 1, 0, ALL_FEATURES, BACK, write(3, 1), write(3, 2)));

    private static Bound of(
            String name,
            int rounds,
            int entries,
            int crashes,
            int wipes,
            Set<Feature> features,
            ClientOp... ops) {
        return new Bound(
                name, List.of(ops), rounds, entries, crashes, wipes, features, Course.STABLE);
    }

    /** A bound of one entry in which the voters change: small enough to be explored. */
    private static Bound change(
            String name, Set<Feature> features, Course course, ClientOp... ops) {
        return new Bound(name, List.of(ops), 2, 1, 0, 0, features, course);
    }

    /** A bound in which the voters change, to be walked through. */
    private static Bound walk(
            String name,
            int crashes,
            int wipes,
            Set<Feature> features,
            Course course,
            ClientOp... ops) {
        return new Bound(name, List.of(ops), 6, 3, crashes, wipes, features, course);
    }

    /** Whether there are too many states to visit all, so that {@link RandomWalks} are for it. */
    public boolean isForWalks() {
        return course.isChange() && nodes() > 2;
    }

    /** How many nodes there are. */
    int nodes() {
        return course.nodes();
    }

    /**
     * Whether nodes that have lost a disk become whole again, so that another may lose its, or a
     * change of the voters may end.
     */
    boolean hasSweeps() {
        return wipes > 1 || course.isChange();
    }

    /** Whether {@link #FIRST_LOST} has just lost its disk when an execution begins. */
    boolean beginsWithLoss() {
        return wipes > 1 && !course.isChange();
    }

    /**
     * Whether this node may lose its disk. Where two do, the first loss comes before all else, so
     * that the bound stays small: it is {@link #FIRST_LOST}, and everybody knows. Then the last
     * node.
     */
    boolean mayLoseDisk(int node) {
        return !beginsWithLoss() || node == nodes();
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
