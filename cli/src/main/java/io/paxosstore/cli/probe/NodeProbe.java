package io.paxosstore.cli.probe;

import io.paxosstore.protocol.wire.MalformedFrameException;
import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.ResponseCodec;
import io.paxosstore.protocol.wire.Wire;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What one node says of itself, asked on a connection of its own: a client of the cluster would go
 * round a node that does not answer.
 *
 * @param address its {@code host:port}
 * @param nodeId its id; {@link #UNKNOWN} while nobody has said it
 * @param nodes all nodes of the cluster, as it names them; empty when it does not answer
 * @param status what it says; null when it does not answer, or is of an earlier release
 * @param topology what it knows of the topology; null when it does not say it
 * @param error why it does not answer; empty when it does
 */
public record NodeProbe(
        String address,
        int nodeId,
        List<NodeAddress> nodes,
        @Nullable JsonNode status,
        @Nullable JsonNode topology,
        String error) {
    /** The id of a node that has not said it. */
    public static final int UNKNOWN = -1;

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int TIMEOUT_MILLIS = 2000;
    private static final int REQUEST_BYTES = 1024;

    /**
     * The address.
     *
     * @throws IllegalArgumentException with one sentence when it is none
     */
    public static String checked(String address) {
        if (!address.matches(".+:\\d{1,5}") || !isPort(port(address))) {
            throw new IllegalArgumentException(
                    "'"
                            + address
                            + "' is no address; write host:port,host:port with ports from 1 to"
                            + " 65535.");
        }
        return address;
    }

    private static boolean isPort(int port) {
        return port >= 1 && port <= 65_535;
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    /** Asks a node; takes a few seconds at most, and ends when the thread is interrupted. */
    public static NodeProbe of(String address, int nodeId) {
        String host = address.substring(0, address.lastIndexOf(':')).replaceAll("[\\[\\]]", "");
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port(address)), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            Response greeting =
                    call(socket, new Request.Hello(1, Wire.PROTOCOL_VERSION, 0, "status"));
            if (!(greeting instanceof Response.Welcome welcome)) {
                String reason = greeting instanceof Response.Goodbye bye ? bye.sentence() : "";
                return new NodeProbe(address, nodeId, List.of(), null, null, "refuses: " + reason);
            }
            Response answer = call(socket, new Request.Status(2));
            // A release that does not know the request says that it is malformed.
            JsonNode status =
                    answer instanceof Response.NodeStatus said ? JSON.readTree(said.json()) : null;
            return new NodeProbe(
                    address, welcome.nodeId(), welcome.nodes(), status, topology(socket), "");
        } catch (UnknownHostException e) {
            return new NodeProbe(address, nodeId, List.of(), null, null, "its host is unknown");
        } catch (IOException | MalformedFrameException | JacksonException e) {
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            return new NodeProbe(address, nodeId, List.of(), null, null, why);
        }
    }

    private static Response call(Socket socket, Request request)
            throws IOException, MalformedFrameException {
        ByteBuffer out = ByteBuffer.allocate(REQUEST_BYTES);
        RequestCodec.encode(request, out);
        socket.getOutputStream().write(out.array(), 0, out.position());
        return receive(socket);
    }

    /** What it knows of the topology: it may be busy with that, and well all the same. */
    private static @Nullable JsonNode topology(Socket socket) {
        try {
            Response answer = call(socket, new Request.ShowTopology(3, TIMEOUT_MILLIS / 2));
            while (answer instanceof Response.Pong) { // it still works on it
                answer = receive(socket);
            }
            return answer instanceof Response.TopologyShown shown
                    ? JSON.readTree(shown.json())
                    : null;
        } catch (IOException | MalformedFrameException | JacksonException e) {
            return null;
        }
    }

    private static Response receive(Socket socket) throws IOException, MalformedFrameException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        int length = in.readInt();
        if (length < 1 || length > Wire.FRAME_BYTES_MAX) {
            throw new IOException("it is no node: its answer claims " + length + " bytes");
        }
        byte[] frame = new byte[Wire.LENGTH_BYTES + length];
        ByteBuffer.wrap(frame).putInt(length);
        in.readFully(frame, Wire.LENGTH_BYTES, length);
        return ResponseCodec.decode(ByteBuffer.wrap(frame));
    }

    /** Whether it answers. */
    public boolean isReached() {
        return error.isEmpty();
    }

    /** A field of what it says; empty when it does not say it. */
    public String text(String field) {
        JsonNode said = status;
        return said == null || said.get(field) == null ? "" : said.get(field).asString();
    }

    /** Whether it counts towards a majority: it answers, and has all it ever promised. */
    public boolean isVoter() {
        return isReached() && (status == null || text("standing").equals("whole"));
    }

    /** Whether it takes what adds data: its disk has room, as far as it says. */
    public boolean hasRoom() {
        String room = text("room");
        return isReached() && (room.isEmpty() || room.equals("enough"));
    }
}
