package io.paxosstore.bench.faults;

import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.wire.MalformedFrameException;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.ResponseCodec;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.protocol.wire.WriteId;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Calls one node of one's choice, which the Java client does not offer: each call is sent once, to
 * this node only. Not thread-safe.
 */
final class NodeClient implements AutoCloseable {
    private static final int DEADLINE_MILLIS = 5_000;
    private static final int SOCKET_TIMEOUT_MILLIS = 10_000;
    private static final int CONNECT_TIMEOUT_MILLIS = 2_000;
    private static final long CLIENT_ID = 0x6661756c74L;
    private static final long MILLIS_PER_SECOND = 1_000;

    private final Socket socket;
    private final DataInputStream in;
    private final int space;
    private long correlation = Wire.NO_CORRELATION;
    private long stamp;

    /**
     * Connects to a node on the loopback interface, to read.
     *
     * @param space the number of the space
     */
    NodeClient(int clientPort, int space) throws IOException {
        this(clientPort, space, CLIENT_ID);
    }

    /**
     * Connects to a node on the loopback interface.
     *
     * @param space the number of the space
     * @param clientId of whoever writes: no other client's, and of one connection at a time
     */
    NodeClient(int clientPort, int space, long clientId) throws IOException {
        this.space = space;
        this.socket = new Socket();
        try {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), clientPort),
                    CONNECT_TIMEOUT_MILLIS);
            socket.setTcpNoDelay(true);
            this.in = new DataInputStream(socket.getInputStream());
            Response answer =
                    call(
                            new Request.Hello(
                                    ++correlation, Wire.PROTOCOL_VERSION, clientId, "faults"));
            if (!(answer instanceof Response.Welcome)) {
                throw new IOException("node at port " + clientPort + " says " + answer);
            }
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Reads a key, linearizably.
     *
     * @throws IOException when the node does not answer in time
     */
    Response read(String key, Duration deadline) throws IOException {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        return call(
                new Request.KvRead(
                        ++correlation,
                        Math.toIntExact(deadline.toMillis()),
                        space,
                        ReadMode.LINEARIZABLE,
                        bytes));
    }

    /**
     * Changes a key. An {@link IOException} leaves open whether it was done.
     *
     * @throws IOException when the node does not answer in time
     */
    Response write(String key, KvOperation operation, Duration deadline) throws IOException {
        long floor = stamp;
        stamp = Math.max(stamp + 1, (System.currentTimeMillis() / MILLIS_PER_SECOND) << 32);
        return call(
                new Request.KvWrite(
                        ++correlation,
                        new WriteId(stamp, floor, 1),
                        Math.toIntExact(deadline.toMillis()),
                        space,
                        key.getBytes(StandardCharsets.UTF_8),
                        operation));
    }

    /**
     * What the node holds by itself, whatever the others do: a value, or why it does not say.
     *
     * @throws IOException when it does not answer in time
     */
    Response read(String key) throws IOException {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        return readLocally(
                key,
                new Request.KvRead(++correlation, DEADLINE_MILLIS, space, ReadMode.LOCAL, bytes));
    }

    /**
     * Like {@link #read(String)}, of an entity.
     *
     * @param multiOp must not change anything
     */
    Response read(String entity, MultiOp multiOp) throws IOException {
        byte[] bytes = entity.getBytes(StandardCharsets.UTF_8);
        byte[] encoded = ModelCodec.encode(multiOp);
        return readLocally(
                entity,
                new Request.EntityRead(
                        ++correlation, DEADLINE_MILLIS, space, ReadMode.LOCAL, bytes, encoded));
    }

    private Response readLocally(String what, Request request) throws IOException {
        try {
            return call(request);
        } catch (SocketTimeoutException e) {
            throw new IOException(
                    "a local read of %s at port %d has no answer after %d ms"
                            .formatted(what, socket.getPort(), SOCKET_TIMEOUT_MILLIS),
                    e);
        }
    }

    private Response call(Request request) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(Wire.HANDSHAKE_FRAME_BYTES_MAX);
        RequestCodec.encode(request, out);
        socket.getOutputStream().write(out.array(), 0, out.position());
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SOCKET_TIMEOUT_MILLIS);
        Response response = receive(endNanos);
        while (!answers(response, request)) {
            response = receive(endNanos);
        }
        return response;
    }

    /** What else may come: signs that the node works on the request, news of the catalog. */
    private static boolean answers(Response response, Request request) {
        return response instanceof Response.Goodbye
                || (response.correlation() == request.correlation()
                        && !(response instanceof Response.Pong));
    }

    private Response receive(long endNanos) throws IOException {
        long leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
        if (leftMillis <= 0) {
            throw new SocketTimeoutException("no answer in time");
        }
        socket.setSoTimeout(Math.toIntExact(leftMillis));
        int length = in.readInt();
        byte[] frame = new byte[Wire.LENGTH_BYTES + length];
        ByteBuffer.wrap(frame).putInt(length);
        in.readFully(frame, Wire.LENGTH_BYTES, length);
        try {
            return ResponseCodec.decode(ByteBuffer.wrap(frame));
        } catch (MalformedFrameException e) {
            throw new IOException("the node's answer makes no sense", e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
