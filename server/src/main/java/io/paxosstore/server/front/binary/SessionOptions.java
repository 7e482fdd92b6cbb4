package io.paxosstore.server.front.binary;

import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.config.ClientSettings;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Protection;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.config.WatchSettings;

import java.util.List;
import java.util.function.Supplier;

/**
 * The settings of client connections, and what a connection is told of the cluster.
 *
 * @param clusterId names the cluster
 * @param nodeId this node
 * @param nodes says where clients reach all nodes now
 * @param keyBytesMax longest key
 * @param valueBytesMax longest value
 * @param connectionsMax connections at once
 * @param inFlightMax unanswered requests of one connection
 * @param outgoingBytesMax answers that may wait for one connection
 * @param deadlineMillisMax longest deadline
 * @param watchesMax watches of one connection
 * @param handshakeMillis how long a connection may take to say what it is
 * @param frameNanos how long a client may take to end a frame
 * @param answerNanos how long a client may leave an answer unread
 */
public record SessionOptions(
        String clusterId,
        int nodeId,
        Supplier<List<NodeAddress>> nodes,
        int keyBytesMax,
        int valueBytesMax,
        int connectionsMax,
        int inFlightMax,
        int outgoingBytesMax,
        int deadlineMillisMax,
        int watchesMax,
        long handshakeMillis,
        long frameNanos,
        long answerNanos) {
    /**
     * What a frame may have beyond its longest content: a value that is somewhat too long is
     * refused with a sentence, an absurd one ends the connection.
     */
    private static final int FRAME_SLACK_BYTES = 1024 * 1024 + 32 * 1024;

    /**
     * What a configuration says.
     *
     * @param nodes says where clients reach all nodes now
     * @param connectionsMax client connections that the process has descriptors for, at most what
     *     is configured
     */
    public static SessionOptions of(
            Configuration configuration, Supplier<List<NodeAddress>> nodes, int connectionsMax) {
        return new SessionOptions(
                configuration.get(Settings.CLUSTER_ID),
                configuration.get(Settings.NODE_ID),
                nodes,
                Math.toIntExact(configuration.get(Settings.KEY_BYTES_MAX)),
                Math.toIntExact(configuration.get(Settings.VALUE_BYTES_MAX)),
                connectionsMax,
                configuration.get(ClientSettings.IN_FLIGHT_MAX),
                (int)
                        Math.min(
                                Integer.MAX_VALUE,
                                configuration.get(ClientSettings.OUTGOING_BYTES_MAX)),
                Math.toIntExact(configuration.get(ClientSettings.DEADLINE_MAX).toMillis()),
                configuration.get(WatchSettings.PER_CONNECTION_MAX),
                configuration.get(ClientSettings.HANDSHAKE_TIMEOUT).toMillis(),
                configuration.get(Protection.CLIENT_FRAME_TIMEOUT).toNanos(),
                configuration.get(Protection.CLIENT_ANSWER_TIMEOUT).toNanos());
    }

    /** The longest frame of a request: with two values to compare, or with a MultiOp. */
    int frameBytesMax() {
        int content = Math.max(2 * valueBytesMax, ModelLimits.MULTI_OP_BYTES_MAX);
        return content + keyBytesMax + FRAME_SLACK_BYTES;
    }

    /** What a client is told first. */
    Response.Welcome welcome(long correlation) {
        return new Response.Welcome(
                correlation,
                Wire.PROTOCOL_VERSION,
                clusterId,
                nodeId,
                ClientPort.CONFIG_EPOCH,
                nodes.get().stream().limit(Wire.NODES_MAX).toList(),
                keyBytesMax,
                valueBytesMax);
    }
}
