package io.paxosstore.server.net;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/**
 * Which of Netty's transports is in use.
 *
 * @param ioHandlers makes the event loops' IO part
 * @param serverChannel listens
 * @param socketChannel connects
 */
public record Transport(
        IoHandlerFactory ioHandlers,
        Class<? extends ServerChannel> serverChannel,
        Class<? extends SocketChannel> socketChannel) {
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
                    EpollSocketChannel.class);
        }
        return new Transport(
                NioIoHandler.newFactory(), NioServerSocketChannel.class, NioSocketChannel.class);
    }
}
