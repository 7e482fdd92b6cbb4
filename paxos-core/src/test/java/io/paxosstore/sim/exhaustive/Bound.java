package io.paxosstore.sim.exhaustive;

import static io.paxosstore.sim.exhaustive.ClientOp.read;
import static io.paxosstore.sim.exhaustive.ClientOp.write;

import io.paxosstore.core.Invariant;

import java.util.List;

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
 * @param fastNumbers whether prepare phases may be skipped (leaseless pre-preparing)
 */
public record Bound(
        String name,
        List<ClientOp> ops,
        int rounds,
        int entries,
        int crashes,
        boolean fastNumbers) {
    /** Reads of one bound at most: their least versions are packed into the state. */
    static final int READS_MAX = 2;

    /** Entries of one bound at most, for the same reason. */
    static final int ENTRIES_MAX = 3;

    static final int NODES = 3;

    private static final List<Bound> ALL =
            List.of(
                    new Bound("a", List.of(write(1, 1)), 1, 1, 0, true),
                    new Bound("b", List.of(write(1, 1)), 2, 1, 1, true),
                    new Bound("c", List.of(write(1, 1), write(1, 2), write(1, 3)), 0, 2, 1, true),
                    new Bound("d", List.of(write(1, 1), write(2, 2)), 1, 1, 0, true),
                    new Bound("d2", List.of(write(1, 1), write(2, 2)), 1, 1, 0, false),
                    new Bound("e", List.of(write(1, 1), write(2, 2)), 1, 1, 1, true),
                    new Bound("f", List.of(write(1, 1), write(2, 2)), 2, 1, 0, true),
                    new Bound("g", List.of(write(1, 1), write(2, 2)), 2, 1, 1, true),
                    new Bound("h", List.of(write(1, 1), write(2, 2)), 1, 2, 0, true),
                    new Bound("h2", List.of(write(1, 1), write(2, 2)), 1, 2, 0, false),
                    new Bound("i", List.of(write(1, 1), read(2, 1)), 1, 1, 0, true),
                    new Bound("i2", List.of(write(1, 1), read(2, 1)), 0, 1, 0, true),
                    new Bound("j", List.of(write(1, 1), write(2, 1)), 1, 1, 0, true),
                    new Bound("k", List.of(write(1, 1), write(2, 2), write(3, 3)), 1, 1, 0, true),
                    new Bound("l", List.of(write(1, 1), write(1, 2)), 0, 2, 0, true),
                    new Bound("m", List.of(write(1, 1), write(1, 2)), 1, 2, 0, true));

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
