package io.paxosstore.protocol.model;

import org.jspecify.annotations.Nullable;

/** Some members of a sorted set. */
public sealed interface SortedSetRange {
    /** All members, in the order of their scores. */
    SortedSetRange ALL = new ByRank(0, -1);

    /**
     * Members by their places in the order of scores, from 0; negative ones count from the end, -1
     * is the last member. Whatever is outside is cut off.
     *
     * @param from the first place
     * @param to the last place, included
     */
    record ByRank(long from, long to) implements SortedSetRange {}

    /** Members by their scores; infinities are scores, too. */
    record ByScore(double min, boolean minExclusive, double max, boolean maxExclusive)
            implements SortedSetRange {
        /**
         * A range of scores.
         *
         * @throws IllegalArgumentException if an end is not a number
         */
        public ByScore {
            if (Double.isNaN(min) || Double.isNaN(max)) {
                throw new IllegalArgumentException("An end of a range of scores is not a number.");
            }
        }
    }

    /**
     * Members by their unsigned bytes, and in that order, whatever their scores are.
     *
     * @param from the least member
     * @param to the greatest member; null for no end
     */
    @SuppressWarnings("ArrayRecordComponent")
    record ByMember(byte[] from, boolean fromExclusive, byte @Nullable [] to, boolean toExclusive)
            implements SortedSetRange {}
}
