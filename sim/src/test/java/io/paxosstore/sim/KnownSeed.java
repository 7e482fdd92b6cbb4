package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The first seed that finds a planted bug. When core or simulator change it may find nothing any
 * more; one of the next ones may do instead. If none does, a build fails, and does not search for
 * minutes on its own: with {@code -Dsearch=true} a test searches all seeds and prints the first one
 * that finds the bug, which belongs into its table.
 *
 * @param nodes 3 or 5
 * @param seed the first one
 * @param breaks the invariant that it shows to be broken
 */
record KnownSeed(int nodes, long seed, String breaks) {
    /** So many seeds after the known one may find the bug instead. */
    private static final int NEXT = 30;

    /** Of three nodes. */
    KnownSeed(long seed, String breaks) {
        this(3, seed, breaks);
    }

    /**
     * Checks that a bug is found.
     *
     * @param bug its name, for messages
     * @param setup has the bug
     * @param seedsMax within so many seeds it must be found
     */
    void find(Object bug, Simulator.Setup setup, long seedsMax) {
        assertTrue(seed <= seedsMax, "a seed within the bound");
        SeedResult known = Simulator.run(seed, setup, null);
        if (breaks.equals(known.violation())) {
            return;
        }
        boolean searches = Boolean.getBoolean("search");
        long first = searches ? 1 : seed + 1;
        long last = searches ? seedsMax : Math.min(seedsMax, seed + NEXT);
        // Another invariant that is broken by another way does not show that this one is kept.
        Optional<SeedResult> other =
                LongStream.rangeClosed(first, last)
                        .mapToObj(next -> Simulator.run(next, setup, null))
                        .filter(result -> breaks.equals(result.violation()))
                        .findFirst();
        assertTrue(
                other.isPresent(),
                () ->
                        bug
                                + " is not found by the seeds "
                                + first
                                + " to "
                                + last
                                + (searches ? "." : "; search for another with -Dsearch=true."));
        System.out.println(
                "The table could do with another seed for " + bug + ": " + known + ", " + other);
    }
}
