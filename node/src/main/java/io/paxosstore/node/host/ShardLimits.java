package io.paxosstore.node.host;

/**
 * Where a shard begins to refuse requests, or lets them wait.
 *
 * @param requestsMax client requests that may wait at once
 * @param delayNanos how long most client requests may wait; beyond it, as many are taken as are
 *     done in that time
 * @param pendingBytesMax bytes that may wait for the disk before writes are refused
 * @param largeBytes what a request moves that is large
 * @param largeInFlightMax bytes of large requests that may be under way at once
 * @param loadBytesMax bytes of values after which a turn loads no more
 * @param slowNanos what other requests may take on average before large ones give way to them
 */
public record ShardLimits(
        int requestsMax,
        long delayNanos,
        long pendingBytesMax,
        long largeBytes,
        long largeInFlightMax,
        long loadBytesMax,
        long slowNanos) {
    /** Out of every range. */
    private static final int UNSET = -1;

    /**
     * Checks every value.
     *
     * @throws IllegalArgumentException naming all that are out of range, and their ranges
     */
    public ShardLimits {
        new OptionProblems()
                .notBelow("requestsMax", requestsMax, 1)
                .notBelow("delayNanos", delayNanos, 1)
                .notBelow("pendingBytesMax", pendingBytesMax, 1)
                .notBelow("largeBytes", largeBytes, 1)
                .notBelow("largeInFlightMax", largeInFlightMax, 1)
                .notBelow("loadBytesMax", loadBytesMax, 1)
                .notBelow("slowNanos", slowNanos, 1)
                .refuse("Limits of a shard");
    }

    /** Begins with nothing: every number has to be named. */
    public static Builder builder() {
        return new Builder();
    }

    /** Limits in the making; each setter has the name of what it sets. Not thread-safe. */
    public static final class Builder {
        private int requestsMax = UNSET;
        private long delayNanos = UNSET;
        private long pendingBytesMax = UNSET;
        private long largeBytes = UNSET;
        private long largeInFlightMax = UNSET;
        private long loadBytesMax = UNSET;
        private long slowNanos = UNSET;

        private Builder() {}

        public Builder requestsMax(int value) {
            requestsMax = value;
            return this;
        }

        public Builder delayNanos(long value) {
            delayNanos = value;
            return this;
        }

        public Builder pendingBytesMax(long value) {
            pendingBytesMax = value;
            return this;
        }

        public Builder largeBytes(long value) {
            largeBytes = value;
            return this;
        }

        public Builder largeInFlightMax(long value) {
            largeInFlightMax = value;
            return this;
        }

        public Builder loadBytesMax(long value) {
            loadBytesMax = value;
            return this;
        }

        public Builder slowNanos(long value) {
            slowNanos = value;
            return this;
        }

        /**
         * All of them.
         *
         * @throws IllegalArgumentException naming all that are out of range, and their ranges
         */
        public ShardLimits build() {
            return new ShardLimits(
                    requestsMax,
                    delayNanos,
                    pendingBytesMax,
                    largeBytes,
                    largeInFlightMax,
                    loadBytesMax,
                    slowNanos);
        }
    }
}
