package io.paxosstore.server.config;

import java.util.List;

/**
 * One node as {@code cluster.nodes} names it.
 *
 * @param id from 1
 * @param host name or address under which clients and peers reach it
 * @param clientPort for clients
 * @param peerPort for the other nodes
 * @param adminPort for HTTP
 */
public record ClusterMember(int id, String host, int clientPort, int peerPort, int adminPort) {
    /** The ids of nodes, in their order. */
    public static int[] ids(List<ClusterMember> members) {
        return members.stream().mapToInt(ClusterMember::id).toArray();
    }

    /** {@code host:port} of the client port. */
    public String clientAddress() {
        return hostForUrl() + ":" + clientPort;
    }

    /** {@code host:port} of the peer port. */
    public String peerAddress() {
        return hostForUrl() + ":" + peerPort;
    }

    private String hostForUrl() {
        return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    }

    @Override
    public String toString() {
        String ports =
                peerPort == clientPort + 1 && adminPort == clientPort + 2
                        ? ""
                        : ":" + peerPort + ":" + adminPort;
        return id + "=" + clientAddress() + ports;
    }
}
