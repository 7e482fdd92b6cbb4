package io.paxosstore.server.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;

import jdk.net.ExtendedSocketOptions;

import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

final class TransportTest {
    /** What these options are of a connection that a listener for clients has accepted. */
    private static List<Object> accepted(
            Transport transport, Duration idle, List<ChannelOption<?>> options) throws Exception {
        BlockingQueue<Channel> channels = new LinkedBlockingQueue<>();
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, transport.ioHandlers());
        try {
            Channel listener =
                    transport
                            .clientListener(group, /* sharePort= */ false, idle)
                            .childHandler(
                                    new ChannelInitializer<>() {
                                        @Override
                                        protected void initChannel(Channel channel) {
                                            channels.add(channel);
                                        }
                                    })
                            .bind(InetAddress.getLoopbackAddress(), 0)
                            .sync()
                            .channel();
            InetSocketAddress address = (InetSocketAddress) listener.localAddress();
            try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
                Channel channel = channels.poll(20, TimeUnit.SECONDS);
                assertEquals(socket.getLocalSocketAddress(), channel.remoteAddress());
                return options.stream()
                        .<Object>map(option -> channel.config().getOption(option))
                        .toList();
            }
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }

    private static void assertAsks(
            Transport transport,
            ChannelOption<Integer> idle,
            ChannelOption<Integer> interval,
            ChannelOption<Integer> questions)
            throws Exception {
        List<ChannelOption<?>> options =
                List.of(ChannelOption.SO_KEEPALIVE, idle, interval, questions);
        assertEquals(List.of(true, 10, 3, 3), accepted(transport, Duration.ofSeconds(10), options));
        assertEquals(
                List.of(true, 7200, 2400, 3), accepted(transport, Duration.ofHours(2), options));
    }

    @Test
    void clientsThatAreSilentAreAskedByEpoll() throws Exception {
        assumeTrue(Epoll.isAvailable());
        assertAsks(
                Transport.choose(/* epollWanted= */ true),
                EpollChannelOption.TCP_KEEPIDLE,
                EpollChannelOption.TCP_KEEPINTVL,
                EpollChannelOption.TCP_KEEPCNT);
    }

    @Test
    void clientsThatAreSilentAreAskedByJava() throws Exception {
        assertAsks(
                Transport.choose(/* epollWanted= */ false),
                NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE),
                NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL),
                NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT));
    }
}
