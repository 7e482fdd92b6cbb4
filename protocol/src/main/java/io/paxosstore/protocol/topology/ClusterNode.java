package io.paxosstore.protocol.topology;

import java.util.regex.Pattern;

/**
 * A node of the cluster: where it is reached, where it stands, how much it may carry. Immutable.
 *
 * @param id from 1; no other node ever has it
 * @param host name or address under which clients and peers reach it
 * @param clientPort for clients
 * @param peerPort for the other nodes
 * @param adminPort for HTTP
 * @param zone what may fail as one, such as a data centre; 1 to 64 of a-z, 0-9, _ and -
 * @param miniCluster which of its zone's mini-clusters it belongs to, from 0; the mini-clusters of
 *     one number, one in each zone, are a group, and all voters of a slot are of one group
 * @param membership whether it may be given slots
 * @param weight how much it carries in proportion to the others of its group, 1 to {@link
 *     #WEIGHT_MAX}
 */
public record ClusterNode(
        int id,
        String host,
        int clientPort,
        int peerPort,
        int adminPort,
        String zone,
        int miniCluster,
        Membership membership,
        int weight) {
    /** The greatest id. */
    public static final int ID_MAX = 999_999_999;

    /** The weight of a node of which nothing else is said. */
    public static final int WEIGHT_DEFAULT = 100;

    public static final int WEIGHT_MAX = 10_000;

    /** The greatest number of a mini-cluster. */
    public static final int MINI_CLUSTER_MAX = 9_999;

    /** The zone of nodes of which nothing else is said. */
    public static final String ZONE_DEFAULT = "default";

    static final int HOST_LENGTH_MAX = 253;
    static final int ZONE_LENGTH_MAX = 64;
    private static final int PORT_MAX = 65_535;
    private static final Pattern ZONE = Pattern.compile("[a-z0-9_-]{1," + ZONE_LENGTH_MAX + "}");
    private static final Pattern HOST = Pattern.compile("[\\x21-\\x7e]{1," + HOST_LENGTH_MAX + "}");

    /**
     * Checks everything.
     *
     * @throws IllegalArgumentException with a sentence that says what is wrong and what would do
     */
    public ClusterNode {
        Check.that(
                id >= 1 && id <= ID_MAX,
                () -> "Node id " + id + " is not allowed; ids are 1 to " + ID_MAX + ".");
        Check.that(
                HOST.matcher(host).matches(),
                () ->
                        "The host '"
                                + host
                                + "' of node "
                                + id
                                + " is no name or address; write 1 to "
                                + HOST_LENGTH_MAX
                                + " printable characters without spaces.");
        for (int port : new int[] {clientPort, peerPort, adminPort}) {
            Check.that(
                    port >= 1 && port <= PORT_MAX,
                    () ->
                            "Port "
                                    + port
                                    + " of node "
                                    + id
                                    + " is out of range; ports are 1 to "
                                    + PORT_MAX
                                    + ".");
        }
        Check.that(
                ZONE.matcher(zone).matches(),
                () ->
                        "The zone '"
                                + zone
                                + "' of node "
                                + id
                                + " is no name of a zone; write 1 to 64 of a-z, 0-9, _ and -.");
        Check.that(
                miniCluster >= 0 && miniCluster <= MINI_CLUSTER_MAX,
                () ->
                        "Mini-cluster "
                                + miniCluster
                                + " of node "
                                + id
                                + " is out of range; mini-clusters are 0 to "
                                + MINI_CLUSTER_MAX
                                + ".");
        Check.that(
                weight >= 1 && weight <= WEIGHT_MAX,
                () ->
                        "The weight "
                                + weight
                                + " of node "
                                + id
                                + " is out of range; weights are 1 to "
                                + WEIGHT_MAX
                                + ".");
    }

    /** The same node as something else to its cluster. */
    public ClusterNode as(Membership other) {
        return new ClusterNode(
                id, host, clientPort, peerPort, adminPort, zone, miniCluster, other, weight);
    }

    /** Whether another one is reached at the same host and ports. */
    public boolean isReachedAs(ClusterNode other) {
        return host.equals(other.host)
                && clientPort == other.clientPort
                && peerPort == other.peerPort
                && adminPort == other.adminPort;
    }

    /** {@code host:port} of the peer port. */
    public String peerAddress() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + peerPort;
    }
}
