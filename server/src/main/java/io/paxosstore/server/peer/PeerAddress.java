package io.paxosstore.server.peer;

/**
 * Where other nodes reach a node.
 *
 * @param host name or address
 * @param port of its peer port
 */
record PeerAddress(String host, int port) {
    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
