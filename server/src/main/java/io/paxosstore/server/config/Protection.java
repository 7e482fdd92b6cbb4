package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.integer;

import java.time.Duration;

/** The settings that keep clients and strangers from using up a node. */
public final class Protection {
    private static final long GIB = 1L << 30;

    public static final Setting<Long> MEMORY_BYTES =
            Setting.declare("server.memory", ValueType.size())
                    .defaultsTo(0L, "a quarter of the Java heap")
                    .between(0L, 1024 * GIB)
                    .doc(
                            "Memory for requests, answers and unfinished frames of all clients"
                                + " together. What finds no room is Overloaded. At most half of the"
                                + " Java heap, at least 24 times limits.value-bytes; 0 stands for a"
                                + " quarter of the heap.");

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
                    "How long a client may leave an answer unread; then it is cut off.");

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
