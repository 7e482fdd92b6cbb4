package io.paxosstore.bench.proxy;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Listens on a port of the loopback interface and passes each connection on to another port, under
 * the rule of one link per direction. Thread-safe.
 */
final class LinkProxy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LinkProxy.class);
    private static final int CONNECT_MILLIS = 2_000;

    /** Small, so that a stalled link fills the sender's buffers within a moment. */
    private static final int SOCKET_BUFFER_BYTES = 128 * 1024;

    private final ServerSocket listener;
    private final InetSocketAddress target;
    private final Link forth;
    private final Link back;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();

    /**
     * @param forth from those who connect to the target
     * @param back from the target to those who connect
     */
    private LinkProxy(ServerSocket listener, InetSocketAddress target, Link forth, Link back) {
        this.listener = listener;
        this.target = target;
        this.forth = forth;
        this.back = back;
    }

    /** Opens the port and begins to pass connections on. */
    static LinkProxy open(int port, int targetPort, Link forth, Link back) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        ServerSocket listener = new ServerSocket();
        try {
            listener.setReceiveBufferSize(SOCKET_BUFFER_BYTES);
            listener.bind(new InetSocketAddress(loopback, port));
        } catch (IOException e) {
            listener.close();
            throw e;
        }
        LinkProxy proxy =
                new LinkProxy(listener, new InetSocketAddress(loopback, targetPort), forth, back);
        Thread.startVirtualThread(proxy::acceptAll);
        return proxy;
    }

    private void acceptAll() {
        while (!listener.isClosed()) {
            try {
                Socket accepted = listener.accept();
                Thread.startVirtualThread(() -> serve(accepted));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    LOG.warn("proxy to port {} cannot accept: {}", target.getPort(), e.toString());
                }
            }
        }
    }

    private void serve(Socket accepted) {
        Connection connection = new Connection(accepted, new Socket());
        connections.add(connection);
        try {
            boolean isLost = forth.awaitNotStalled() == Link.Mode.CUT;
            forth.awaitOpen();
            if (isLost || listener.isClosed()) {
                connection.close();
            } else {
                connection.open();
            }
        } catch (IOException e) {
            connection.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            connection.close();
        }
    }

    /** The port it listens on. */
    int port() {
        return listener.getLocalPort();
    }

    /** Breaks every connection that is open now. */
    void reset() {
        for (Connection connection : List.copyOf(connections)) {
            connection.close();
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            LOG.warn("proxy to port {} does not close: {}", target.getPort(), e.toString());
        }
        reset();
    }

    private final class Connection {
        private final Socket near;
        private final Socket far;

        Connection(Socket near, Socket far) {
            this.near = near;
            this.far = far;
        }

        void open() throws IOException {
            far.setReceiveBufferSize(SOCKET_BUFFER_BYTES);
            far.connect(target, CONNECT_MILLIS);
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            Pump there = new Pump(forth, near.getInputStream(), far.getOutputStream(), this::close);
            Pump hither = new Pump(back, far.getInputStream(), near.getOutputStream(), this::close);
            Thread.startVirtualThread(there::read);
            Thread.startVirtualThread(there::write);
            Thread.startVirtualThread(hither::read);
            Thread.startVirtualThread(hither::write);
        }

        void close() {
            connections.remove(this);
            for (Socket socket : List.of(near, far)) {
                try {
                    socket.close();
                } catch (IOException e) {
                    LOG.debug("a proxied connection does not close: {}", e.toString());
                }
            }
        }
    }
}
