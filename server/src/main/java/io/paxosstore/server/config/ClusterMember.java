package io.paxosstore.server.config;

import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;

/**
 * One node as {@code cluster.nodes} names it.
 *
 * @param id from 1
 * @param host name or address under which clients and peers reach it
 * @param clientPort for clients
 * @param peerPort for the other nodes
 * @param adminPort for HTTP
 * @param zone what may fail as one, such as a data centre
 * @param miniCluster which of its zone's mini-clusters it belongs to, from 0
 */
public record ClusterMember(
        int id,
        String host,
        int clientPort,
        int peerPort,
        int adminPort,
        String zone,
        int miniCluster) {
    /** Where nothing is said of zones. */
    public ClusterMember(int id, String host, int clientPort, int peerPort, int adminPort) {
        this(id, host, clientPort, peerPort, adminPort, ClusterNode.ZONE_DEFAULT, 0);
    }

    /** The same as the topology has it, while it is as it was configured. */
    public ClusterNode node() {
        return node(ClusterNode.WEIGHT_DEFAULT);
    }

    /** The same with a weight. */
    ClusterNode node(int weight) {
        return new ClusterNode(
                id,
                host,
                clientPort,
                peerPort,
                adminPort,
                zone,
                miniCluster,
                Membership.ACTIVE,
                weight);
    }

    /** Whether a node is reached there. */
    public boolean isAt(ClusterNode node) {
        return node().isReachedAs(node);
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
        String place = miniCluster == 0 ? "@" + zone : "@" + zone + "/" + miniCluster;
        boolean isDefault = miniCluster == 0 && zone.equals(ClusterNode.ZONE_DEFAULT);
        return id
                + "="
                + new Address(host, clientPort, peerPort, adminPort)
                + (isDefault ? "" : place);
    }
}
