package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.size;

import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.server.config.Setting.Scope;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Every setting of a server, in the order of the documentation; here those of the cluster and of a
 * node as a whole.
 */
public final class Settings {
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;

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
                            "The nodes that found the cluster; they stay its founders when others"
                                + " join and they go. In YAML a list of maps with id, host,"
                                + " client-port, peer-port, admin-port, zone and mini-cluster; in"
                                + " the environment and in flags 1=host:7400,2=host:7410 or, with"
                                + " all three ports, 1=host:7400:7401:7402, and with @zone or"
                                + " @zone/1 behind it. Ports left out follow the client port. Nodes"
                                + " compare the ids, not the addresses. A node that joined needs"
                                + " none.");

    public static final Setting<Integer> NODE_ID =
            Setting.declare("node.id", ValueType.integer())
                    .between(1, 999_999_999)
                    .doc(
                            "Which of cluster.nodes this node is, or a number that no node of the"
                                + " cluster ever had. hostname-ordinal stands for one more than the"
                                + " number at the end of this host's name, as pods of a StatefulSet"
                                + " have it: paxosstore-0 is node 1.");

    public static final Setting<Path> NODE_DIRECTORY =
            Setting.declare("node.directory", ValueType.path())
                    .doc("Where this node keeps its data. Made at the first start.");

    public static final Setting<String> NODE_BIND =
            Setting.declare("node.bind", ValueType.text())
                    .defaultsTo("", "this node's host")
                    .doc("Address the node's ports listen on, such as 0.0.0.0 for every network.");

    public static final Setting<Integer> SHARDS =
            Setting.declare("server.shards", ValueType.integer())
                    .defaultsTo(
                            ShardCount.OF_A_NEW_DIRECTORY,
                            "that of the node's directory, 1 if it is new")
                    .between(1, ShardCount.MAX)
                    .scope(Scope.CLUSTER)
                    .doc(
                            "Single-threaded loops that share the entities among them by slot: one"
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
                    .doc(
                            "Longest key, or id of an entity, a client may use. When it is lowered,"
                                + " data under longer ones stays where it is, and is out of reach"
                                + " until the limit is raised again.");

    public static final Setting<Long> VALUE_BYTES_MAX =
            Setting.declare("limits.value-bytes", ValueType.size())
                    .defaultsTo(MIB)
                    .between(KIB, (long) ModelLimits.VALUE_BYTES_MAX)
                    .scope(Scope.CLUSTER)
                    .doc(
                            "Longest value of a key a client may write, or compare with. When it is"
                                    + " lowered, longer values that are there stay and can be read."
                                    + " What entities hold has limits of its own.");

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
                    JoinSettings.JOIN,
                    NODE_ID,
                    NODE_DIRECTORY,
                    JoinSettings.ADDRESS,
                    NODE_BIND,
                    JoinSettings.ZONE,
                    JoinSettings.MINI_CLUSTER,
                    JoinSettings.WEIGHT,
                    SHARDS,
                    EPOLL,
                    DRAIN_TIMEOUT,
                    Protection.MEMORY_BYTES,
                    KEY_BYTES_MAX,
                    VALUE_BYTES_MAX,
                    ClientSettings.CONNECTIONS_MAX,
                    ClientSettings.IN_FLIGHT_MAX,
                    ClientSettings.ADMISSION_REQUESTS_MAX,
                    ClientSettings.ADMISSION_DELAY,
                    ClientSettings.OUTGOING_BYTES_MAX,
                    Protection.LARGE_BYTES,
                    Protection.LARGE_IN_FLIGHT_MAX,
                    Protection.LARGE_GIVE_WAY,
                    Protection.CLIENT_FRAME_TIMEOUT,
                    Protection.CLIENT_ANSWER_TIMEOUT,
                    ClientSettings.DEADLINE_MAX,
                    ClientSettings.HANDSHAKE_TIMEOUT,
                    ClientSettings.KEEP_ALIVE,
                    RedisSettings.ENABLED,
                    RedisSettings.PORT_OFFSET,
                    RedisSettings.PASSWORD,
                    RedisSettings.DATABASES,
                    RedisSettings.KEYSPACE_EVENTS,
                    RedisSettings.PENDING_MAX,
                    RedisSettings.TIMEOUT,
                    RedisSettings.KEYS_BYTES_MAX,
                    PeerSettings.SOCKETS,
                    Protection.PEER_GREETINGS_MAX,
                    PeerSettings.LISTED_ADDRESSES,
                    PeerSettings.LAZY_DELAY,
                    PeerSettings.OUTGOING_BYTES_MAX,
                    PeerSettings.HEARTBEAT,
                    PeerSettings.SILENCE_TIMEOUT,
                    PeerSettings.CONNECT_TIMEOUT,
                    PeerSettings.RECONNECT_MIN,
                    PeerSettings.RECONNECT_MAX,
                    MemberSettings.MISSING_AFTER,
                    PaxosSettings.CONTENTION_WINDOW,
                    PaxosSettings.PRE_PREPARING,
                    PaxosSettings.RETRANSMIT,
                    PaxosSettings.RETRANSMIT_MAX,
                    PaxosSettings.ANSWER_GAP,
                    PaxosSettings.PROBE_HEDGE,
                    PaxosSettings.CATCH_UP,
                    PaxosSettings.LINGER,
                    PaxosSettings.WAITING_REQUESTS_MAX,
                    PaxosSettings.ACTIVE_ENTITIES_MAX,
                    PaxosSettings.BATCH_REQUESTS_MAX,
                    PaxosSettings.DEDUPE_CLIENTS_MAX,
                    PaxosSettings.ENTITY_DEDUPE_CLIENTS_MAX,
                    PaxosSettings.DEDUPE_AGE,
                    StorageSettings.PENDING_BYTES_MAX,
                    StorageSettings.SEGMENT_BYTES,
                    StorageSettings.PREALLOCATED_SEGMENTS,
                    StorageSettings.BATCH_BYTES,
                    StorageSettings.MERGE_DEAD_PERCENT,
                    StorageSettings.MERGE_BYTES_PER_SECOND,
                    StorageSettings.BACKGROUND_SHARE,
                    StorageSettings.SOFT_FREE_BYTES,
                    StorageSettings.HARD_FREE_BYTES,
                    StorageSettings.SCRUB_BYTES_PER_SECOND,
                    StorageSettings.SCRUB_INTERVAL,
                    EntitySettings.FILE_BYTES,
                    EntitySettings.PREALLOCATED_FILES,
                    EntitySettings.CACHE_BYTES,
                    EntitySettings.RECENT_BYTES,
                    EntitySettings.MEMTABLE_BYTES,
                    EntitySettings.FLUSH_AFTER,
                    EntitySettings.PURGE_EVERY,
                    EntitySettings.PURGE_MARGIN,
                    EvaluationSettings.SLICE,
                    EvaluationSettings.THREADS,
                    EvaluationSettings.WAITING_MAX,
                    EvaluationSettings.WORK_MAX,
                    DamageSettings.COPIES_MAX,
                    EntitySettings.APPLY_BATCH,
                    EntitySettings.APPLY_BATCH_AGE,
                    TableSettings.MERGE_ROWS,
                    TableSettings.MERGE_PERCENT,
                    TableSettings.MERGE_AFTER,
                    TableSettings.MERGE_STEP_BYTES,
                    TableSettings.MERGE_SHARE,
                    WatchSettings.PER_CONNECTION_MAX,
                    WatchSettings.PER_NODE_MAX,
                    WatchSettings.CHECK_INTERVAL,
                    WatchSettings.HISTORY_BYTES,
                    WatchSettings.WINDOW_BYTES,
                    HistorySettings.BYTES,
                    HistorySettings.AGE,
                    HistorySettings.KEYS,
                    SweepSettings.RECOVER_RATE,
                    SweepSettings.MOVE_SHARE,
                    SweepSettings.WINDOW,
                    SweepSettings.RECOVER_TIMEOUT,
                    SweepSettings.PAGE_BYTES,
                    SweepSettings.INTERVAL,
                    SweepSettings.CHECK_RATE,
                    ContentSettings.RATE,
                    CatalogSettings.REFRESH,
                    CatalogSettings.TIMEOUT,
                    CatalogSettings.SPACES_MAX,
                    PlacementSettings.REFRESH,
                    PlacementSettings.REFRESH_PAGES,
                    PlacementSettings.TIMEOUT,
                    PlacementSettings.DRIVE_INTERVAL,
                    PlacementSettings.SLOTS_MOVING,
                    PlacementSettings.BALANCE,
                    PlacementSettings.BALANCE_ABOVE,
                    PlacementSettings.BALANCE_AFTER,
                    PlacementSettings.BALANCE_SLOTS,
                    ConsoleSettings.ENABLED,
                    ConsoleSettings.DATA,
                    ConsoleSettings.FOLLOWERS_MAX,
                    ConsoleSettings.HOSTS,
                    TracingSettings.ENABLED,
                    TracingSettings.ENDPOINT,
                    TracingSettings.SERVICE,
                    TracingSettings.QUEUE,
                    TracingSettings.INTERVAL,
                    TracingSettings.TIMEOUT,
                    ADMIN_REQUEST_BYTES_MAX,
                    Protection.ADMIN_CONNECTIONS_MAX,
                    LogSettings.FORMAT,
                    LogSettings.EVENT_LINES);

    private Settings() {}
}
