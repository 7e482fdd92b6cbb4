package io.paxosstore.server.front.binary;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.space.CatalogService;
import io.paxosstore.node.topology.TopologyService;
import io.paxosstore.protocol.wire.GoodbyeCode;
import io.paxosstore.server.front.shared.Situation;

import org.jspecify.annotations.Nullable;

import java.net.SocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The client port of a node. Thread-safe. */
public final class ClientPort {
    /** The version of the membership: fixed until membership can change. */
    public static final long CONFIG_EPOCH = 1;

    /** How often within a time limit the connections are looked at. */
    private static final int LOOKS = 4;

    private final SessionOptions options;
    private final List<ShardLoop> shards;
    private final List<EventLoop> loops;
    private final NodeCalls calls;
    private final CatalogService catalog;
    private final TopologyService topology;
    private final Joins joins;
    private final MembersAccess members;
    private final Set<ClientSession> sessions = ConcurrentHashMap.newKeySet();
    private final Situation situation;
    private volatile boolean draining;
    private final ChannelGroup channels =
            new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private volatile @Nullable Channel listener;

    /**
     * @param shards all shards
     * @param loops their loops, in the same order
     * @param calls the way into the node
     * @param joins takes nodes in
     * @param members the operators' way to the cluster
     * @param situation why requests are not done
     */
    public ClientPort(
            SessionOptions options,
            List<ShardLoop> shards,
            List<EventLoop> loops,
            NodeCalls calls,
            CatalogService catalog,
            TopologyService topology,
            Joins joins,
            MembersAccess members,
            Situation situation) {
        this.situation = situation;
        this.options = options;
        this.shards = List.copyOf(shards);
        this.loops = List.copyOf(loops);
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
        watchSlowClients();
        listener =
                bootstrap
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childOption(
                                ChannelOption.WRITE_BUFFER_WATER_MARK,
                                new WriteBufferWaterMark(
                                        options.outgoingBytesMax() / 8,
                                        options.outgoingBytesMax() / 4))
                        .childHandler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        accept(channel);
                                    }
                                })
                        .bind(address)
                        .sync()
                        .channel();
    }

    /** Each loop looks at its own connections; it ends with the loop. */
    private void watchSlowClients() {
        long everyNanos = Math.min(options.frameNanos(), options.answerNanos()) / LOOKS;
        for (int i = 0; i < loops.size(); i++) {
            ShardLoop home = shards.get(i);
            var _ =
                    loops.get(i)
                            .scheduleAtFixedRate(
                                    () -> closeSlowClients(home),
                                    everyNanos,
                                    everyNanos,
                                    TimeUnit.NANOSECONDS);
        }
    }

    private void closeSlowClients(ShardLoop home) {
        long nowNanos = home.nowNanos();
        for (ClientSession session : sessions) {
            if (session.homeShard() == home.index()) {
                session.closeIfSlow(nowNanos);
            }
        }
    }

    private void accept(SocketChannel channel) {
        ClientSession session = new ClientSession(this, channel, homeOf(channel.eventLoop()));
        channels.add(channel);
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
        if (sessions.size() >= options.connectionsMax()) {
            shards.get(session.homeShard()).counters().increment(Count.CONNECTIONS_REFUSED);
            session.goodbye(
                    GoodbyeCode.TOO_MANY_CONNECTIONS,
                    "This node serves "
                            + options.connectionsMax()
                            + " connections already (client.connections).");
        } else {
            sessions.add(session);
        }
    }

    private ShardLoop homeOf(EventLoop loop) {
        return shards.get(loops.indexOf(loop));
    }

    /** Takes no new connection from now on. */
    public void drain() {
        draining = true;
        Channel open = listener;
        if (open != null) {
            var _ = open.close();
        }
    }

    /** Says goodbye to every client. */
    public void closeSessions() {
        for (ClientSession session : sessions) {
            loops.get(session.homeShard())
                    .execute(() ->
                            session.goodbye(GoodbyeCode.DRAINING, "This node is shutting down."));
        }
    }

    /** Closes the port and all connections; a loop that ends would leave them open. */
    public void close(long timeoutMillis) throws InterruptedException {
        Channel open = listener;
        if (open != null) {
            open.close().await(timeoutMillis);
        }
        channels.close().await(timeoutMillis);
    }

    /** How many clients are connected. */
    public int connections() {
        return sessions.size();
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

    boolean isDraining() {
        return draining;
    }

    void closed(ClientSession session) {
        sessions.remove(session);
    }
}
