package io.paxosstore.server.front.shared;

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
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.Recurring;
import io.paxosstore.node.host.ShardLoop;

import org.jspecify.annotations.Nullable;

import java.net.SocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A port for clients and the connections to it, whatever is spoken on them: how many there may be,
 * and which are too slow. Thread-safe.
 *
 * @param <C> a connection
 */
public final class ClientConnections<C extends ClientConnections.Connection> {
    /** How often within a time limit the connections are looked at. */
    private static final int LOOKS = 4;

    /** A connection. */
    public interface Connection {
        /** The shard whose loop serves it. */
        int homeShard();

        /** Closes it if its client takes too long for what it has begun; on its loop. */
        void closeIfSlow(long nowNanos);

        /**
         * What its client leaves unread; on its loop, again and again while memory is missing.
         *
         * @return in bytes; 0 if it has taken something lately, or nothing waits
         */
        long unreadBytes(long nowNanos);

        /** Closes it since others need the memory of what its client leaves unread; on its loop. */
        void cutOffUnread();
    }

    private final List<ShardLoop> shards;
    private final List<EventLoop> loops;
    private final int connectionsMax;
    private final UnreadRelief relief;
    private final Set<C> open = ConcurrentHashMap.newKeySet();
    private final ChannelGroup channels =
            new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private volatile @Nullable Channel listener;

    /**
     * @param loops serve the connections
     * @param connectionsMax connections at once
     */
    public ClientConnections(ClientLoops loops, int connectionsMax) {
        this.shards = loops.shards();
        this.loops = loops.events();
        this.relief = loops.relief();
        this.connectionsMax = connectionsMax;
    }

    /**
     * Opens the port.
     *
     * @param bootstrap a listener on the shards' loops
     * @param outgoingBytesMax that may wait for one connection
     * @param limitNanos the shortest time that a client has for anything
     * @param accept makes a new channel a connection, on its loop
     * @throws Exception when it cannot be opened
     */
    public void listen(
            ServerBootstrap bootstrap,
            SocketAddress address,
            int outgoingBytesMax,
            long limitNanos,
            Consumer<SocketChannel> accept)
            throws Exception {
        watchSlowClients(limitNanos / LOOKS);
        listener =
                bootstrap
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childOption(
                                ChannelOption.WRITE_BUFFER_WATER_MARK,
                                new WriteBufferWaterMark(
                                        outgoingBytesMax / 8, outgoingBytesMax / 4))
                        .childHandler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        channels.add(channel);
                                        accept.accept(channel);
                                    }
                                })
                        .bind(address)
                        .sync()
                        .channel();
        relief.watch(open);
    }

    /** Each loop looks at its own connections; it ends with the loop. */
    private void watchSlowClients(long everyNanos) {
        for (ShardLoop home : shards) {
            LoopScheduler loop = home.scheduler();
            Recurring looks =
                    Recurring.every(everyNanos, loop, "slow_clients", () -> closeSlowClients(home));
            loop.execute(() -> looks.beginIn(everyNanos));
        }
    }

    private void closeSlowClients(ShardLoop home) {
        long nowNanos = home.nowNanos();
        for (C connection : open) {
            if (connection.homeShard() == home.index()) {
                connection.closeIfSlow(nowNanos);
            }
        }
    }

    /** The shard whose loop serves a channel. */
    public ShardLoop homeOf(Channel channel) {
        return shards.get(loops.indexOf(channel.eventLoop()));
    }

    /** The loop that serves a connection. */
    public EventLoop loopOf(C connection) {
        return loops.get(connection.homeShard());
    }

    /** Takes a connection in that is now open; false if it is one too many, to be told so. */
    public boolean opened(C connection) {
        if (open.size() >= connectionsMax) {
            shards.get(connection.homeShard()).counters().increment(Count.CONNECTIONS_REFUSED);
            return false;
        }
        open.add(connection);
        return true;
    }

    /** A connection has ended. */
    public void closed(C connection) {
        open.remove(connection);
    }

    /** Those that are open. */
    public Set<C> open() {
        return open;
    }

    /** Takes no new connection from now on. */
    public void drain() {
        Channel listening = listener;
        if (listening != null) {
            var _ = listening.close();
        }
    }

    /** Closes the port and all connections; a loop that ends would leave them open. */
    public void close(long timeoutMillis) throws InterruptedException {
        Channel listening = listener;
        if (listening != null) {
            listening.close().await(timeoutMillis);
        }
        channels.close().await(timeoutMillis);
    }
}
