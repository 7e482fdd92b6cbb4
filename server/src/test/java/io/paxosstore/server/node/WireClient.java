package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.ResponseCodec;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.protocol.wire.WriteId;
import io.paxosstore.server.embedded.EmbeddedCluster;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A blocking client of one node that speaks the wire protocol itself. */
public final class WireClient implements AutoCloseable {
    private static final int DEADLINE_MILLIS = 10_000;
    private static final int SMALL_BYTES = 4 << 10;
    private static final int FRAME_BYTES_MAX = 8 << 20;

    private ByteBuffer out = ByteBuffer.allocate(SMALL_BYTES);
    private final Socket socket;
    private final DataInputStream in;
    private long correlation = 1;
    private long stamp = (System.currentTimeMillis() / 1000) << 32;

    public WireClient(String host, int port) throws IOException {
        socket = new Socket(host, port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(15_000);
        in = new DataInputStream(socket.getInputStream());
    }

    /** A client that a node has greeted. */
    public static WireClient connect(EmbeddedCluster cluster, int node) throws Exception {
        var self = cluster.member(node);
        WireClient client = new WireClient(self.host(), self.clientPort());
        assertInstanceOf(Response.Welcome.class, client.hello(Wire.PROTOCOL_VERSION));
        return client;
    }

    public Response hello(int version) throws Exception {
        return call(new Request.Hello(correlation++, version, System.nanoTime(), "test"));
    }

    public Response create(String space) throws Exception {
        return call(
                new Request.CreateSpace(
                        correlation++,
                        writeId(),
                        DEADLINE_MILLIS,
                        space,
                        SpaceKind.KEY_VALUE,
                        true));
    }

    public Response drop(String space) throws Exception {
        return call(new Request.DropSpace(correlation++, writeId(), DEADLINE_MILLIS, space));
    }

    public Response list() throws Exception {
        return call(new Request.ListSpaces(correlation++, DEADLINE_MILLIS));
    }

    public Response read(int space, String key) throws Exception {
        return call(
                new Request.KvRead(
                        correlation++, DEADLINE_MILLIS, space, ReadMode.LINEARIZABLE, bytes(key)));
    }

    public Response put(int space, String key, String value) throws Exception {
        return write(space, key, new KvOperation.Put(bytes(value), 0));
    }

    public Response write(int space, String key, KvOperation operation) throws Exception {
        return call(
                new Request.KvWrite(
                        correlation++, writeId(), DEADLINE_MILLIS, space, bytes(key), operation));
    }

    private WriteId writeId() {
        long floor = stamp++;
        return new WriteId(stamp, floor, 1);
    }

    public Response call(Request request) throws Exception {
        send(request);
        return receive();
    }

    public void send(Request request) throws IOException {
        out.clear();
        try {
            RequestCodec.encode(request, out);
        } catch (BufferOverflowException e) {
            out = ByteBuffer.allocate(FRAME_BYTES_MAX);
            RequestCodec.encode(request, out);
        }
        sendRaw(Arrays.copyOf(out.array(), out.position()));
    }

    public void sendRaw(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    public Response receive() throws Exception {
        int length = in.readInt();
        byte[] frame = new byte[Wire.LENGTH_BYTES + length];
        ByteBuffer.wrap(frame).putInt(length);
        in.readFully(frame, Wire.LENGTH_BYTES, length);
        return ResponseCodec.decode(ByteBuffer.wrap(frame));
    }

    /** The next answer; signs that a request is not forgotten are passed over. */
    public Response receiveAnswer() throws Exception {
        Response response = receive();
        while (response instanceof Response.Pong) {
            response = receive();
        }
        return response;
    }

    /** Whether the server has closed the connection. */
    public boolean isClosed() throws IOException {
        return in.read() < 0;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
