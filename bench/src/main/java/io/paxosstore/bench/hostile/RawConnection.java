package io.paxosstore.bench.hostile;

import io.paxosstore.client.wire.Request;
import io.paxosstore.client.wire.RequestCodec;
import io.paxosstore.client.wire.Wire;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A socket that sends what it likes. Not thread-safe. */
final class RawConnection implements AutoCloseable {
    private static final int CONNECT_TIMEOUT_MILLIS = 5_000;

    /** So that a server notices soon that nobody reads. */
    private static final int RECEIVE_BUFFER_BYTES = 16 * 1024;

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
        ByteBuffer out = ByteBuffer.allocate(Wire.FRAME_BYTES_MAX);
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

    /** Stays open, and neither sends nor reads anything. */
    void stayUntil(Until until) throws InterruptedException {
        until.await();
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
