package io.paxosstore.protocol.model;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Operations on a sorted set. Each member has a score; members are in the order of their scores,
 * those of equal scores in the order of their unsigned bytes. A member's rank is how many come
 * before it.
 *
 * <p>To find a rank, or what has one, members are counted from the nearer end: the work grows with
 * the rank. Everything else finds its place by scores or members.
 */
public sealed interface SortedSetOperation extends Operation {
    @Override
    default ObjectType type() {
        return ObjectType.SORTED_SET;
    }

    @Override
    default boolean isUpdate() {
        return this instanceof Add
                || this instanceof Increment
                || this instanceof Remove
                || this instanceof RemoveRange
                || this instanceof PopFirst
                || this instanceof PopLast;
    }

    /** Adds members, or changes their scores, one after the other. Result: {@link Result.Added}. */
    record Add(String object, List<Scored> members, ScoreConditions conditions)
            implements SortedSetOperation {}

    /**
     * Adds to a member's score; that of a new member counts as 0. Result: {@link Result.Score}, the
     * new one, or null if a condition does not hold. Fails with {@link Failure.ScoreNotANumber} if
     * infinities of both signs meet.
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Increment(String object, byte[] member, double delta, ScoreConditions conditions)
            implements SortedSetOperation {
        /**
         * An increment.
         *
         * @throws IllegalArgumentException if the delta is not a number
         */
        public Increment {
            requireNumber(delta);
        }
    }

    /** Removes members. Result: {@link Result.Count} of those that were members. */
    record Remove(String object, List<byte[]> members) implements SortedSetOperation {}

    /** Reads the scores of members. Result: {@link Result.Scores}. */
    record Scores(String object, List<byte[]> members) implements SortedSetOperation {}

    /** Counts the members. Result: {@link Result.Size}. */
    record Size(String object) implements SortedSetOperation {}

    /**
     * Finds a member's rank. Result: {@link Result.Rank}.
     *
     * @param reverse whether it is counted from the last member
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Rank(String object, byte[] member, boolean reverse) implements SortedSetOperation {}

    /**
     * Reads members of a range in order. Result: {@link Result.ScoredMembers}. Each page shows one
     * version of the set.
     *
     * @param reverse whether they come in descending order; ranks then count from the last member
     * @param offset how many of them to leave out first, at least 0; costs as much as reading them;
     *     without meaning if next is given
     * @param next where to go on, as a page of the same range and order has told it; null for the
     *     beginning
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Range(
            String object,
            SortedSetRange range,
            boolean reverse,
            long offset,
            byte @Nullable [] next,
            Page page)
            implements SortedSetOperation {}

    /** Counts the members of a range, one by one. Result: {@link Result.Size}. */
    record Count(String object, SortedSetRange range) implements SortedSetOperation {}

    /** Removes the members of a range. Result: {@link Result.Count} of them. */
    record RemoveRange(String object, SortedSetRange range) implements SortedSetOperation {}

    /**
     * Removes the first members and returns them, as many as the page holds. Result: {@link
     * Result.ScoredMembers} without next.
     */
    record PopFirst(String object, Page page) implements SortedSetOperation {}

    /**
     * Removes the last members and returns them, the last one first. Result: {@link
     * Result.ScoredMembers} without next.
     */
    record PopLast(String object, Page page) implements SortedSetOperation {}

    /**
     * Draws a member, as {@link SetOperation.Random} does. Result: {@link Result.ScoredMembers}, of
     * one member or none, without next.
     */
    record Random(String object, long seed) implements SortedSetOperation {}

    /** A member and its score; the array must not be changed. A score of -0.0 becomes 0.0. */
    @SuppressWarnings("ArrayRecordComponent")
    record Scored(byte[] member, double score) {
        /**
         * A member.
         *
         * @throws IllegalArgumentException if the score is not a number
         */
        public Scored {
            requireNumber(score);
            score = score + 0.0;
        }
    }

    private static void requireNumber(double score) {
        if (Double.isNaN(score)) {
            throw new IllegalArgumentException("A score is not a number.");
        }
    }
}
