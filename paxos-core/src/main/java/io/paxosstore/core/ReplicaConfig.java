package io.paxosstore.core;

import java.util.ArrayList;
import java.util.List;

/**
 * The protocol's tunables; times in nanoseconds of the monotonic clock. {@link #builder} names each
 * value that is not the default.
 *
 * @param contentionWindowNanos how long a node that sees another node's live proposal waits before
 *     its own (Rule W4)
 * @param retransmitNanos first wait before an unanswered message is sent again; doubles, with
 *     jitter, up to {@code retransmitMaxNanos}
 * @param retransmitMaxNanos longest wait, at least {@code retransmitNanos}
 * @param answerGapNanos for how long a voter that has just been told this replica's state is not
 *     told the same again (Rule K7); to be below {@code retransmitNanos}, else answers are late
 * @param probeHedgeNanos wait before a read asks the remaining voters too
 * @param catchUpNanos tau: how long recovery may delay a request before other replicas are asked
 *     (Rule C3)
 * @param lingerNanos how long an entity stays in memory after its last input
 * @param waitingRequestsMax requests of one entity that may wait; one more is Overloaded
 * @param activeEntitiesMax entities in memory at once; a client request for one more is Overloaded
 * @param batchRequestsMax requests that become one entry at most (Rule W2)
 * @param dedupeClientsMax clients a key-value entity remembers (Rule E2), at most {@link
 *     #DEDUPE_CLIENTS_LIMIT}
 * @param entityDedupeClientsMax clients an entity of another kind remembers, likewise
 * @param dedupeAgeSeconds how long it remembers a client at most (Rule E2)
 */
public record ReplicaConfig(
        long contentionWindowNanos,
        long retransmitNanos,
        long retransmitMaxNanos,
        long answerGapNanos,
        long probeHedgeNanos,
        long catchUpNanos,
        long lingerNanos,
        int waitingRequestsMax,
        int activeEntitiesMax,
        int batchRequestsMax,
        int dedupeClientsMax,
        int entityDedupeClientsMax,
        int dedupeAgeSeconds) {
    /** No entity remembers more clients than this. */
    public static final int DEDUPE_CLIENTS_LIMIT = 255;

    private static final long MILLI = 1_000_000L;

    /**
     * Checks every value.
     *
     * @throws IllegalArgumentException naming all that are out of range, and their ranges
     */
    public ReplicaConfig {
        List<String> problems = new ArrayList<>();
        notBelow(problems, "contentionWindowNanos", contentionWindowNanos, 0);
        notBelow(problems, "retransmitNanos", retransmitNanos, 1);
        if (retransmitMaxNanos < retransmitNanos) {
            problems.add(
                    "retransmitMaxNanos is "
                            + retransmitMaxNanos
                            + "; use at least retransmitNanos, "
                            + retransmitNanos);
        }
        notBelow(problems, "answerGapNanos", answerGapNanos, 0);
        notBelow(problems, "probeHedgeNanos", probeHedgeNanos, 0);
        notBelow(problems, "catchUpNanos", catchUpNanos, 0);
        notBelow(problems, "lingerNanos", lingerNanos, 0);
        notBelow(problems, "waitingRequestsMax", waitingRequestsMax, 1);
        notBelow(problems, "activeEntitiesMax", activeEntitiesMax, 1);
        notBelow(problems, "batchRequestsMax", batchRequestsMax, 1);
        clients(problems, "dedupeClientsMax", dedupeClientsMax);
        clients(problems, "entityDedupeClientsMax", entityDedupeClientsMax);
        notBelow(problems, "dedupeAgeSeconds", dedupeAgeSeconds, 1);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "Replica settings: " + String.join("; ", problems) + ".");
        }
    }

    private static void notBelow(List<String> problems, String name, long value, long least) {
        if (value < least) {
            problems.add(name + " is " + value + "; use at least " + least);
        }
    }

    private static void clients(List<String> problems, String name, int value) {
        if (value < 1 || value > DEDUPE_CLIENTS_LIMIT) {
            problems.add(name + " is " + value + "; use 1 to " + DEDUPE_CLIENTS_LIMIT);
        }
    }

    /** What docs/configuration.md states as defaults. */
    public static ReplicaConfig defaults() {
        return builder().build();
    }

    /** Begins with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Tunables in the making; each setter has the name of what it sets. Not thread-safe. */
    public static final class Builder {
        private long contentionWindowNanos = 5 * MILLI;
        private long retransmitNanos = 20 * MILLI;
        private long retransmitMaxNanos = 500 * MILLI;
        private long answerGapNanos = 10 * MILLI;
        private long probeHedgeNanos = 3 * MILLI;
        private long catchUpNanos = 20 * MILLI;
        private long lingerNanos = 20 * MILLI;
        private int waitingRequestsMax = 1024;
        private int activeEntitiesMax = 65_536;
        private int batchRequestsMax = 128;
        private int dedupeClientsMax = 32;
        private int entityDedupeClientsMax = 128;
        private int dedupeAgeSeconds = 300;

        private Builder() {}

        public Builder contentionWindowNanos(long value) {
            contentionWindowNanos = value;
            return this;
        }

        public Builder retransmitNanos(long value) {
            retransmitNanos = value;
            return this;
        }

        public Builder retransmitMaxNanos(long value) {
            retransmitMaxNanos = value;
            return this;
        }

        public Builder answerGapNanos(long value) {
            answerGapNanos = value;
            return this;
        }

        public Builder probeHedgeNanos(long value) {
            probeHedgeNanos = value;
            return this;
        }

        public Builder catchUpNanos(long value) {
            catchUpNanos = value;
            return this;
        }

        public Builder lingerNanos(long value) {
            lingerNanos = value;
            return this;
        }

        public Builder waitingRequestsMax(int value) {
            waitingRequestsMax = value;
            return this;
        }

        public Builder activeEntitiesMax(int value) {
            activeEntitiesMax = value;
            return this;
        }

        public Builder batchRequestsMax(int value) {
            batchRequestsMax = value;
            return this;
        }

        public Builder dedupeClientsMax(int value) {
            dedupeClientsMax = value;
            return this;
        }

        public Builder entityDedupeClientsMax(int value) {
            entityDedupeClientsMax = value;
            return this;
        }

        public Builder dedupeAgeSeconds(int value) {
            dedupeAgeSeconds = value;
            return this;
        }

        /**
         * The tunables.
         *
         * @throws IllegalArgumentException naming all that are out of range, and their ranges
         */
        public ReplicaConfig build() {
            return new ReplicaConfig(
                    contentionWindowNanos,
                    retransmitNanos,
                    retransmitMaxNanos,
                    answerGapNanos,
                    probeHedgeNanos,
                    catchUpNanos,
                    lingerNanos,
                    waitingRequestsMax,
                    activeEntitiesMax,
                    batchRequestsMax,
                    dedupeClientsMax,
                    entityDedupeClientsMax,
                    dedupeAgeSeconds);
        }
    }
}
