package io.paxosstore.node.peer;

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
        long reconnectMaxNanos) {}
