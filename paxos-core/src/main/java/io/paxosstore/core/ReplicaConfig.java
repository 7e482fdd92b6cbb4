package io.paxosstore.core;

/**
 * The protocol's tunables; times in nanoseconds of the monotonic clock.
 *
 * @param contentionWindowNanos how long a node that sees another node's live proposal waits before
 *     its own (Rule W4)
 * @param retransmitNanos first wait before an unanswered message is sent again; doubles, with
 *     jitter, up to {@code retransmitMaxNanos}
 * @param answerGapNanos for how long a voter that has just been told this replica's state is not
 *     told the same again (Rule K7); to be below {@code retransmitNanos}
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

    /** What docs/configuration.md states as defaults. */
    public static ReplicaConfig defaults() {
        return new ReplicaConfig(
                5 * MILLI,
                20 * MILLI,
                500 * MILLI,
                10 * MILLI,
                3 * MILLI,
                20 * MILLI,
                20 * MILLI,
                1024,
                65_536,
                128,
                32,
                128,
                300);
    }
}
