package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.server.config.Contact;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.node.NodeConversation.NotNowException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Whoever answers at a client port may be anybody, and may answer anything, or hardly ever. */
@Timeout(60)
final class NodeConversationTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(300);

    private static final int PAUSE_MILLIS = 20;

    /** What somebody does who has been connected to. */
    private interface Somebody {
        void speak(Socket socket) throws IOException;
    }

    private static ServerSocket listening(Somebody somebody) throws IOException {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread.ofVirtual()
                .start(() -> {
                    try (Socket socket = server.accept()) {
                        somebody.speak(socket);
                    } catch (IOException e) {
                        Thread.currentThread().interrupt(); // whoever listened has gone
                    }
                });
        return server;
    }

    private static void write(OutputStream out) {
        try {
            out.write(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // whoever listened has gone: no more is written
        }
    }

    /** Until the other one has closed the connection, whatever it says before. */
    private static void awaitEnd(Socket socket) throws IOException {
        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    }

    private static void converse(ServerSocket server, Duration patience) throws Exception {
        Contact contact =
                new Contact(
                        InetAddress.getLoopbackAddress().getHostAddress(), server.getLocalPort());
        new NodeConversation(contact, "paxosstore", 1, patience).close();
    }

    @Test
    void aNodeAnswers() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1)) {
            Contact contact = new Contact(cluster.member(1).host(), cluster.member(1).clientPort());
            try (NodeConversation conversation =
                    new NodeConversation(contact, "paxosstore", 9, LONG)) {
                assertEquals(
                        7,
                        assertInstanceOf(
                                        Response.NodeStatus.class,
                                        conversation.ask(new Request.Status(7)))
                                .correlation());
            }
            StartException foreign =
                    assertThrows(
                            StartException.class,
                            () -> new NodeConversation(contact, "another", 9, LONG));
            assertTrue(String.valueOf(foreign.getMessage()).contains("'another'"));
        }
    }

    @Test
    void whoeverEndsTheConnectionDoesNotAnswer() throws Exception {
        try (ServerSocket server = listening(socket -> {})) {
            assertThrows(NotNowException.class, () -> converse(server, LONG));
        }
    }

    /** A byte now and then is an answer in a year. */
    @Test
    void whoeverIsSlowIsNotWaitedForLonger() throws Exception {
        try (ServerSocket server =
                listening(socket -> {
                    OutputStream out = socket.getOutputStream();
                    out.write(new byte[] {0, 0, 1, 0});
                    try (ScheduledExecutorService slowly =
                            Executors.newSingleThreadScheduledExecutor()) {
                        var _ =
                                slowly.scheduleAtFixedRate(
                                        () -> write(out), 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
                        awaitEnd(socket);
                    }
                })) {
            assertThrows(SocketTimeoutException.class, () -> converse(server, SHORT));
        }
    }

    @Test
    void whoeverSaysNothingIsNotWaitedForLonger() throws Exception {
        try (ServerSocket server = listening(NodeConversationTest::awaitEnd)) {
            assertThrows(SocketTimeoutException.class, () -> converse(server, SHORT));
        }
    }
}
