package io.paxosstore.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * What other nodes tell is used while it is fresh and theirs, and asked for again where it ends.
 */
@Timeout(60)
class NodeStreamsTest {
    private static final String HEAD =
            String.join(
                    "\r\n",
                    "HTTP/1.1 200 OK",
                    "Content-Type: text/event-stream",
                    "Transfer-Encoding: chunked",
                    "",
                    "");

    private final AtomicLong nanos = new AtomicLong(-5);
    private final NodeStreams streams = new NodeStreams(nanos::get);
    private ServerSocket server;
    private Neighbour node;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        server.setSoTimeout(20);
        node = new Neighbour(2, "127.0.0.1", server.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        streams.close();
        server.close();
    }

    /**
     * Has the node followed, takes the connection, and reads what that asks for. A stream before it
     * may end a moment after its connection.
     */
    private Socket follower() throws IOException {
        Socket socket = null;
        while (socket == null) {
            streams.follow(List.of(node));
            try {
                socket = server.accept();
            } catch (SocketTimeoutException e) {
                // Not yet: it is followed again.
            }
        }
        InputStream in = socket.getInputStream();
        StringBuilder request = new StringBuilder();
        while (request.indexOf("\r\n\r\n") < 0) {
            request.append((char) in.read());
        }
        String asked = request.toString();
        assertEquals("GET " + Console.NODE_LIVE + " HTTP/1.1", asked.lines().findFirst().get());
        assertEquals(1, asked.lines().filter((Console.FIELD + ": node")::equals).count(), asked);
        return socket;
    }

    private static void tell(Socket to, String head, String... chunks) throws IOException {
        StringBuilder all = new StringBuilder(head);
        for (String chunk : chunks) {
            int length = chunk.getBytes(UTF_8).length;
            all.append(Integer.toHexString(length)).append("\r\n").append(chunk).append("\r\n");
        }
        to.getOutputStream().write(all.toString().getBytes(UTF_8));
    }

    /** Whoever leaves with something unread resets the connection. */
    private static void assertLeft(Socket socket) throws IOException {
        try {
            assertEquals(-1, socket.getInputStream().read());
        } catch (SocketException e) {
            // It is left as well.
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }

    private void awaitTold(String text) throws InterruptedException {
        await(() -> text.equals(streams.fresh(node)));
    }

    @Test
    void whatIsToldIsFreshForAWhile() throws Exception {
        streams.follow(List.of(node));
        try (Socket to = follower()) {
            assertNull(streams.fresh(node), "nothing was told yet");
            tell(to, HEAD, "retry: 1000\n\n", "data: {\"node\":2,\"a\"", ":\"é\"}\n\n");
            awaitTold("{\"node\":2,\"a\":\"é\"}");
            nanos.addAndGet(NodeStreams.FRESH_NANOS);
            assertNotNull(streams.fresh(node));
            nanos.incrementAndGet();
            assertNull(streams.fresh(node));
            tell(to, "", "data: {\"node\":2,\"b\":1}\n\ndata: {\"node\":2,\"b\":2}\n\n");
            awaitTold("{\"node\":2,\"b\":2}");
            streams.follow(List.of(node));
            assertNotNull(streams.fresh(node), "to follow again changes nothing");
            Neighbour moved = new Neighbour(2, "127.0.0.1", 1);
            assertNull(streams.fresh(moved), "another address is another node");
        }
        await(() -> streams.fresh(node) == null);
    }

    @Test
    void anEndedStreamIsBegunAnew() throws Exception {
        try (Socket to = follower()) {
            tell(to, HEAD, "data: {\"node\":2,\"is\":1}\n\n");
            awaitTold("{\"node\":2,\"is\":1}");
        }
        await(() -> streams.fresh(node) == null);
        try (Socket to = follower()) {
            tell(to, HEAD, "data: {\"node\":2,\"is\":2}\n\n");
            awaitTold("{\"node\":2,\"is\":2}");
        }
    }

    @Test
    void whoIsSomebodyElseTellsNothing() throws Exception {
        for (String head : new String[] {HEAD, HEAD.replace("200", "404")}) {
            for (String line : new String[] {"{\"node\":22,\"is\":1}", "{\"node\":3}", "<html>"}) {
                try (Socket to = follower()) {
                    tell(to, head, "data: " + line + "\n\n");
                    assertLeft(to);
                    assertNull(streams.fresh(node));
                }
            }
        }
    }

    @Test
    void whoIsNotFollowedAnyMoreIsLeft() throws Exception {
        try (Socket to = follower()) {
            tell(to, HEAD, "data: {\"node\":2,\"is\":1}\n\n");
            awaitTold("{\"node\":2,\"is\":1}");
            streams.follow(List.of());
            assertNull(streams.fresh(node));
            tell(to, "", "data: {\"node\":2,\"is\":2}\n\n");
            assertLeft(to);
            assertNull(streams.fresh(node));
        }
    }

    @Test
    void nobodyIsFollowedAfterTheEnd() throws Exception {
        server.setSoTimeout(500);
        streams.close();
        streams.follow(List.of(node));
        assertThrows(SocketTimeoutException.class, () -> server.accept().close());
    }

    @Test
    void aLineWithoutAnEndIsNoNodes() throws Exception {
        try (Socket to = follower()) {
            tell(to, HEAD);
            String mebibyte = "x".repeat(1 << 20);
            boolean isLeft = false;
            for (int i = 0; i < 64 && !isLeft; i++) {
                try {
                    tell(to, "", mebibyte);
                } catch (IOException e) {
                    isLeft = true;
                }
            }
            assertEquals(true, isLeft);
        }
    }
}
