package io.paxosstore.client;

import io.paxosstore.protocol.wire.MalformedFrameException;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.ResponseCodec;
import io.paxosstore.protocol.wire.Wire;

import org.jspecify.annotations.Nullable;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One node of a {@link FakeCluster}: a server socket, one thread per connection. */
final class FakeNode implements AutoCloseable {
    /** What a node does with a request. */
    @FunctionalInterface
    interface Behaviour {
        /** Answers through the connection, or not at all, or closes it. */
        void handle(Link link, Request request) throws IOException;
    }

    /** One connection of a client. */
    final class Link {
        private final Socket socket;
        private volatile long clientId;

        private Link(Socket socket) {
            this.socket = socket;
        }

        long clientId() {
            return clientId;
        }

        void send(Response response) throws IOException {
            ByteBuffer out = ByteBuffer.allocate(ResponseCodec.encodedBytesMax(response));
            ResponseCodec.encode(response, out);
            sendRaw(out.flip());
        }

        synchronized void sendRaw(ByteBuffer bytes) throws IOException {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            socket.getOutputStream().write(copy);
        }

        /** Serves the request as a healthy node does. */
        void serve(Request request) throws IOException {
            if (request instanceof Request.FollowCatalog follow) {
                send(cluster.follow(this, follow));
            } else if (request instanceof Request.FollowTopology follow) {
                send(cluster.topology.follow(this, follow));
            } else {
                send(cluster.execute(id, clientId, request));
            }
        }

        void reset() throws IOException {
            breakOff(socket);
        }
    }

    final int id;
    private final FakeCluster cluster;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final int port;
    private @Nullable ServerSocket server;
    private @Nullable Thread acceptor;
    private volatile Behaviour behaviour = Link::serve;

    /**
     * @param wantedPort 0 for any that is free
     */
    FakeNode(FakeCluster cluster, int id, int wantedPort) {
        this.cluster = cluster;
        this.id = id;
        this.port = listen(wantedPort);
    }

    int port() {
        return port;
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    void behave(Behaviour newBehaviour) {
        behaviour = newBehaviour;
    }

    /** Listens again after {@link #close}. */
    void restart() {
        behaviour = Link::serve;
        int unused = listen(port);
    }

    private synchronized int listen(int wantedPort) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wantedPort));
            server = socket;
            acceptor = start(() -> accept(socket));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(ServerSocket listening) {
        try {
            while (true) {
                Socket socket = listening.accept();
                sockets.add(socket);
                Thread unused = start(() -> read(socket));
            }
        } catch (IOException e) {
            // closed by the test
        }
    }

    private void read(Socket socket) {
        Link link = new Link(socket);
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int length = in.readInt();
                ByteBuffer frame = ByteBuffer.allocate(Wire.LENGTH_BYTES + length);
                frame.putInt(length);
                byte[] rest = new byte[length];
                in.readFully(rest);
                frame.put(rest).flip();
                Request request = RequestCodec.decode(frame);
                if (request instanceof Request.Hello hello) {
                    link.clientId = hello.clientId();
                }
                cluster.seen.add(new FakeCluster.Seen(id, request));
                behaviour.handle(link, request);
            }
        } catch (IOException | MalformedFrameException e) {
            // the client, or the test's behaviour, closed the connection
        } finally {
            sockets.remove(socket);
        }
    }

    private static void breakOff(Socket socket) throws IOException {
        try {
            socket.setSoLinger(true, 0);
        } catch (SocketException e) {
            // the other side was faster: it is closed already
        }
        socket.close();
    }

    private static Thread start(Runnable work) {
        Thread thread = new Thread(work, "fake-node");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Breaks all connections and listens no more, like a killed process. */
    @Override
    public synchronized void close() {
        try {
            if (server != null) {
                server.close();
            }
            if (acceptor != null) {
                acceptor.join(10_000); // until then the system keeps the port
            }
            for (Socket socket : sockets) {
                breakOff(socket);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
