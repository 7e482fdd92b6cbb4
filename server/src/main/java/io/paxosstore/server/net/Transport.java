package io.paxosstore.server.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.UnixChannelOption;

import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * Which of Netty's transports is in use.
 *
 * @param ioHandlers makes the event loops' IO part
 * @param serverChannel listens
 * @param socketChannel connects
 * @param reusePort lets several sockets share a port
 * @param keepAlive sets when silent connections are asked; empty where the system's times hold
 */
public record Transport(
        IoHandlerFactory ioHandlers,
        Class<? extends ServerChannel> serverChannel,
        Class<? extends SocketChannel> socketChannel,
        ChannelOption<Boolean> reusePort,
        Optional<KeepAliveTimes> keepAlive) {
    private static final int BACKLOG = 1024;

    /** Netty takes one in a turn of the loop by itself: with long turns, few in a second. */
    private static final int ACCEPTED_PER_TURN = 16;

    /**
     * Linux's epoll where it is wanted and available, else Java's own selectors.
     *
     * @param epollWanted the setting {@code server.epoll}
     */
    public static Transport choose(boolean epollWanted) {
        if (epollWanted && Epoll.isAvailable()) {
            return new Transport(
                    EpollIoHandler.newFactory(),
                    EpollServerSocketChannel.class,
                    EpollSocketChannel.class,
                    UnixChannelOption.SO_REUSEPORT,
                    Optional.of(KeepAliveTimes.ofEpoll()));
        }
        return new Transport(
                NioIoHandler.newFactory(),
                NioServerSocketChannel.class,
                NioSocketChannel.class,
                NioChannelOption.of(StandardSocketOptions.SO_REUSEPORT),
                KeepAliveTimes.ofNio());
    }

    /**
     * The beginning of a listener on this transport.
     *
     * @param sharePort whether the port may be held by another socket of this user already; for
     *     embedded clusters, which reserve their ports
     */
    public ServerBootstrap listener(EventLoopGroup group, boolean sharePort) {
        ServerBootstrap bootstrap =
                new ServerBootstrap()
                        .group(group)
                        .channel(serverChannel)
                        .option(ChannelOption.SO_REUSEADDR, true)
                        .option(ChannelOption.SO_BACKLOG, BACKLOG)
                        .option(ChannelOption.RECVBUF_ALLOCATOR, accepting());
        return sharePort ? bootstrap.option(reusePort, true) : bootstrap;
    }

    /**
     * A listener for clients, whose connections are asked for a sign of life: a machine that has
     * lost its power, or a firewall that forgets, ends no connection. It would be open for ever,
     * and what waits at it would be done for nobody.
     *
     * @param idle so long a connection is silent before
     */
    public ServerBootstrap clientListener(EventLoopGroup group, boolean sharePort, Duration idle) {
        ServerBootstrap bootstrap =
                listener(group, sharePort).childOption(ChannelOption.SO_KEEPALIVE, true);
        keepAlive.ifPresent(times -> times.set(bootstrap, idle));
        return bootstrap;
    }

    /** Accepts until nobody waits, or enough have been let in. */
    private static RecvByteBufAllocator accepting() {
        ServerChannelRecvByteBufAllocator several = new ServerChannelRecvByteBufAllocator();
        several.maxMessagesPerRead(ACCEPTED_PER_TURN);
        return several.respectMaybeMoreData(false);
    }
}
