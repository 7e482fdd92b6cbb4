package io.paxosstore.bench.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.ResponseCodec;

import org.junit.jupiter.api.Test;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What a node says besides answers is no answer. */
class NodeClientTest {
    private static final byte[] VALUE = "v".getBytes(StandardCharsets.UTF_8);

    /** The node works on a request for long and says so; the next answer is not one too early. */
    @Test
    void signsAndNewsAreNoAnswers() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ExecutorService beside = Executors.newSingleThreadExecutor()) {
            Future<?> served = beside.submit(() -> serve(server));
            try (NodeClient client = new NodeClient(server.getLocalPort(), 1)) {
                for (int version = 1; version <= 2; version++) {
                    Response.Value value = assertInstanceOf(Response.Value.class, client.read("k"));
                    assertEquals(version, value.version());
                }
            }
            served.get();
        }
    }

    private static Object serve(ServerSocket server) throws IOException {
        try (Socket socket = server.accept()) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            long correlation = request(in);
            send(out, new Response.Welcome(correlation, 1, "c", 1, 1, List.of(), 1, 1));
            for (int version = 1; version <= 2; version++) {
                correlation = request(in);
                send(out, new Response.CatalogVersion(0, 7));
                send(out, new Response.Pong(correlation));
                send(out, new Response.Pong(correlation));
                send(out, new Response.Value(correlation, true, version, 0, 0, VALUE));
            }
            return in.read();
        }
    }

    /** Takes a request and returns its correlation id. */
    private static long request(DataInputStream in) throws IOException {
        byte[] frame = in.readNBytes(in.readInt());
        return ByteBuffer.wrap(frame).getLong(1);
    }

    private static void send(OutputStream out, Response response) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(ResponseCodec.encodedBytesMax(response));
        ResponseCodec.encode(response, frame);
        out.write(frame.array(), 0, frame.position());
    }
}
