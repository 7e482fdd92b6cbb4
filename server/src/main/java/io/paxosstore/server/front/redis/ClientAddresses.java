package io.paxosstore.server.front.redis;

import io.netty.channel.Channel;

import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * The two ends of a connection, as Redis words them.
 *
 * @param client where its client is
 * @param own where it has connected to
 */
record ClientAddresses(String client, String own) {
    static ClientAddresses of(Channel channel) {
        return new ClientAddresses(text(channel.remoteAddress()), text(channel.localAddress()));
    }

    private static String text(@Nullable SocketAddress address) {
        return address instanceof InetSocketAddress inet
                ? inet.getHostString() + ":" + inet.getPort()
                : "?:0";
    }
}
