package io.paxosstore.protocol.wire;

/**
 * Where clients reach a node.
 *
 * @param nodeId the node's stable id
 * @param host name or address, as clients should resolve it
 * @param port the client port
 */
public record NodeAddress(int nodeId, String host, int port) {
    /** The address as {@code host:port}; an IPv6 address is put in brackets. */
    public String hostAndPort() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
