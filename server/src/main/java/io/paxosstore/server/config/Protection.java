package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.integer;
import static io.paxosstore.server.config.Declare.size;

import java.time.Duration;

/** The settings that keep clients and strangers from using up a node. */
public final class Protection {
    private static final long KIB = 1L << 10;
    private static final long GIB = 1L << 30;

    public static final Setting<Long> MEMORY_BYTES =
            Setting.declare("server.memory", ValueType.size())
                    .defaultsTo(0L, "a quarter of the Java heap, at most 64MiB")
                    .between(0L, 1024 * GIB)
                    .doc(
                            "Memory for requests, answers and unfinished frames of all clients"
                                + " together, and for requests that other nodes forward to this"
                                + " one. What finds no room is Overloaded. At most half of the Java"
                                + " heap, at least 24MiB and 24 times limits.value-bytes; 0 stands"
                                + " for a quarter of the heap, but for no more than 64MiB or those"
                                + " 24 values.");

    public static final Setting<Long> LARGE_BYTES =
            size(
                    "client.large-bytes",
                    64 * KIB,
                    KIB,
                    GIB,
                    "A write that brings so much, or any request for a key with so long a value, is"
                            + " large: it may have to wait for other large ones.");

    public static final Setting<Long> LARGE_IN_FLIGHT_MAX =
            size(
                    "client.large-in-flight",
                    2048 * KIB,
                    64 * KIB,
                    GIB,
                    "Bytes of large requests that a shard has under way at once, or one that is"
                        + " larger; and what a turn of its loop answers of reads of entities, and"
                        + " loads of values.");

    public static final Setting<Duration> LARGE_GIVE_WAY =
            duration(
                    "client.large-give-way",
                    Duration.ofMillis(10),
                    Duration.ofMillis(1),
                    Duration.ofMinutes(1),
                    "When other requests take longer than this on average, large ones begin to"
                            + " rest between one another, up to eight times as long as they take.");

    public static final Setting<Duration> CLIENT_FRAME_TIMEOUT =
            duration(
                    "client.frame-timeout",
                    Duration.ofSeconds(10),
                    Duration.ofMillis(100),
                    Duration.ofMinutes(10),
                    "How long a client may take to send a request to its end; then it is cut off.");

    public static final Setting<Duration> CLIENT_ANSWER_TIMEOUT =
            duration(
                    "client.answer-timeout",
                    Duration.ofSeconds(20),
                    Duration.ofMillis(100),
                    Duration.ofMinutes(10),
                    "How long a client may leave an answer unread; then it is cut off. Where the"
                            + " node has no memory for what others want, those who leave most"
                            + " unread are cut off after a second.");

    public static final Setting<Integer> ADMIN_CONNECTIONS_MAX =
            integer(
                    "admin.connections",
                    128,
                    1,
                    10_000,
                    "Connections of the admin port at once. One more takes the place of that which"
                            + " has been silent for longest.");

    public static final Setting<Integer> PEER_GREETINGS_MAX =
            integer(
                    "peer.greetings",
                    256,
                    16,
                    10_000,
                    "Connections of the peer port that have not yet said which node they are. One"
                            + " more takes the place of the oldest.");

    private Protection() {}
}
