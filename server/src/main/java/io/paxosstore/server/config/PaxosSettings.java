package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.integer;

import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.server.config.Setting.Scope;

import java.time.Duration;

/** The settings of the protocol; {@link Tunables} gives them to the core. */
public final class PaxosSettings {
    private static final ReplicaConfig PAXOS = ReplicaConfig.defaults();

    public static final Setting<Duration> CONTENTION_WINDOW =
            duration(
                    "paxos.contention-window",
                    Duration.ofNanos(PAXOS.contentionWindowNanos()),
                    Duration.ZERO,
                    Duration.ofSeconds(1),
                    "How long a node that sees another node's live proposal waits before its own"
                            + " (rule W4).");

    public static final Setting<Boolean> PRE_PREPARING =
            Setting.declare("paxos.pre-preparing", ValueType.bool())
                    .defaultsTo(true)
                    .doc("Whether who wrote an entity last may skip the prepare phase (rule F1).");

    public static final Setting<Duration> RETRANSMIT =
            duration(
                    "paxos.retransmit",
                    Duration.ofNanos(PAXOS.retransmitNanos()),
                    Duration.ofMillis(1),
                    Duration.ofSeconds(10),
                    "First wait before an unanswered message is sent again; doubles, with"
                            + " jitter.");

    public static final Setting<Duration> RETRANSMIT_MAX =
            duration(
                    "paxos.retransmit-max",
                    Duration.ofNanos(PAXOS.retransmitMaxNanos()),
                    Duration.ofMillis(1),
                    Duration.ofMinutes(1),
                    "Longest wait before an unanswered message is sent again.");

    public static final Setting<Duration> ANSWER_GAP =
            duration(
                    "paxos.answer-gap",
                    Duration.ofNanos(PAXOS.answerGapNanos()),
                    Duration.ZERO,
                    Duration.ofSeconds(1),
                    "For how long a node that has just been told a vote is not told the same again"
                            + " (rule K7); to be below paxos.retransmit.");

    public static final Setting<Duration> PROBE_HEDGE =
            duration(
                    "paxos.probe-hedge",
                    Duration.ofNanos(PAXOS.probeHedgeNanos()),
                    Duration.ZERO,
                    Duration.ofSeconds(1),
                    "How long a read waits before it asks the remaining voters too.");

    public static final Setting<Duration> CATCH_UP =
            duration(
                    "paxos.catch-up",
                    Duration.ofNanos(PAXOS.catchUpNanos()),
                    Duration.ZERO,
                    Duration.ofSeconds(10),
                    "How long recovery may delay a request before other replicas are asked (rule"
                            + " C3).");

    public static final Setting<Duration> LINGER =
            duration(
                    "paxos.linger",
                    Duration.ofNanos(PAXOS.lingerNanos()),
                    Duration.ZERO,
                    Duration.ofSeconds(60),
                    "How long a key stays in memory after its last use.");

    public static final Setting<Integer> WAITING_REQUESTS_MAX =
            integer(
                    "paxos.waiting-requests",
                    PAXOS.waitingRequestsMax(),
                    1,
                    1_000_000,
                    "Requests of one key that may wait; one more is Overloaded.");

    public static final Setting<Integer> ACTIVE_ENTITIES_MAX =
            integer(
                    "paxos.active-entities",
                    PAXOS.activeEntitiesMax(),
                    16,
                    16_000_000,
                    "Keys of one shard that may be in work at once; a request for one more is"
                            + " Overloaded.");

    public static final Setting<Integer> BATCH_REQUESTS_MAX =
            integer(
                    "paxos.batch-requests",
                    PAXOS.batchRequestsMax(),
                    1,
                    65_536,
                    "Requests of one key that become one entry at most (rule W2).");

    public static final Setting<Integer> DEDUPE_CLIENTS_MAX =
            Setting.declare("paxos.dedupe-clients", ValueType.integer())
                    .defaultsTo(PAXOS.dedupeClientsMax())
                    .between(1, ReplicaConfig.DEDUPE_CLIENTS_LIMIT)
                    .scope(Scope.CLUSTER)
                    .doc("Clients a key remembers for exactly-once execution (rule E2).");

    public static final Setting<Integer> ENTITY_DEDUPE_CLIENTS_MAX =
            Setting.declare("paxos.entity-dedupe-clients", ValueType.integer())
                    .defaultsTo(PAXOS.entityDedupeClientsMax())
                    .between(1, ReplicaConfig.DEDUPE_CLIENTS_LIMIT)
                    .scope(Scope.CLUSTER)
                    .doc(
                            "Clients an entity of an entity space remembers for exactly-once"
                                    + " execution (rule E2), and so does the list of spaces.");

    public static final Setting<Duration> DEDUPE_AGE =
            Setting.declare("paxos.dedupe-age", ValueType.duration())
                    .defaultsTo(Duration.ofSeconds(PAXOS.dedupeAgeSeconds()))
                    .between(Duration.ofSeconds(1), Duration.ofHours(24))
                    .scope(Scope.CLUSTER)
                    .doc("How long a key remembers a client at most (rule E2).");

    private PaxosSettings() {}
}
