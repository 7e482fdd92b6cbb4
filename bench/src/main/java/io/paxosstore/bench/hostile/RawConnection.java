package io.paxosstore.bench.hostile;

import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Wire;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;

/** A socket that sends what it likes. Not thread-safe. */
final class RawConnection implements AutoCloseable {
    private static final int CONNECT_TIMEOUT_MILLIS = 5_000;

    /** So that a server notices soon that nobody reads. */
    private static final int RECEIVE_BUFFER_BYTES = 16 * 1024;

    private static final int FORGOTTEN_BYTES = 1_024;

    /** The correlation of what {@link #stayDeafUntil} asks: no other request's. */
    private static final long PING = 1L << 40;

    private static final int PING_BYTES_MAX = 64;
    private static final Duration PING_PAUSE = Duration.ofMillis(250);

    private final Socket socket;

    private RawConnection(Socket socket) {
        this.socket = socket;
    }

    /** Connects to a port of the loopback interface. */
    static RawConnection open(int port) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                    CONNECT_TIMEOUT_MILLIS);
            socket.setSoTimeout(CONNECT_TIMEOUT_MILLIS);
            return new RawConnection(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Connects to a client port, greets, and reads the answer. */
    static RawConnection greeted(int port, long clientId) throws IOException {
        RawConnection connection = open(port);
        try {
            connection.send(
                    frame(new Request.Hello(1, Wire.PROTOCOL_VERSION, clientId, "hostile")));
            connection.readFrame();
            return connection;
        } catch (IOException e) {
            connection.close();
            throw e;
        }
    }

    /** A request as it is sent. */
    static byte[] frame(Request request) {
        return frame(request, Wire.FRAME_BYTES_MAX);
    }

    /**
     * A request as it is sent.
     *
     * @param bytesMax the most that it may have; all of it is used for a while
     * @throws java.nio.BufferOverflowException if it has more
     */
    static byte[] frame(Request request, int bytesMax) {
        ByteBuffer out = ByteBuffer.allocate(bytesMax);
        RequestCodec.encode(request, out);
        return Arrays.copyOf(out.array(), out.position());
    }

    void send(byte... bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Reads an answer and forgets it. */
    void readFrame() throws IOException {
        InputStream in = socket.getInputStream();
        byte[] length = in.readNBytes(Wire.LENGTH_BYTES);
        if (length.length < Wire.LENGTH_BYTES) {
            throw new IOException("closed by the server");
        }
        in.skipNBytes(ByteBuffer.wrap(length).getInt());
    }

    /**
     * Stays open and sends nothing until the time is over. What comes is forgotten.
     *
     * @throws IOException when the server cuts it off before
     */
    void stayUntil(Until until) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] forgotten = new byte[FORGOTTEN_BYTES];
        while (!until.isOver()) {
            socket.setSoTimeout(Math.toIntExact(Math.max(1, until.left().toMillis())));
            try {
                if (in.read(forgotten) < 0) {
                    throw new IOException("cut off by the server");
                }
            } catch (SocketTimeoutException e) {
                // Nothing has come; the time is over.
            }
        }
    }

    /**
     * Stays open and reads nothing until the time is over. Who does not read sees only when it
     * sends that nobody is there any more: so it asks for a sign of life now and then.
     *
     * @throws IOException when the server has cut it off before
     */
    void stayDeafUntil(Until until) throws IOException, InterruptedException {
        stayDeafUntil(until, frame(new Request.Ping(PING), PING_BYTES_MAX));
    }

    /**
     * Like {@link #stayDeafUntil(Until)}.
     *
     * @param ping what asks for a sign of life
     */
    void stayDeafUntil(Until until, byte[] ping) throws IOException, InterruptedException {
        while (!until.isOver()) {
            send(ping);
            Thread.sleep(PING_PAUSE);
        }
    }

    /** Closes it, at once: nothing is owed to the other side. */
    @Override
    public void close() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // Nobody needs it any more.
        }
    }
}
