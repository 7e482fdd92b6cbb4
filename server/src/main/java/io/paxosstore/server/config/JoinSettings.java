package io.paxosstore.server.config;

import io.paxosstore.protocol.topology.ClusterNode;

import java.util.List;
import java.util.regex.Pattern;

/** The settings of a node that comes to a cluster which others founded. */
public final class JoinSettings {
    public static final Setting<List<Contact>> JOIN =
            Setting.declare("cluster.join", new ContactsType())
                    .doc(
                            "Client ports of nodes of a running cluster that this node is to join,"
                                + " in place of cluster.nodes. One of them is asked at the first"
                                + " start, when the node's directory is new; a directory that knows"
                                + " its cluster needs it no more, and it may stay.");

    public static final Setting<Address> ADDRESS =
            Setting.declare("node.address", new AddressType())
                    .doc(
                            "Where the other nodes and clients reach this one: host:7400 or, with"
                                + " all three ports, host:7400:7401:7402. Needed by a node that"
                                + " joined; a founder is where cluster.nodes says unless it is set."
                                + " When it is another one than before, the node tells the"
                                + " cluster.");

    public static final Setting<String> ZONE =
            Setting.declare(
                            "node.zone",
                            ValueType.word(
                                    Pattern.compile("[a-z0-9_-]{1,64}"),
                                    "1 to 64 of a-z, 0-9, _ and -"))
                    .defaultsTo(ClusterNode.ZONE_DEFAULT)
                    .doc(
                            "What a joining node may fail together with, such as a data centre. For"
                                    + " a founder, cluster.nodes says it.");

    public static final Setting<Integer> MINI_CLUSTER =
            Setting.declare("node.mini-cluster", ValueType.integer())
                    .defaultsTo(0)
                    .between(0, ClusterNode.MINI_CLUSTER_MAX)
                    .doc(
                            "Which of its zone's mini-clusters a joining node belongs to. For a"
                                    + " founder, cluster.nodes says it.");

    public static final Setting<Integer> WEIGHT =
            Setting.declare("node.weight", ValueType.integer())
                    .defaultsTo(ClusterNode.WEIGHT_DEFAULT)
                    .between(1, ClusterNode.WEIGHT_MAX)
                    .doc(
                            "How much a joining node is to carry in proportion to the others;"
                                    + " founders begin with 100.");

    private JoinSettings() {}
}
