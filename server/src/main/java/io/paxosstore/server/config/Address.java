package io.paxosstore.server.config;

/**
 * Where a node is reached.
 *
 * @param host name or address
 * @param clientPort for clients
 * @param peerPort for the other nodes
 * @param adminPort for HTTP
 */
public record Address(String host, int clientPort, int peerPort, int adminPort) {
    @Override
    public String toString() {
        String ports =
                peerPort == clientPort + 1 && adminPort == clientPort + 2
                        ? ""
                        : ":" + peerPort + ":" + adminPort;
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + clientPort + ports;
    }
}
