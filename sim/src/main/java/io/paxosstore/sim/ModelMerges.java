package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;

/**
 * When one node merges its tables: on a schedule of its own, between any two things that happen to
 * its data. A step is made at one such moment and applied at a later one. Not thread-safe.
 */
final class ModelMerges {
    /** In which part of the nodes nothing is ever merged. */
    private static final double NEVER_CHANCE = 0.15;

    private static final int PERCENT_MAX = 60;
    private static final int RECORDS_MAX = 6;

    private final RandomSource random;
    private final double chance;

    /**
     * @param random for the merges alone, so that they do not change what else happens
     */
    ModelMerges(RandomSource random) {
        this.random = random;
        boolean never = random.chance(NEVER_CHANCE);
        double drawn = (1 + random.nextInt(PERCENT_MAX)) / 100.0;
        this.chance = never ? 0 : drawn;
    }

    /** A moment at which a step may be made, or one that was made be applied. */
    void perhaps(ModelEntity held, SimData.Observer observer) {
        if (random.chance(chance)) {
            Occurrence what = held.merge(1 + random.nextInt(RECORDS_MAX));
            if (what != null) {
                observer.occurred(held.key(), what);
            }
        }
    }
}
