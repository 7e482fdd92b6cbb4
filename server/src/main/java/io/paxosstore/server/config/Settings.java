package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.integer;
import static io.paxosstore.server.config.Declare.size;

import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.server.config.Setting.Scope;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** Every setting of a server, in the order of the documentation. */
public final class Settings {
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;
    private static final long GIB = 1024 * MIB;

    public static final Setting<String> CLUSTER_ID =
            Setting.declare(
                            "cluster.id",
                            ValueType.word(
                                    Pattern.compile("[a-z0-9_-]{1,64}"),
                                    "1 to 64 of a-z, 0-9, _ and -"))
                    .defaultsTo("paxosstore")
                    .scope(Scope.CLUSTER)
                    .doc(
                            "Name of the cluster. Nodes and data directories of another cluster are"
                                    + " refused.");

    public static final Setting<List<ClusterMember>> CLUSTER_NODES =
            Setting.declare("cluster.nodes", new MembersType())
                    .scope(Scope.CLUSTER)
                    .doc(
                            "All nodes of the cluster. In YAML a list of maps with id, host,"
                                + " client-port, peer-port and admin-port; in the environment and"
                                + " in flags 1=host:7400,2=host:7410 or, with all three ports,"
                                + " 1=host:7400:7401:7402. Ports left out follow the client port."
                                + " Nodes compare the ids, not the addresses.");

    public static final Setting<Integer> NODE_ID =
            Setting.declare("node.id", ValueType.integer())
                    .between(1, 999_999_999)
                    .doc("Which of cluster.nodes this node is.");

    public static final Setting<Path> NODE_DIRECTORY =
            Setting.declare("node.directory", ValueType.path())
                    .doc("Where this node keeps its data. Made at the first start.");

    public static final Setting<String> NODE_BIND =
            Setting.declare("node.bind", ValueType.text())
                    .defaultsTo("", "this node's host in cluster.nodes")
                    .doc("Address the node's ports listen on, such as 0.0.0.0 for every network.");

    public static final Setting<Integer> SHARDS =
            Setting.declare("server.shards", ValueType.integer())
                    .defaultsTo(
                            ShardCount.OF_A_NEW_DIRECTORY,
                            "that of the node's directory, 1 if it is new")
                    .between(1, ShardCount.MAX)
                    .scope(Scope.CLUSTER)
                    .doc(
                            "Single-threaded loops that share the entities among them by hash: one"
                                + " for two processor cores is fastest. Every node must have the"
                                + " same number, whatever its machine; so it does not follow the"
                                + " machine. Where it is not set, a node keeps the number with"
                                + " which its directory was last used. It may be changed while all"
                                + " nodes are stopped.");

    public static final Setting<Boolean> EPOLL =
            Setting.declare("server.epoll", ValueType.bool())
                    .defaultsTo(true)
                    .doc("Whether to use Linux's epoll directly where it is available.");

    public static final Setting<Duration> DRAIN_TIMEOUT =
            duration(
                    "server.drain-timeout",
                    Duration.ofSeconds(5),
                    Duration.ZERO,
                    Duration.ofMinutes(5),
                    "How long a stopping node waits for the requests it has accepted.");

    public static final Setting<Long> KEY_BYTES_MAX =
            Setting.declare("limits.key-bytes", ValueType.size())
                    .defaultsTo(4 * KIB)
                    .between(1L, 32 * KIB)
                    .scope(Scope.CLUSTER)
                    .doc("Longest key a client may use.");

    public static final Setting<Long> VALUE_BYTES_MAX =
            Setting.declare("limits.value-bytes", ValueType.size())
                    .defaultsTo(MIB)
                    .between(KIB, 4 * MIB)
                    .scope(Scope.CLUSTER)
                    .doc("Longest value a client may write.");

    public static final Setting<Integer> CLIENT_CONNECTIONS_MAX =
            integer(
                    "client.connections",
                    10_000,
                    1,
                    1_000_000,
                    "Client connections at once; one more is closed with a sentence.");

    public static final Setting<Integer> CLIENT_IN_FLIGHT_MAX =
            integer(
                    "client.in-flight",
                    4096,
                    1,
                    1_000_000,
                    "Unanswered requests of one connection; one more is Overloaded.");

    public static final Setting<Integer> ADMISSION_REQUESTS_MAX =
            integer(
                    "client.admission",
                    65_536,
                    1,
                    4_000_000,
                    "Unanswered client requests of one shard; one more is Overloaded.");

    public static final Setting<Duration> ADMISSION_DELAY =
            duration(
                    "client.admission-delay",
                    Duration.ofMillis(100),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(1),
                    "Most requests of a shard may wait so long; once they wait longer, no more are"
                            + " taken than are done in this time, 128 at least, and the rest is"
                            + " Overloaded.");

    public static final Setting<Long> CLIENT_OUTGOING_BYTES_MAX =
            size(
                    "client.outgoing-bytes",
                    8 * MIB,
                    MIB,
                    GIB,
                    "Replies waiting for one connection. From an eighth of it on no more requests"
                            + " are read from it; a client that does not read so much is cut off.");

    public static final Setting<Duration> CLIENT_DEADLINE_MAX =
            duration(
                    "client.deadline",
                    Duration.ofSeconds(60),
                    Duration.ofMillis(1),
                    Duration.ofHours(1),
                    "Longest deadline a request may carry; longer ones are shortened to it.");

    public static final Setting<Duration> CLIENT_HANDSHAKE_TIMEOUT =
            duration(
                    "client.handshake-timeout",
                    Duration.ofSeconds(5),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(1),
                    "How long a new connection may take to say what it is.");

    public static final Setting<Integer> PEER_SOCKETS =
            integer(
                    "peer.sockets",
                    1,
                    1,
                    8,
                    "Connections per pair of nodes and shard. The node with the greater id opens"
                            + " them.");

    public static final Setting<Duration> PEER_LAZY_DELAY =
            duration(
                    "peer.lazy-delay",
                    Duration.ofMillis(5),
                    Duration.ZERO,
                    Duration.ofSeconds(1),
                    "How long a message that may wait (a chosen mark) waits for another to travel"
                            + " with.");

    public static final Setting<Long> PEER_OUTGOING_BYTES_MAX =
            size(
                    "peer.outgoing-bytes",
                    16 * MIB,
                    MIB,
                    4 * GIB,
                    "Messages waiting for one peer in one shard; more are dropped and counted, the"
                            + " protocol sends them again.");

    public static final Setting<Duration> PEER_HEARTBEAT =
            duration(
                    "peer.heartbeat",
                    Duration.ofMillis(250),
                    Duration.ofMillis(10),
                    Duration.ofSeconds(30),
                    "A connection that sent nothing for so long sends an empty frame.");

    public static final Setting<Duration> PEER_SILENCE_TIMEOUT =
            duration(
                    "peer.silence-timeout",
                    Duration.ofSeconds(2),
                    Duration.ofMillis(50),
                    Duration.ofMinutes(5),
                    "A connection that received nothing for so long is closed and opened anew.");

    public static final Setting<Duration> PEER_CONNECT_TIMEOUT =
            duration(
                    "peer.connect-timeout",
                    Duration.ofMillis(500),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(1),
                    "How long connecting and the handshake may take each; several times the round"
                        + " trip between two nodes. What is longer than a second lets TCP wait that"
                        + " long for its second try, and the nodes be parted that much longer.");

    public static final Setting<Duration> PEER_RECONNECT_MIN =
            duration(
                    "peer.reconnect-min",
                    Duration.ofMillis(50),
                    Duration.ofMillis(1),
                    Duration.ofSeconds(10),
                    "First wait before a lost connection is opened again; doubles, with jitter.");

    public static final Setting<Duration> PEER_RECONNECT_MAX =
            duration(
                    "peer.reconnect-max",
                    Duration.ofMillis(250),
                    Duration.ofMillis(1),
                    Duration.ofMinutes(5),
                    "Longest wait before a lost connection is opened again; a node that refuses"
                            + " this one is asked again after four times that.");

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
                                    + " execution (rule E2).");

    public static final Setting<Duration> DEDUPE_AGE =
            Setting.declare("paxos.dedupe-age", ValueType.duration())
                    .defaultsTo(Duration.ofSeconds(PAXOS.dedupeAgeSeconds()))
                    .between(Duration.ofSeconds(1), Duration.ofHours(24))
                    .scope(Scope.CLUSTER)
                    .doc("How long a key remembers a client at most (rule E2).");

    public static final Setting<Long> PENDING_BYTES_MAX =
            size(
                    "storage.pending-bytes",
                    16 * MIB,
                    MIB,
                    64 * MIB,
                    "Bytes of one shard waiting for the disk; above it new writes are Overloaded,"
                            + " above twice as much messages of other nodes are dropped.");

    public static final Setting<Long> SEGMENT_BYTES =
            size(
                    "storage.segment-bytes",
                    64 * MIB,
                    8 * MIB,
                    GIB,
                    "Size of a data file; a multiple of 4KiB. Files are written ahead and"
                            + " overwritten.");

    public static final Setting<Integer> PREALLOCATED_SEGMENTS =
            integer(
                    "storage.preallocated-segments",
                    2,
                    1,
                    16,
                    "How many data files are written ahead.");

    public static final Setting<Long> BATCH_BYTES =
            size(
                    "storage.batch-bytes",
                    256 * KIB,
                    4 * KIB,
                    8 * MIB,
                    "Size of the buffer in which a shard gathers records for the disk.");

    public static final Setting<Integer> MERGE_DEAD_PERCENT =
            integer(
                    "storage.merge-dead-percent",
                    50,
                    5,
                    95,
                    "Share of dead bytes in a data file from which it is merged, in percent.");

    public static final Setting<Long> MERGE_BYTES_PER_SECOND =
            size(
                    "storage.merge-rate",
                    32 * MIB,
                    64 * KIB,
                    4 * GIB,
                    "Bytes per second that merging may read and write. With more than eight data"
                            + " files to be merged it is more, in proportion to them.");

    public static final Setting<Integer> BACKGROUND_SHARE =
            integer(
                    "storage.background-share",
                    10,
                    1,
                    100,
                    "Percent of one core that making data files ahead, hint files, merging and"
                            + " scrubbing take. More when a data file is missing, room on the disk"
                            + " is short, or this work is behind.");

    public static final Setting<Long> SOFT_FREE_BYTES =
            size(
                    "storage.soft-free-bytes",
                    0,
                    0,
                    1024 * GIB,
                    "With less room than this on the disk, clients' writes are refused until there"
                            + " is more. 0 stands for six data files.");

    public static final Setting<Long> HARD_FREE_BYTES =
            size(
                    "storage.hard-free-bytes",
                    0,
                    0,
                    1024 * GIB,
                    "With less room than this on the disk, the node does not vote either. 0 stands"
                            + " for three data files; at least 2.25 of them.");

    public static final Setting<Long> SCRUB_BYTES_PER_SECOND =
            size(
                    "storage.scrub-rate",
                    4 * MIB,
                    64 * KIB,
                    4 * GIB,
                    "Bytes per second that are read in the background to find damage in cold data"
                            + " (rule D5).");

    public static final Setting<Duration> SCRUB_INTERVAL =
            duration(
                    "storage.scrub-interval",
                    Duration.ofDays(7),
                    Duration.ofSeconds(1),
                    Duration.ofDays(365),
                    "How often all data is read to find damage.");

    public static final Setting<Long> ENTITY_FILE_BYTES =
            size(
                    "entities.journal-file-bytes",
                    64L << 20,
                    8L << 20,
                    1L << 30,
                    "Size of a file of the journal of entities.");

    public static final Setting<Integer> ENTITY_PREALLOCATED_FILES =
            integer(
                    "entities.preallocated-files",
                    2,
                    1,
                    16,
                    "Files of the journal of entities that are written ahead.");

    public static final Setting<Long> ENTITY_CACHE_BYTES =
            size(
                    "entities.cache-bytes",
                    96L << 20,
                    2L << 20,
                    1L << 40,
                    "Memory outside of the Java heap for the data of entities: blocks read, and"
                            + " what is not flushed yet (entities.memtable-bytes of it).");

    public static final Setting<Long> ENTITY_MEMTABLE_BYTES =
            size(
                    "entities.memtable-bytes",
                    48L << 20,
                    1L << 20,
                    1L << 36,
                    "Changes of entities that are held in memory; at half of it they are flushed.");

    public static final Setting<Duration> ENTITY_FLUSH_AFTER =
            duration(
                    "entities.flush-after",
                    Duration.ofSeconds(5),
                    Duration.ofMillis(10),
                    Duration.ofHours(1),
                    "Changes of entities are flushed when the oldest one is older. Bounds what a"
                            + " start applies again, and what the journal keeps.");

    public static final Setting<Duration> ENTITY_PURGE_EVERY =
            duration(
                    "entities.purge-every",
                    Duration.ofSeconds(10),
                    Duration.ofMillis(10),
                    Duration.ofDays(1),
                    "How often expired objects and fields are looked for, to free their space."
                            + " Nobody sees them in any case.");

    public static final Setting<Duration> ENTITY_PURGE_MARGIN =
            duration(
                    "entities.purge-margin",
                    Duration.ofHours(1),
                    Duration.ofSeconds(1),
                    Duration.ofDays(365),
                    "How long after it has expired the space of an object or a field is freed,"
                            + " where no later write has done so.");

    public static final Setting<Integer> ENTITY_APPLY_BATCH =
            integer(
                    "entities.apply-batch",
                    1,
                    1,
                    1000,
                    "Chosen entries of one entity that are applied together where another node is"
                            + " preferred for it (rule C5); 1 applies each at once. They are"
                            + " applied before anybody reads the entity there.");

    public static final Setting<Duration> ENTITY_APPLY_BATCH_AGE =
            duration(
                    "entities.apply-batch-age",
                    Duration.ofMillis(100),
                    Duration.ofMillis(1),
                    Duration.ofSeconds(10),
                    "Entries are applied after this time, even if there are less.");

    public static final Setting<Integer> TABLE_MERGE_ROWS =
            integer(
                    "tables.merge-rows",
                    64,
                    1,
                    1_000_000,
                    "A delta table is merged into its main table when it has so many records, and"
                            + " tables.merge-percent.");

    public static final Setting<Integer> TABLE_MERGE_PERCENT =
            integer(
                    "tables.merge-percent",
                    10,
                    1,
                    100,
                    "Records that a delta table must have for each hundred rows to be merged. Less"
                            + " makes reads of ranges faster, and writes each block more often.");

    public static final Setting<Duration> TABLE_MERGE_AFTER =
            duration(
                    "tables.merge-after",
                    Duration.ofHours(1),
                    Duration.ofSeconds(1),
                    Duration.ofDays(30),
                    "How often all tables are merged that have anything in their delta tables.");

    public static final Setting<Long> TABLE_MERGE_STEP_BYTES =
            size(
                    "tables.merge-step-bytes",
                    64L << 10,
                    16L << 10,
                    64L << 20,
                    "How much a step of a merge reads and writes. Writes of the table's entity wait"
                            + " while a step goes into memory, reads never.");

    public static final Setting<Integer> TABLE_MERGE_SHARE =
            integer(
                    "tables.merge-share",
                    10,
                    1,
                    100,
                    "Percent of one core that merges of tables take. With 1,000 tables due it is"
                            + " twice as much, with 2,000 three times, and so on.");

    public static final Setting<Integer> WATCH_PER_CONNECTION_MAX =
            integer(
                    "watch.per-connection",
                    4096,
                    1,
                    1_000_000,
                    "Watches of one client connection; one more is refused.");

    public static final Setting<Integer> WATCH_PER_NODE_MAX =
            integer(
                    "watch.per-node",
                    100_000,
                    1,
                    10_000_000,
                    "Watches of all client connections together; one more is refused.");

    public static final Setting<Duration> WATCH_CHECK_INTERVAL =
            duration(
                    "watch.check-interval",
                    Duration.ofSeconds(2),
                    Duration.ofMillis(20),
                    Duration.ofMinutes(1),
                    "How often a node asks the others whether it has missed something of a watched"
                            + " entity, and gives its watchers a sign of life. Costs one read per"
                            + " watched entity.");

    public static final Setting<Long> WATCH_HISTORY_BYTES =
            size(
                    "watch.history-bytes",
                    16L << 20,
                    64L << 10,
                    1L << 34,
                    "Memory for what watchers may still be told of entries that were applied, of"
                        + " all entities together. What is older is told from the journal, as long"
                        + " as that keeps it (entities.flush-after), else as Compacted.");

    public static final Setting<Long> WATCH_WINDOW_BYTES =
            size(
                    "watch.window-bytes",
                    16L << 10,
                    1L << 10,
                    1L << 24,
                    "Events of one watch that may wait for its connection; the rest waits in the"
                            + " history.");

    public static final Setting<Integer> SWEEP_RECOVER_RATE =
            integer(
                    "sweep.recover-rate",
                    50_000,
                    1,
                    100_000_000,
                    "Keys per second that this node brings up to date, or rebuilds, in the"
                            + " background (rules C3, A2).");

    public static final Setting<Integer> SWEEP_WINDOW =
            integer(
                    "sweep.window",
                    512,
                    1,
                    65_536,
                    "Keys of one shard that are brought up to date at once in the background.");

    public static final Setting<Duration> SWEEP_RECOVER_TIMEOUT =
            duration(
                    "sweep.recover-timeout",
                    Duration.ofSeconds(5),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(5),
                    "How long bringing one key up to date may take before it is tried again.");

    public static final Setting<Long> SWEEP_PAGE_BYTES =
            size(
                    "sweep.page-bytes",
                    64 * KIB,
                    KIB,
                    8 * MIB,
                    "How much a node answers at once when another one asks what keys it holds.");

    public static final Setting<Duration> SWEEP_INTERVAL =
            duration(
                    "sweep.interval",
                    Duration.ofHours(1),
                    Duration.ofMillis(100),
                    Duration.ofDays(365),
                    "How often this node compares the checksums of its keys with those of the"
                            + " other nodes.");

    public static final Setting<Integer> SWEEP_CHECK_RATE =
            integer(
                    "sweep.check-rate",
                    2000,
                    1,
                    100_000_000,
                    "Keys per second whose checksums are compared; each costs a read from the disk"
                            + " on both nodes.");

    public static final Setting<Duration> CATALOG_REFRESH =
            duration(
                    "catalog.refresh",
                    Duration.ofSeconds(1),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(10),
                    "How often a node reads the list of spaces anew.");

    public static final Setting<Duration> CATALOG_TIMEOUT =
            duration(
                    "catalog.timeout",
                    Duration.ofSeconds(5),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(1),
                    "How long reading or changing the list of spaces may take.");

    public static final Setting<Integer> SPACES_MAX =
            integer("catalog.spaces", 1000, 1, 10_000, "Spaces a cluster may have at once.");

    public static final Setting<Long> ADMIN_REQUEST_BYTES_MAX =
            size(
                    "admin.request-bytes",
                    16 * KIB,
                    KIB,
                    MIB,
                    "Longest HTTP request the admin port reads.");

    /** All of them, in the order of the documentation. */
    public static final List<Setting<?>> ALL =
            List.of(
                    CLUSTER_ID,
                    CLUSTER_NODES,
                    NODE_ID,
                    NODE_DIRECTORY,
                    NODE_BIND,
                    SHARDS,
                    EPOLL,
                    DRAIN_TIMEOUT,
                    Protection.MEMORY_BYTES,
                    KEY_BYTES_MAX,
                    VALUE_BYTES_MAX,
                    CLIENT_CONNECTIONS_MAX,
                    CLIENT_IN_FLIGHT_MAX,
                    ADMISSION_REQUESTS_MAX,
                    ADMISSION_DELAY,
                    CLIENT_OUTGOING_BYTES_MAX,
                    Protection.LARGE_BYTES,
                    Protection.LARGE_IN_FLIGHT_MAX,
                    Protection.LARGE_GIVE_WAY,
                    Protection.CLIENT_FRAME_TIMEOUT,
                    Protection.CLIENT_ANSWER_TIMEOUT,
                    CLIENT_DEADLINE_MAX,
                    CLIENT_HANDSHAKE_TIMEOUT,
                    PEER_SOCKETS,
                    Protection.PEER_GREETINGS_MAX,
                    PEER_LAZY_DELAY,
                    PEER_OUTGOING_BYTES_MAX,
                    PEER_HEARTBEAT,
                    PEER_SILENCE_TIMEOUT,
                    PEER_CONNECT_TIMEOUT,
                    PEER_RECONNECT_MIN,
                    PEER_RECONNECT_MAX,
                    MemberSettings.MISSING_AFTER,
                    CONTENTION_WINDOW,
                    PRE_PREPARING,
                    RETRANSMIT,
                    RETRANSMIT_MAX,
                    ANSWER_GAP,
                    PROBE_HEDGE,
                    CATCH_UP,
                    LINGER,
                    WAITING_REQUESTS_MAX,
                    ACTIVE_ENTITIES_MAX,
                    BATCH_REQUESTS_MAX,
                    DEDUPE_CLIENTS_MAX,
                    ENTITY_DEDUPE_CLIENTS_MAX,
                    DEDUPE_AGE,
                    PENDING_BYTES_MAX,
                    SEGMENT_BYTES,
                    PREALLOCATED_SEGMENTS,
                    BATCH_BYTES,
                    MERGE_DEAD_PERCENT,
                    MERGE_BYTES_PER_SECOND,
                    BACKGROUND_SHARE,
                    SOFT_FREE_BYTES,
                    HARD_FREE_BYTES,
                    SCRUB_BYTES_PER_SECOND,
                    SCRUB_INTERVAL,
                    ENTITY_FILE_BYTES,
                    ENTITY_PREALLOCATED_FILES,
                    ENTITY_CACHE_BYTES,
                    ENTITY_MEMTABLE_BYTES,
                    ENTITY_FLUSH_AFTER,
                    ENTITY_PURGE_EVERY,
                    ENTITY_PURGE_MARGIN,
                    EvaluationSettings.SLICE,
                    EvaluationSettings.THREADS,
                    EvaluationSettings.WAITING_MAX,
                    EvaluationSettings.WORK_MAX,
                    DamageSettings.COPIES_MAX,
                    ENTITY_APPLY_BATCH,
                    ENTITY_APPLY_BATCH_AGE,
                    TABLE_MERGE_ROWS,
                    TABLE_MERGE_PERCENT,
                    TABLE_MERGE_AFTER,
                    TABLE_MERGE_STEP_BYTES,
                    TABLE_MERGE_SHARE,
                    WATCH_PER_CONNECTION_MAX,
                    WATCH_PER_NODE_MAX,
                    WATCH_CHECK_INTERVAL,
                    WATCH_HISTORY_BYTES,
                    WATCH_WINDOW_BYTES,
                    SWEEP_RECOVER_RATE,
                    SWEEP_WINDOW,
                    SWEEP_RECOVER_TIMEOUT,
                    SWEEP_PAGE_BYTES,
                    SWEEP_INTERVAL,
                    SWEEP_CHECK_RATE,
                    ContentSettings.RATE,
                    CATALOG_REFRESH,
                    CATALOG_TIMEOUT,
                    SPACES_MAX,
                    ADMIN_REQUEST_BYTES_MAX,
                    Protection.ADMIN_CONNECTIONS_MAX);

    private Settings() {}
}
