package io.paxosstore.bench.process;

import io.paxosstore.protocol.topology.ClusterNode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * The nodes of a cluster on the loopback interface and their ports. Immutable.
 *
 * @param nodes by ascending id
 */
public record ClusterLayout(List<Node> nodes) {
    private static final int PORTS_PER_NODE = 3;
    private static final int OFFSETS_MAX = 500;

    /** A node's ports, and what it may fail together with. */
    public record Node(
            int id, int clientPort, int peerPort, int adminPort, String zone, int miniCluster) {
        /** A node of the only zone. */
        public Node(int id, int clientPort, int peerPort, int adminPort) {
            this(id, clientPort, peerPort, adminPort, ClusterNode.ZONE_DEFAULT, 0);
        }

        /** The same node in a mini-cluster of a zone. */
        public Node in(String newZone, int newMiniCluster) {
            return new Node(id, clientPort, peerPort, adminPort, newZone, newMiniCluster);
        }
    }

    /** Takes a copy of the nodes. */
    public ClusterLayout {
        nodes = List.copyOf(nodes);
    }

    /** Nodes 1, 2, ... on ports nobody listens on. */
    public static ClusterLayout onFreePorts(int size) throws IOException {
        List<Integer> ports = FreePorts.find(size * PORTS_PER_NODE);
        List<Node> nodes = new ArrayList<>();
        for (int index = 0; index < size; index++) {
            int at = index * PORTS_PER_NODE;
            nodes.add(new Node(index + 1, ports.get(at), ports.get(at + 1), ports.get(at + 2)));
        }
        return new ClusterLayout(nodes);
    }

    /** Free ports that are none of this layout's. */
    public List<Integer> furtherPorts(int count) throws IOException {
        List<Integer> found = FreePorts.find(count + nodes.size() * PORTS_PER_NODE);
        for (Node node : nodes) {
            found.removeAll(List.of(node.clientPort(), node.peerPort(), node.adminPort()));
        }
        return found.subList(0, count);
    }

    /**
     * What may be added to each node's client port so that it is a free port that is none of this
     * layout's.
     */
    public int freeOffset() throws IOException {
        List<Integer> taken = new ArrayList<>();
        for (Node node : nodes) {
            taken.addAll(List.of(node.clientPort(), node.peerPort(), node.adminPort()));
        }
        for (int offset = 1; offset < OFFSETS_MAX; offset++) {
            int each = offset;
            List<Integer> ports =
                    nodes.stream().map(node -> node.clientPort() + each).distinct().toList();
            if (Collections.disjoint(ports, taken) && FreePorts.areFree(ports)) {
                return offset;
            }
        }
        throw new IOException("no offset below " + OFFSETS_MAX + " gives free ports");
    }

    /** The same nodes with other peer ports. */
    public ClusterLayout withPeerPorts(ToIntFunction<Node> peerPort) {
        return new ClusterLayout(
                nodes.stream()
                        .map(node ->
                                new Node(
                                        node.id(),
                                        node.clientPort(),
                                        peerPort.applyAsInt(node),
                                        node.adminPort(),
                                        node.zone(),
                                        node.miniCluster()))
                        .toList());
    }

    /** The nodes' ids. */
    public List<Integer> ids() {
        return nodes.stream().map(Node::id).toList();
    }

    /** A node by its id. */
    public Node node(int id) {
        return nodes.stream().filter(node -> node.id() == id).findFirst().orElseThrow();
    }

    /** The same nodes and one more, whose id is the greatest. */
    public ClusterLayout with(Node node) {
        List<Node> more = new ArrayList<>(nodes);
        more.add(node);
        return new ClusterLayout(more);
    }

    /** The same nodes but for one. */
    public ClusterLayout without(int id) {
        return new ClusterLayout(nodes.stream().filter(node -> node.id() != id).toList());
    }

    /** A node with this id on ports that nobody listens on and that are none of this layout's. */
    public Node furtherNode(int id) throws IOException {
        List<Integer> ports = furtherPorts(PORTS_PER_NODE);
        return new Node(id, ports.get(0), ports.get(1), ports.get(2));
    }

    /** What a client connects to: {@code localhost:port,...}. */
    public String addresses() {
        return nodes.stream()
                .map(node -> "localhost:" + node.clientPort())
                .collect(Collectors.joining(","));
    }

    /**
     * The YAML of a node's configuration file; what it does not say has its default.
     *
     * @param id the node's
     * @param data where it keeps its data
     */
    public String configuration(int id, Path data) {
        return """
        cluster:
          id: local
          nodes:
        %snode:
          id: %d
          directory: '%s'
        """
                .formatted(yaml(), id, quoted(data));
    }

    /**
     * The YAML of the configuration file of a node that joins these ones.
     *
     * @param joining none of these
     * @param data where it keeps its data
     */
    public String configuration(Node joining, Path data) {
        return """
        cluster:
          id: local
          join: [%s]
        node:
          id: %d
          address: localhost:%d:%d:%d
          zone: %s
          mini-cluster: %d
          directory: '%s'
        """
                .formatted(
                        addresses(),
                        joining.id(),
                        joining.clientPort(),
                        joining.peerPort(),
                        joining.adminPort(),
                        joining.zone(),
                        joining.miniCluster(),
                        quoted(data));
    }

    /** A path as it stands between single quotes in YAML. */
    private static String quoted(Path path) {
        return path.toAbsolutePath().toString().replace("'", "''");
    }

    /** The items of {@code cluster.nodes} in YAML, one per line. */
    private String yaml() {
        return nodes.stream()
                .map(node ->
                        ("    - {id: %d, host: localhost, client-port: %d, peer-port: %d,"
                                        + " admin-port: %d, zone: %s, mini-cluster: %d}%n")
                                .formatted(
                                        node.id(),
                                        node.clientPort(),
                                        node.peerPort(),
                                        node.adminPort(),
                                        node.zone(),
                                        node.miniCluster()))
                .collect(Collectors.joining());
    }
}
