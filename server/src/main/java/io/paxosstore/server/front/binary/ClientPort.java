package io.paxosstore.server.front.binary;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.socket.SocketChannel;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.space.CatalogService;
import io.paxosstore.node.topology.TopologyService;
import io.paxosstore.protocol.wire.GoodbyeCode;
import io.paxosstore.server.front.shared.ClientConnections;
import io.paxosstore.server.front.shared.ClientLoops;
import io.paxosstore.server.front.shared.Situation;
import io.paxosstore.server.trace.TraceSink;

import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The client port of a node. Thread-safe. */
public final class ClientPort {
    /** The version of the membership: fixed until membership can change. */
    public static final long CONFIG_EPOCH = 1;

    private final SessionOptions options;
    private final ClientConnections<ClientSession> connections;
    private final NodeCalls calls;
    private final CatalogService catalog;
    private final TopologyService topology;
    private final Joins joins;
    private final MembersAccess members;
    private final Situation situation;
    private final Optional<TraceSink> traces;
    private volatile boolean draining;

    /**
     * @param loops serve the connections
     * @param calls the way into the node
     * @param joins takes nodes in
     * @param members the operators' way to the cluster
     * @param situation why requests are not done
     * @param traces takes requests that belong to traces, if they are wanted
     */
    public ClientPort(
            SessionOptions options,
            ClientLoops loops,
            NodeCalls calls,
            CatalogService catalog,
            TopologyService topology,
            Joins joins,
            MembersAccess members,
            Situation situation,
            Optional<TraceSink> traces) {
        this.traces = traces;
        this.situation = situation;
        this.options = options;
        this.connections = new ClientConnections<>(loops, options.connectionsMax());
        this.catalog = catalog;
        this.topology = topology;
        this.joins = joins;
        this.members = members;
        this.calls = calls;
    }

    /**
     * Opens the port.
     *
     * @param bootstrap a listener on the shards' loops
     * @throws Exception when it cannot be opened
     */
    public void listen(ServerBootstrap bootstrap, SocketAddress address) throws Exception {
        connections.listen(
                bootstrap,
                address,
                options.outgoingBytesMax(),
                Math.min(options.frameNanos(), options.answerNanos()),
                this::accept);
    }

    private void accept(SocketChannel channel) {
        ClientSession session = new ClientSession(this, channel, connections.homeOf(channel));
        channel.pipeline().addLast(session);
        var _ =
                channel.eventLoop()
                        .schedule(
                                () -> {
                                    if (!session.greeted()) {
                                        var _ = channel.close();
                                    }
                                },
                                options.handshakeMillis(),
                                TimeUnit.MILLISECONDS);
    }

    /** Takes a connection in that is now open; one too many is told so and closed. */
    void opened(ClientSession session) {
        if (!connections.opened(session)) {
            session.goodbye(
                    GoodbyeCode.TOO_MANY_CONNECTIONS,
                    "This node serves "
                            + options.connectionsMax()
                            + " connections already (client.connections).");
        }
    }

    /** Takes no new connection from now on. */
    public void drain() {
        draining = true;
        connections.drain();
    }

    /** Says goodbye to every client. */
    public void closeSessions() {
        for (ClientSession session : connections.open()) {
            connections
                    .loopOf(session)
                    .execute(() ->
                            session.goodbye(GoodbyeCode.DRAINING, "This node is shutting down."));
        }
    }

    /** Closes the port and all connections; a loop that ends would leave them open. */
    public void close(long timeoutMillis) throws InterruptedException {
        connections.close(timeoutMillis);
    }

    /** How many clients are connected. */
    public int connections() {
        return connections.open().size();
    }

    SessionOptions options() {
        return options;
    }

    Situation situation() {
        return situation;
    }

    NodeCalls calls() {
        return calls;
    }

    CatalogService catalog() {
        return catalog;
    }

    TopologyService topology() {
        return topology;
    }

    Joins joins() {
        return joins;
    }

    MembersAccess members() {
        return members;
    }

    Optional<TraceSink> traces() {
        return traces;
    }

    boolean isDraining() {
        return draining;
    }

    void closed(ClientSession session) {
        connections.closed(session);
    }
}
