package io.paxosstore.server.peer;

import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Protection;
import io.paxosstore.server.config.Settings;

/**
 * The settings of connections between nodes.
 *
 * @param sockets connections per pair of nodes and shard
 * @param greetingsMax accepted connections that have not said which node they are
 * @param lazyDelayNanos how long messages that may wait do so
 * @param outgoingBytesMax what may wait for one peer in one shard
 * @param heartbeatNanos a connection that sent nothing for so long sends an empty frame
 * @param silenceNanos a connection that received nothing for so long is closed
 * @param connectMillis how long connecting and the handshake may take each
 * @param reconnectMinNanos first wait before connecting again
 * @param reconnectMaxNanos longest wait before connecting again
 */
public record PeerOptions(
        int sockets,
        int greetingsMax,
        long lazyDelayNanos,
        int outgoingBytesMax,
        long heartbeatNanos,
        long silenceNanos,
        int connectMillis,
        long reconnectMinNanos,
        long reconnectMaxNanos) {
    /** What a configuration says. */
    public static PeerOptions of(Configuration configuration) {
        return new PeerOptions(
                configuration.get(Settings.PEER_SOCKETS),
                configuration.get(Protection.PEER_GREETINGS_MAX),
                configuration.get(Settings.PEER_LAZY_DELAY).toNanos(),
                Math.toIntExact(configuration.get(Settings.PEER_OUTGOING_BYTES_MAX)),
                configuration.get(Settings.PEER_HEARTBEAT).toNanos(),
                configuration.get(Settings.PEER_SILENCE_TIMEOUT).toNanos(),
                Math.toIntExact(configuration.get(Settings.PEER_CONNECT_TIMEOUT).toMillis()),
                configuration.get(Settings.PEER_RECONNECT_MIN).toNanos(),
                configuration.get(Settings.PEER_RECONNECT_MAX).toNanos());
    }
}
