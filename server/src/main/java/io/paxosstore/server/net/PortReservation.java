package io.paxosstore.server.net;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/**
 * A free port, held by a socket that is bound to it but never listens: nobody else gets it, while a
 * node that shares its ports can listen on it, stop and listen again. Thread-safe.
 */
public final class PortReservation implements AutoCloseable {
    private final SocketChannel holder;
    private final int port;

    private PortReservation(SocketChannel holder) throws IOException {
        this.holder = holder;
        this.port = ((InetSocketAddress) holder.getLocalAddress()).getPort();
    }

    /** Takes a free port of the loopback interface. */
    public static PortReservation onLoopback() throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return new PortReservation(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Takes this port of the loopback interface; empty if somebody has it. */
    public static Optional<PortReservation> onLoopback(int port) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return Optional.of(new PortReservation(channel));
        } catch (BindException | IllegalArgumentException e) {
            channel.close();
            return Optional.empty();
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** The port. */
    public int port() {
        return port;
    }

    @Override
    public void close() throws IOException {
        holder.close();
    }
}
