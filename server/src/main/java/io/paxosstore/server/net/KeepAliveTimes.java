package io.paxosstore.server.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;

import jdk.net.ExtendedSocketOptions;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;

/**
 * When TCP asks the other side of a silent connection whether it is there still, as a transport
 * names these options.
 *
 * @param idleSeconds so long a connection is silent before it is asked
 * @param intervalSeconds so long an answer is waited for before it is asked again
 * @param questions so many without an answer end it
 */
record KeepAliveTimes(
        ChannelOption<Integer> idleSeconds,
        ChannelOption<Integer> intervalSeconds,
        ChannelOption<Integer> questions) {
    private static final int QUESTIONS = 3;

    static KeepAliveTimes ofEpoll() {
        return new KeepAliveTimes(
                EpollChannelOption.TCP_KEEPIDLE,
                EpollChannelOption.TCP_KEEPINTVL,
                EpollChannelOption.TCP_KEEPCNT);
    }

    /** Empty where Java cannot set them: Netty would say so of each connection. */
    static Optional<KeepAliveTimes> ofNio() {
        if (!isKnown()) {
            return Optional.empty();
        }
        return Optional.of(
                new KeepAliveTimes(
                        NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE),
                        NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL),
                        NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT)));
    }

    private static boolean isKnown() {
        try (SocketChannel any = SocketChannel.open()) {
            return any.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE);
        } catch (IOException e) {
            return false;
        }
    }

    /** The connections that a listener accepts have these times. */
    void set(ServerBootstrap listener, Duration idle) {
        int seconds = Math.toIntExact(idle.toSeconds());
        listener.childOption(idleSeconds, seconds)
                .childOption(intervalSeconds, Math.max(1, seconds / QUESTIONS))
                .childOption(questions, QUESTIONS);
    }
}
