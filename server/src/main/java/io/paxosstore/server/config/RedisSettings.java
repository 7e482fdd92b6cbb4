package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.integer;
import static io.paxosstore.server.config.Declare.size;

import io.paxosstore.redis.data.EventFlags;

import java.time.Duration;
import java.util.regex.Pattern;

/** The settings of the port for clients of Redis. */
public final class RedisSettings {
    private static final String ONE_DATABASE = "[a-z][a-z0-9_-]{0,62}(:keys|:entities|:together)?";
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;

    public static final Setting<Boolean> ENABLED =
            Setting.declare("redis.enabled", ValueType.bool())
                    .defaultsTo(false)
                    .doc("Whether this node has a port for clients of Redis (docs/redis.md).");

    public static final Setting<Integer> PORT_OFFSET =
            Setting.declare("redis.port-offset", ValueType.integer())
                    .defaultsTo(3)
                    .between(-60_000, 60_000)
                    .scope(Setting.Scope.CLUSTER)
                    .doc(
                            "What is added to a node's client port to get its port for clients of"
                                    + " Redis: 7403 where that is 7400. The same on every node, so"
                                    + " that each can tell where the others are.");

    public static final Setting<String> PASSWORD =
            Setting.declare("redis.password", ValueType.text())
                    .defaultsTo("", "none")
                    .secret()
                    .doc(
                            "What clients of Redis must give by AUTH or HELLO before anything"
                                    + " else, of the user 'default'. Sent and kept in clear, but"
                                    + " not shown by --print-config.");

    public static final Setting<String> DATABASES =
            Setting.declare(
                            "redis.databases",
                            ValueType.word(
                                    Pattern.compile(ONE_DATABASE + "(," + ONE_DATABASE + "){0,15}"),
                                    "1 to 16 names of spaces, with commas between them, each"
                                            + " perhaps with :keys, :entities or :together"))
                    .defaultsTo("redis")
                    .doc(
                            "The spaces that clients of Redis see as databases 0, 1, 2 ... One that"
                                + " does not exist is made when it is first used, for entities or,"
                                + " with :keys behind its name, for keys: such a one holds strings"
                                + " only, and is faster. With :together all its keys are in one"
                                + " entity: commands and transactions on any keys are one, at the"
                                + " pace of one entity. The same on every node, or clients see"
                                + " other data there.");

    public static final Setting<String> KEYSPACE_EVENTS =
            Setting.declare(
                            "redis.notify-keyspace-events",
                            ValueType.word(
                                    Pattern.compile("[" + EventFlags.LETTERS + "]{0,32}"),
                                    "letters of "
                                            + EventFlags.LETTERS
                                            + ", as Redis has them, or nothing"))
                    .defaultsTo("", "none")
                    .doc(
                            "Which events of keys are published when the node starts, as in Redis:"
                                + " K on the key's channel, E on the event's, and letters for the"
                                + " kinds of events, A for most. CONFIG SET notify-keyspace-events"
                                + " changes it until the node is started again. Each node publishes"
                                + " what any node asks for; a value that all nodes have loses"
                                + " nothing when one of them restarts.");

    public static final Setting<Integer> PENDING_MAX =
            integer(
                    "redis.pending",
                    1024,
                    1,
                    1_000_000,
                    "Commands of one connection that may wait for their replies; no more is read"
                            + " from it while there are so many.");

    public static final Setting<Duration> TIMEOUT =
            duration(
                    "redis.timeout",
                    Duration.ofSeconds(5),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(1),
                    "How long a command may take; then its reply is an error that says whether it"
                            + " was perhaps executed.");

    public static final Setting<Long> KEYS_BYTES_MAX =
            size(
                    "redis.keys-bytes",
                    16 * MIB,
                    64 * KIB,
                    1024 * MIB,
                    "Most bytes of keys that KEYS, or one call of SCAN, may return.");

    private RedisSettings() {}
}
