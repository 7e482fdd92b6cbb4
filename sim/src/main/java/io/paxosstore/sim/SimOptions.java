package io.paxosstore.sim;

import io.paxosstore.core.Invariant;
import io.paxosstore.protocol.model.SpaceKind;

/**
 * What to simulate.
 *
 * @param firstSeed the first seed
 * @param lastSeed the last seed, inclusive
 * @param nodes 3 or 5
 * @param kind the kind of space
 * @param voting who votes
 * @param secondsMax stop after so many seconds of real time, whatever is left; 0 for no limit
 * @param threads how many seeds run at the same time, each in a thread of its own
 * @param failuresMax stop after so many failed seeds
 * @param verbose print everything that happens; for one seed
 */
public record SimOptions(
        long firstSeed,
        long lastSeed,
        int nodes,
        SpaceKind kind,
        Voting voting,
        long secondsMax,
        int threads,
        int failuresMax,
        boolean verbose) {
    public SimOptions {
        Invariant.check(firstSeed <= lastSeed, "the first seed is not above the last");
        Invariant.check(nodes == 3 || nodes == 5, "there are 3 or 5 nodes");
        Invariant.check(threads > 0 && failuresMax > 0, "at least one thread and one failure");
    }

    /** A range of seeds on one thread, stopping at the first failure. */
    public static SimOptions seeds(long first, long last, int nodes) {
        return new SimOptions(
                first, last, nodes, SpaceKind.KEY_VALUE, Voting.STAYS, 0, 1, 1, false);
    }

    /** The same with more threads, stopping after more failures. */
    public SimOptions with(int moreThreads, int moreFailures) {
        return new SimOptions(
                firstSeed,
                lastSeed,
                nodes,
                kind,
                voting,
                secondsMax,
                moreThreads,
                moreFailures,
                verbose);
    }

    /** The same for another kind of space. */
    public SimOptions of(SpaceKind other) {
        return new SimOptions(
                firstSeed,
                lastSeed,
                nodes,
                other,
                voting,
                secondsMax,
                threads,
                failuresMax,
                verbose);
    }

    /** The same with other voters. */
    public SimOptions with(Voting other) {
        return new SimOptions(
                firstSeed, lastSeed, nodes, kind, other, secondsMax, threads, failuresMax, verbose);
    }
}
