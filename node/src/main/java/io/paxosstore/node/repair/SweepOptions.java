package io.paxosstore.node.repair;

import io.paxosstore.node.host.OptionProblems;

/**
 * The settings of the sweep, for one shard.
 *
 * @param recoversPerSecond entities that may be brought up to date
 * @param checksPerSecond entities whose checksums may be compared
 * @param window entities that are brought up to date at once
 * @param pageBytes how large a page of entities may grow
 * @param intervalNanos the wait between two checks
 * @param comparesContent whether the content of entities is compared
 * @param moveSharePercent about the share of the time that slots which move are worked at while all
 *     nodes are up that have slots in common with this one; from 1, 100 for no rest
 * @param deadlineNanos how long one entity may take before it is tried again
 */
public record SweepOptions(
        double recoversPerSecond,
        double checksPerSecond,
        int window,
        int pageBytes,
        long intervalNanos,
        boolean comparesContent,
        int moveSharePercent,
        long deadlineNanos) {
    /** Out of every range. */
    private static final int UNSET = -1;

    private static final int WHOLE_PERCENT = 100;

    /**
     * Checks every value.
     *
     * @throws IllegalArgumentException naming all that are out of range, and their ranges
     */
    public SweepOptions {
        new OptionProblems()
                .positive("recoversPerSecond", recoversPerSecond)
                .positive("checksPerSecond", checksPerSecond)
                .notBelow("window", window, 1)
                .notBelow("pageBytes", pageBytes, 1)
                .notBelow("intervalNanos", intervalNanos, 1)
                .notBelow("moveSharePercent", moveSharePercent, 1)
                .notAbove("moveSharePercent", moveSharePercent, WHOLE_PERCENT)
                .notBelow("deadlineNanos", deadlineNanos, 1)
                .refuse("Settings of the sweep");
    }

    /** Begins with nothing: every number has to be named. */
    public static Builder builder() {
        return new Builder();
    }

    /** Settings in the making; each setter has the name of what it sets. Not thread-safe. */
    public static final class Builder {
        private double recoversPerSecond = UNSET;
        private double checksPerSecond = UNSET;
        private int window = UNSET;
        private int pageBytes = UNSET;
        private long intervalNanos = UNSET;
        private boolean comparesContent;
        private int moveSharePercent = UNSET;
        private long deadlineNanos = UNSET;

        private Builder() {}

        public Builder recoversPerSecond(double value) {
            recoversPerSecond = value;
            return this;
        }

        public Builder checksPerSecond(double value) {
            checksPerSecond = value;
            return this;
        }

        public Builder window(int value) {
            window = value;
            return this;
        }

        public Builder pageBytes(int value) {
            pageBytes = value;
            return this;
        }

        public Builder intervalNanos(long value) {
            intervalNanos = value;
            return this;
        }

        public Builder comparesContent(boolean value) {
            comparesContent = value;
            return this;
        }

        public Builder moveSharePercent(int value) {
            moveSharePercent = value;
            return this;
        }

        public Builder deadlineNanos(long value) {
            deadlineNanos = value;
            return this;
        }

        /**
         * All of them.
         *
         * @throws IllegalArgumentException naming all that are out of range, and their ranges
         */
        public SweepOptions build() {
            return new SweepOptions(
                    recoversPerSecond,
                    checksPerSecond,
                    window,
                    pageBytes,
                    intervalNanos,
                    comparesContent,
                    moveSharePercent,
                    deadlineNanos);
        }
    }
}
