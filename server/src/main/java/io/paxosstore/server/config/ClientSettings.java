package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.integer;
import static io.paxosstore.server.config.Declare.size;

import java.time.Duration;

/** The settings of client connections and their requests. */
public final class ClientSettings {
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;
    private static final long GIB = 1024 * MIB;

    public static final Setting<Integer> CONNECTIONS_MAX =
            integer(
                    "client.connections",
                    10_000,
                    1,
                    1_000_000,
                    "Client connections at once, at the port for clients of Redis as many again;"
                            + " one more is closed with a sentence.");

    public static final Setting<Integer> IN_FLIGHT_MAX =
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

    public static final Setting<Long> OUTGOING_BYTES_MAX =
            size(
                    "client.outgoing-bytes",
                    8 * MIB,
                    MIB,
                    GIB,
                    "Replies waiting for one connection. From an eighth of it on no more requests"
                            + " are read from it; a client that does not read so much is cut off.");

    public static final Setting<Duration> DEADLINE_MAX =
            duration(
                    "client.deadline",
                    Duration.ofSeconds(60),
                    Duration.ofMillis(1),
                    Duration.ofHours(1),
                    "Longest deadline a request may carry; longer ones are shortened to it.");

    public static final Setting<Duration> HANDSHAKE_TIMEOUT =
            duration(
                    "client.handshake-timeout",
                    Duration.ofSeconds(5),
                    Duration.ofMillis(10),
                    Duration.ofMinutes(1),
                    "How long a new connection may take to say what it is.");

    public static final Setting<Duration> KEEP_ALIVE =
            duration(
                    "client.keep-alive",
                    Duration.ofMinutes(5),
                    Duration.ofSeconds(10),
                    Duration.ofHours(2),
                    "After so long without a byte from a client, at either port, TCP asks its"
                            + " machine whether the connection is there still. One that answers"
                            + " nothing, three times within as long again, is closed.");

    private ClientSettings() {}
}
