package io.paxosstore.client;

import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * The nodes: which there are, which are connected, which one a call should go to (Rule W4).
 *
 * <p>Owned by the network thread, but for the getters that say otherwise. Starts with the user's
 * addresses (<em>seeds</em>); the first WELCOME brings the list of nodes, and the topology whatever
 * becomes of it. The others are connected when a call would prefer them, and kept connected from
 * then on; while no node is, all of them and the seeds are tried.
 */
final class Cluster {
    /** The longest time between two looks at the nodes. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The same while {@code connect} waits. */
    private static final long CONTACT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** A connection that is not greeted within this time is opened anew. */
    private static final long NODE_CONNECT_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

    /** Opens connections; the network loop does. */
    interface Connector {
        /** Looks up the node's address and opens a connection, soon. */
        void connect(Node node);
    }

    private final ClientOptions options;
    private final Connector connector;
    private final Backoff reconnectBackoff;
    private final List<Node> seeds = new ArrayList<>();
    private final CompletableFuture<Void> firstContact = new CompletableFuture<>();
    private final long firstContactDeadlineNanos;
    private final long connectTimeoutNanos;
    private final ClientTopology topology = new ClientTopology();
    private final Members members = new Members();
    private final Routing routing;
    private long configEpoch;
    private @Nullable String clusterId;
    private long nextMaintenanceNanos;

    private final AtomicLong reconnects = new AtomicLong();
    private volatile int keyBytesMax = Wire.KEY_BYTES_LIMIT;
    private volatile int valueBytesMax = Wire.FRAME_BYTES_MAX;
    private volatile List<NodeState> states = List.of();

    Cluster(
            List<NodeAddress> seedAddresses,
            ClientOptions options,
            SplittableRandom random,
            Connector connector,
            long nowNanos) {
        this.options = options;
        this.connector = connector;
        this.connectTimeoutNanos =
                Math.min(options.connectTimeout().toNanos(), NODE_CONNECT_NANOS_MAX);
        this.reconnectBackoff =
                new Backoff(Node.RECONNECT_MIN.toNanos(), options.reconnectMax().toNanos(), random);
        this.firstContactDeadlineNanos = nowNanos + options.connectTimeout().toNanos();
        this.nextMaintenanceNanos = nowNanos;
        this.routing = new Routing(members, topology, options.zone(), this::want);
        for (NodeAddress address : seedAddresses) {
            Node seed = new Node(address);
            seed.connectAtNanos = nowNanos;
            seeds.add(seed);
        }
    }

    /** Done when the first node has greeted; fails when none will. Thread-safe. */
    CompletableFuture<Void> firstContact() {
        return firstContact;
    }

    /** Longest key, as the cluster said. Thread-safe. */
    int keyBytesMax() {
        return keyBytesMax;
    }

    /** Longest value, as the cluster said. Thread-safe. */
    int valueBytesMax() {
        return valueBytesMax;
    }

    /** How often a node was connected that had been connected before. Thread-safe. */
    long reconnects() {
        return reconnects.get();
    }

    /** How the nodes were seen at their last change. Thread-safe. */
    List<NodeState> states() {
        return states;
    }

    /** What nodes have told of the topology. */
    ClientTopology topology() {
        return topology;
    }

    /** The node a call should go to next; null when none is connected. */
    @Nullable Node pick(Call<?> call, long nowNanos) {
        boolean isLocalRead = call.operation.isLocalRead();
        return routing.pick(call.slot, call.asked, call.lastNode, isLocalRead, nowNanos);
    }

    /**
     * Like {@link #pick(Call, long)}.
     *
     * @param asked the nodes that were asked in this round
     * @param lastNode the node that was asked last; null for none
     */
    @Nullable Node pick(int slot, AskedNodes asked, @Nullable Node lastNode, long nowNanos) {
        return routing.pick(slot, asked, lastNode, false, nowNanos);
    }

    /** The connections that requests can be sent on. */
    List<Connection> readyConnections() {
        List<Connection> ready = new ArrayList<>();
        for (Node node : members.all()) {
            if (node.connection != null && node.connection.isReady()) {
                ready.add(node.connection);
            }
        }
        return ready;
    }

    /** All nodes there are, which are to be connected from now on. */
    List<Node> wantAll(long nowNanos) {
        members.all().forEach(node -> want(node, nowNanos));
        return members.all();
    }

    private void want(Node node, long nowNanos) {
        if (!node.wanted) {
            node.wanted = true;
            nextMaintenanceNanos = nowNanos;
        }
    }

    /** Connects what should be connected, gives up what takes too long. */
    void maintain(long nowNanos) {
        if (nowNanos - nextMaintenanceNanos < 0) {
            return;
        }
        boolean anyReady = false;
        for (Node node : members.all()) {
            anyReady |= node.isReady();
        }
        long restNanos = firstContact.isDone() ? IDLE_NANOS : CONTACT_NANOS;
        for (Node node : members.all()) {
            node.wanted |= !anyReady;
            restNanos = Math.min(restNanos, maintain(node, nowNanos));
        }
        for (Node seed : seeds) {
            seed.wanted = !anyReady;
            restNanos = Math.min(restNanos, maintain(seed, nowNanos));
        }
        if (!firstContact.isDone() && nowNanos - firstContactDeadlineNanos >= 0) {
            failFirstContact(
                    "No node was reached within %d ms"
                            .formatted(options.connectTimeout().toMillis()));
        }
        nextMaintenanceNanos = nowNanos + Math.max(restNanos, 0);
    }

    /** Returns how long the node can do without the next look. */
    private long maintain(Node node, long nowNanos) {
        Connection connection = node.connection;
        if (connection == null) {
            if (!node.wanted || node.resolving) {
                return IDLE_NANOS;
            }
            long restNanos = node.connectAtNanos - nowNanos;
            if (restNanos <= 0) {
                node.resolving = true;
                connector.connect(node);
                return IDLE_NANOS;
            }
            return restNanos;
        }
        String address = node.address.hostAndPort();
        if (!connection.isReady()) {
            long restNanos = connection.openedNanos + connectTimeoutNanos - nowNanos;
            if (restNanos <= 0) {
                connection.close(
                        "%s did not answer within %d ms"
                                .formatted(
                                        address,
                                        TimeUnit.NANOSECONDS.toMillis(connectTimeoutNanos)),
                        true);
                return 0;
            }
            return restNanos;
        }
        long restNanos = node.silenceLeftNanos(nowNanos);
        if (restNanos <= 0) {
            connection.close(address + " has fallen silent", true);
        }
        return restNanos;
    }

    /** When {@link #maintain} wants to be called next. */
    long nextMaintenanceNanos() {
        return nextMaintenanceNanos;
    }

    /** Opening the connection failed before there was one. */
    void onConnectFailed(Node node, String why, long nowNanos) {
        onDown(node, why, true, nowNanos);
    }

    /**
     * The node's address is known.
     *
     * @return whether to open a connection to it: not if it has left meanwhile, or has got one that
     *     was opened by an address of the user's
     */
    boolean onResolved(Node node) {
        node.resolving = false;
        return node.connection == null && (members.contains(node) || seeds.contains(node));
    }

    /** A connection is being opened. */
    void onConnecting(Node node, Connection connection) {
        node.connection = connection;
        nextMaintenanceNanos = connection.openedNanos;
    }

    /**
     * A server greeted.
     *
     * @return whether the connection can be used; else it is closed
     */
    boolean onWelcome(Connection connection, Response.Welcome welcome, long nowNanos) {
        Node node = connection.node;
        String address = node.address.hostAndPort();
        if (welcome.protocolVersion() != Wire.PROTOCOL_VERSION) {
            connection.close(
                    address
                            + " speaks version "
                            + welcome.protocolVersion()
                            + " of the client protocol, this client version "
                            + Wire.PROTOCOL_VERSION,
                    false);
            return false;
        }
        String id = clusterId;
        if (id != null && !id.equals(welcome.clusterId())) {
            connection.close(
                    address + " belongs to cluster " + welcome.clusterId() + ", not to " + id,
                    false);
            return false;
        }
        if (id == null || welcome.configEpoch() > configEpoch) {
            clusterId = welcome.clusterId();
            adopt(welcome, nowNanos);
        }
        if (seeds.contains(node)) {
            admit(welcome, nowNanos);
        }
        return !connection.isClosed() && attach(connection, welcome.nodeId(), nowNanos);
    }

    /**
     * A node at one of the user's addresses that the topology does not have is newer than that, as
     * ids are never used again: all that were known may have been replaced while the client was
     * away. It tells the topology of now.
     */
    private void admit(Response.Welcome welcome, long nowNanos) {
        TopologyHead head = topology.head();
        boolean isNew = head != null && head.nodes().find(welcome.nodeId()).isEmpty();
        if (isNew && members.find(welcome.nodeId()) == null) {
            List<NodeAddress> addresses = new ArrayList<>();
            members.all().forEach(member -> addresses.add(member.address));
            welcome.nodes().stream()
                    .filter(address -> address.nodeId() == welcome.nodeId())
                    .forEach(addresses::add);
            replace(addresses, nowNanos);
        }
    }

    private boolean attach(Connection connection, int nodeId, long nowNanos) {
        Node node = connection.node;
        Node member = members.find(nodeId);
        if (member == null || (member != node && !seeds.contains(node))) {
            connection.close(
                    node.address.hostAndPort()
                            + " answers as node "
                            + nodeId
                            + ", which the cluster lists elsewhere or not at all",
                    false);
            return false;
        }
        if (member != node) {
            if (member.isReady()) {
                connection.close(node.address.hostAndPort() + " is connected already", true);
                return false;
            }
            Connection slower = member.connection;
            node.connection = null;
            node.connectFailures = 0;
            connection.node = member;
            member.connection = connection;
            if (slower != null) {
                slower.close(node.address.hostAndPort() + " was faster", true);
            }
        }
        member.wanted = true;
        if (member.wasConnected) {
            reconnects.incrementAndGet();
        }
        member.wasConnected = true;
        member.onReady();
        nextMaintenanceNanos = nowNanos;
        // First the news, then the go-ahead: whoever connects must find a connected node.
        changed(member);
        firstContact.complete(null);
        return true;
    }

    private void adopt(Response.Welcome welcome, long nowNanos) {
        keyBytesMax = Math.min(welcome.keyBytesMax(), Wire.KEY_BYTES_LIMIT);
        valueBytesMax = welcome.valueBytesMax();
        configEpoch = welcome.configEpoch();
        if (topology.head() == null) {
            replace(welcome.nodes(), nowNanos);
        }
    }

    /** The topology has another list of nodes, which counts more than what any WELCOME says. */
    void adopt(TopologyHead head, long nowNanos) {
        List<NodeAddress> addresses = new ArrayList<>();
        for (ClusterNode node : head.nodes().present()) {
            addresses.add(new NodeAddress(node.id(), node.host(), node.clientPort()));
        }
        replace(addresses, nowNanos);
        for (ClusterNode node : head.nodes().nodes()) {
            Node member = members.find(node.id());
            if (member != null) {
                member.zone = node.zone();
            }
        }
    }

    private void replace(List<NodeAddress> addresses, long nowNanos) {
        List<Node> left = members.replace(addresses, nowNanos);
        nextMaintenanceNanos = nowNanos;
        publish();
        for (Node node : left) {
            if (node.connection != null) {
                node.connection.close(node.address.hostAndPort() + " left the cluster", true);
            }
        }
    }

    /** A connection is closed. */
    void onClosed(Connection connection, String why, boolean passing, long nowNanos) {
        Node node = connection.node;
        if (node.connection == connection) {
            node.connection = null;
            onDown(node, why, passing, nowNanos);
        }
    }

    private void onDown(Node node, String why, boolean passing, long nowNanos) {
        node.lastError = why;
        node.passingError = passing;
        node.onDown();
        node.connectAtNanos = nowNanos + reconnectBackoff.nanos(node.connectFailures);
        nextMaintenanceNanos = nowNanos;
        if (!firstContact.isDone()
                && seeds.stream().allMatch(s -> s.connectFailures > 0 && !s.passingError)) {
            failFirstContact("No node can be used");
        }
        changed(node);
    }

    private void failFirstContact(String what) {
        firstContact.completeExceptionally(
                new NotDoneException(
                        NotDoneException.Reason.UNAVAILABLE, what + ": " + problems() + "."));
    }

    /** What is wrong with the nodes that are not connected, for people. */
    String problems() {
        List<Node> all = members.count() == 0 ? seeds : members.all();
        String problems =
                all.stream()
                        .filter(node -> !node.isReady())
                        .map(node ->
                                node.lastError.isEmpty()
                                        ? node.address.hostAndPort() + " has not answered"
                                        : node.lastError)
                        .distinct()
                        .collect(Collectors.joining("; "));
        return problems.isEmpty() ? "no node is connected" : problems;
    }

    /** Publishes how the nodes are seen now and tells the listener about this one. */
    void changed(Node node) {
        publish();
        Faults.guarded(() -> options.nodeListener().onChange(node.state()));
    }

    private void publish() {
        states = members.all().stream().map(Node::state).toList();
    }

    /** Closes every connection. */
    void close() {
        List<Node> all = new ArrayList<>(members.all());
        all.addAll(seeds);
        for (Node node : all) {
            if (node.connection != null) {
                node.connection.close("the client was closed", true);
            }
        }
        failFirstContact("The client was closed before it was connected");
    }
}
