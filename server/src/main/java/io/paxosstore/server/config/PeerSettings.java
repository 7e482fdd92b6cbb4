package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.integer;
import static io.paxosstore.server.config.Declare.size;

import java.time.Duration;

/** The settings of connections between nodes. */
public final class PeerSettings {
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;
    private static final long GIB = 1024 * MIB;

    public static final Setting<Integer> SOCKETS =
            integer(
                    "peer.sockets",
                    1,
                    1,
                    8,
                    "Connections per pair of nodes and shard. The node with the greater id opens"
                            + " them.");

    public static final Setting<Boolean> LISTED_ADDRESSES =
            Setting.declare("peer.listed-addresses", ValueType.bool())
                    .defaultsTo(true)
                    .doc(
                            "Whether nodes that cluster.nodes names are reached where the cluster's"
                                    + " list of nodes has them, and only else where cluster.nodes"
                                    + " does. False where the addresses of cluster.nodes are this"
                                    + " node's own ways to them, such as tunnels or proxies.");

    public static final Setting<Duration> LAZY_DELAY =
            duration(
                    "peer.lazy-delay",
                    Duration.ofMillis(5),
                    Duration.ZERO,
                    Duration.ofSeconds(1),
                    "How long a message that may wait (a chosen mark) waits for another to travel"
                            + " with.");

    public static final Setting<Long> OUTGOING_BYTES_MAX =
            size(
                    "peer.outgoing-bytes",
                    16 * MIB,
                    MIB,
                    4 * GIB,
                    "Messages waiting for one peer in one shard; more are dropped and counted, the"
                            + " protocol sends them again.");

    public static final Setting<Duration> HEARTBEAT =
            duration(
                    "peer.heartbeat",
                    Duration.ofMillis(250),
                    Duration.ofMillis(10),
                    Duration.ofSeconds(30),
                    "A connection that sent nothing for so long sends an empty frame. To be several"
                            + " times shorter than peer.silence-timeout of every node.");

    public static final Setting<Duration> SILENCE_TIMEOUT =
            duration(
                    "peer.silence-timeout",
                    Duration.ofSeconds(2),
                    Duration.ofMillis(50),
                    Duration.ofMinutes(5),
                    "A connection that received nothing for so long is closed and opened anew.");

    public static final Setting<Duration> CONNECT_TIMEOUT =
            duration(
                    "peer.connect-timeout",
                    Duration.ofMillis(500),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(1),
                    "How long connecting and the handshake may take each; several times the round"
                        + " trip between two nodes. What is longer than a second lets TCP wait that"
                        + " long for its second try, and the nodes be parted that much longer.");

    public static final Setting<Duration> RECONNECT_MIN =
            duration(
                    "peer.reconnect-min",
                    Duration.ofMillis(50),
                    Duration.ofMillis(1),
                    Duration.ofSeconds(10),
                    "First wait before a lost connection is opened again; doubles, with jitter.");

    public static final Setting<Duration> RECONNECT_MAX =
            duration(
                    "peer.reconnect-max",
                    Duration.ofMillis(250),
                    Duration.ofMillis(1),
                    Duration.ofMinutes(5),
                    "Longest wait before a lost connection is opened again; a node that refuses"
                            + " this one is asked again after four times that.");

    private PeerSettings() {}
}
