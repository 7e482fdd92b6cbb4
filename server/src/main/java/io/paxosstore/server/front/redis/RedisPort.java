package io.paxosstore.server.front.redis;

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
import io.paxosstore.redis.Commands;
import io.paxosstore.redis.command.CommandTable;
import io.paxosstore.redis.data.Message;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.front.shared.Situation;

import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The port of a node for clients of Redis. Thread-safe. */
public final class RedisPort {
    /** How often within a time limit the connections are looked at. */
    private static final int LOOKS = 4;

    private final RedisOptions options;
    private final List<ShardLoop> shards;
    private final List<EventLoop> loops;
    private final List<WriteIds> ids = new ArrayList<>();
    private final List<BlockedClients> blocked = new ArrayList<>();
    private final NodeCalls calls;
    private final Situation situation;
    private final Subscriptions subscriptions;
    private final Databases databases;
    private final ScriptTexts scripts = new ScriptTexts();
    private final PortCommands commands = new PortCommands();
    private final Batches batches = new Batches(Commands.TABLE, this::publish);
    private final ServerFacts facts;
    private final AtomicLong lastId = new AtomicLong();
    private final Set<RedisSession> sessions = ConcurrentHashMap.newKeySet();
    private final ChannelGroup channels =
            new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private volatile @Nullable Channel listener;

    /**
     * @param connectionsMax connections that the process has descriptors for, at most what is
     *     configured
     * @param shards all shards
     * @param loops their loops, in the same order
     * @param calls the way into the node
     * @param situation why commands are not executed
     */
    public RedisPort(
            Configuration configuration,
            int connectionsMax,
            List<ShardLoop> shards,
            List<EventLoop> loops,
            NodeCalls calls,
            CatalogService catalog,
            ClusterView cluster,
            Subscriptions subscriptions,
            Situation situation) {
        this.options = RedisOptions.of(configuration, connectionsMax);
        this.shards = List.copyOf(shards);
        this.loops = List.copyOf(loops);
        this.calls = calls;
        this.situation = situation;
        this.subscriptions = subscriptions;
        this.databases = new Databases(options.databases(), catalog);
        for (ShardLoop shard : shards) {
            ids.add(new WriteIds(shard, ThreadLocalRandom.current().nextLong()));
            blocked.add(new BlockedClients(shard, calls));
        }
        this.facts = new ServerFacts(options, cluster, this::connections, this::waiting);
    }

    /** Where it listens, or will. */
    public int port() {
        return options.port();
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
        long everyNanos = Math.min(options.requestNanos(), options.answerNanos()) / LOOKS;
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
        for (RedisSession session : sessions) {
            if (session.homeShard() == home.index()) {
                session.closeIfSlow(nowNanos);
            }
        }
    }

    private void accept(SocketChannel channel) {
        int index = loops.indexOf(channel.eventLoop());
        channels.add(channel);
        channel.pipeline()
                .addLast(
                        new RedisSession(
                                this,
                                lastId.incrementAndGet(),
                                channel,
                                shards.get(index),
                                ids.get(index)));
    }

    /** Takes a connection in that is now open; one too many is told so and closed. */
    void opened(RedisSession session) {
        if (sessions.size() >= options.connectionsMax()) {
            shards.get(session.homeShard()).counters().increment(Count.CONNECTIONS_REFUSED);
            session.goodbye("ERR max number of clients reached");
        } else {
            sessions.add(session);
        }
    }

    void closed(RedisSession session) {
        sessions.remove(session);
    }

    /** Takes no new connection from now on. */
    public void drain() {
        Channel open = listener;
        if (open != null) {
            var _ = open.close();
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

    private int waiting() {
        return (int) sessions.stream().filter(session -> session.state().isBlocked()).count();
    }

    /** The connections; from any thread. */
    Set<RedisSession> sessions() {
        return sessions;
    }

    RedisOptions options() {
        return options;
    }

    NodeCalls calls() {
        return calls;
    }

    Situation situation() {
        return situation;
    }

    Databases databases() {
        return databases;
    }

    Batches batches() {
        return batches;
    }

    private void publish(Message message) {
        subscriptions.publish(message.isShard(), message.channel(), message.content());
    }

    /** The scripts that clients call by their names. */
    ScriptTexts scripts() {
        return scripts;
    }

    ServerFacts facts() {
        return facts;
    }

    /** The commands that wait, of a loop's connections. */
    BlockedClients blocked(int loop) {
        return blocked.get(loop);
    }

    Subscriptions subscriptions() {
        return subscriptions;
    }

    /** All commands. */
    CommandTable commands() {
        return commands.table();
    }

    /** A command of the connections' own. */
    OwnCommand own(String name) {
        return commands.own(name);
    }

    /** An address as Redis writes it. */
    static String text(@Nullable SocketAddress address) {
        return address instanceof InetSocketAddress inet
                ? inet.getHostString() + ":" + inet.getPort()
                : "?:0";
    }
}
