package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.redis.data.EventFlags;
import io.paxosstore.redis.resp.RequestLimits;
import io.paxosstore.server.config.ClientSettings;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Protection;
import io.paxosstore.server.config.RedisSettings;
import io.paxosstore.server.config.WatchSettings;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The settings of the port.
 *
 * @param port where it listens
 * @param portOffset by which the ports of all nodes differ from their client ports
 * @param password what a client must give; empty for nothing
 * @param databases the spaces that the databases are, by number
 * @param events what is published of keys
 * @param connectionsMax connections at once
 * @param pendingMax commands of one connection that may wait
 * @param outgoingBytesMax replies that may wait for one connection
 * @param timeoutNanos how long a command may take
 * @param keysBytesMax most bytes of the keys that one command may list
 * @param requestNanos how long a client may take to end a command
 * @param answerNanos how long a client may leave replies unread
 * @param keepAliveSeconds how long a connection is silent before it is asked for a sign of life
 * @param watchedTagsMax tags that are watched for commands that wait
 * @param requests how large commands may be
 */
record RedisOptions(
        int port,
        int portOffset,
        String password,
        List<Databases.Database> databases,
        EventFlags events,
        int connectionsMax,
        int pendingMax,
        int outgoingBytesMax,
        long timeoutNanos,
        int keysBytesMax,
        long requestNanos,
        long answerNanos,
        long keepAliveSeconds,
        int watchedTagsMax,
        RequestLimits requests) {
    /** Most words of one command. */
    private static final int WORDS_MAX = 1 << 20;

    /** What a command may have beside its strings, so that it still fits into one procedure. */
    private static final int SLACK_BYTES = 256 * 1024;

    /** What a configuration says. */
    static RedisOptions of(Configuration configuration, int connectionsMax) {
        int offset = configuration.get(RedisSettings.PORT_OFFSET);
        return new RedisOptions(
                configuration.self().clientPort() + offset,
                offset,
                configuration.get(RedisSettings.PASSWORD),
                Arrays.stream(configuration.get(RedisSettings.DATABASES).split(",", -1))
                        .map(Databases.Database::of)
                        .toList(),
                Objects.requireNonNull(
                        EventFlags.of(configuration.get(RedisSettings.KEYSPACE_EVENTS))),
                connectionsMax,
                configuration.get(RedisSettings.PENDING_MAX),
                (int)
                        Math.min(
                                Integer.MAX_VALUE,
                                configuration.get(ClientSettings.OUTGOING_BYTES_MAX)),
                configuration.get(RedisSettings.TIMEOUT).toNanos(),
                Math.toIntExact(configuration.get(RedisSettings.KEYS_BYTES_MAX)),
                configuration.get(Protection.CLIENT_FRAME_TIMEOUT).toNanos(),
                configuration.get(Protection.CLIENT_ANSWER_TIMEOUT).toNanos(),
                configuration.get(ClientSettings.KEEP_ALIVE).toSeconds(),
                (configuration.get(WatchSettings.PER_NODE_MAX) + 1) / 2,
                new RequestLimits(
                        WORDS_MAX,
                        ModelLimits.ELEMENT_BYTES_MAX,
                        ModelLimits.MULTI_OP_BYTES_MAX - SLACK_BYTES,
                        RequestLimits.PASSED_BYTES_MAX));
    }

    /** How large commands of a client may be. */
    RequestLimits requests(boolean isKnown) {
        return isKnown ? requests : RequestLimits.STRANGER;
    }
}
