package io.paxosstore.bench.proxy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RandomSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** What a link does to the bytes of a connection. */
class LinkProxyTest {
    private static final int WAIT_MILLIS = 10_000;
    private static final int SILENCE_MILLIS = 200;

    private final RandomSource random = new RandomSource(1);
    private final Link forth = new Link(random.fork());
    private final Link back = new Link(random.fork());
    private final InetAddress loopback = InetAddress.getLoopbackAddress();

    @SuppressWarnings("NullAway.Init")
    private ServerSocket target;

    @SuppressWarnings("NullAway.Init")
    private LinkProxy proxy;

    @SuppressWarnings("NullAway.Init")
    private Socket near;

    @SuppressWarnings("NullAway.Init")
    private Socket far;

    @BeforeEach
    void connect() throws IOException {
        target = new ServerSocket(0, 10, loopback);
        target.setSoTimeout(WAIT_MILLIS);
        proxy = LinkProxy.open(0, target.getLocalPort(), forth, back);
        near = new Socket(loopback, proxy.port());
        far = target.accept();
        near.setSoTimeout(WAIT_MILLIS);
        far.setSoTimeout(WAIT_MILLIS);
    }

    @AfterEach
    void close() throws IOException {
        near.close();
        far.close();
        proxy.close();
        target.close();
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String receive(Socket socket, int length) throws IOException {
        byte[] bytes = new DataInputStream(socket.getInputStream()).readNBytes(length);
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    private static void assertSilent(Socket socket) throws IOException {
        socket.setSoTimeout(SILENCE_MILLIS);
        assertThrows(SocketTimeoutException.class, () -> socket.getInputStream().read());
        socket.setSoTimeout(WAIT_MILLIS);
    }

    /** The stream has ended, by a close or a reset. */
    private static void assertEnded(Socket socket) throws IOException {
        try {
            assertEquals(-1, socket.getInputStream().read());
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the connection is still open", e);
        } catch (IOException e) {
            // A reset is an end too.
        }
    }

    @Test
    void anOpenLinkPassesBothWaysAndTheEnd() throws IOException {
        send(near, "there");
        assertEquals("there", receive(far, 5));
        send(far, "back");
        assertEquals("back", receive(near, 4));
        near.close();
        assertEnded(far);
    }

    @Test
    void aCutInOneDirectionLosesAndEndsTheConnectionOnlyWhenItHeals() throws IOException {
        forth.mode(Link.Mode.CUT);
        send(near, "lost");
        assertSilent(far);
        send(far, "heard");
        assertEquals("heard", receive(near, 5));
        near.close();
        assertSilent(far);
        forth.mode(Link.Mode.OPEN);
        assertEnded(far);
    }

    @Test
    void aConnectionOpenedWhileCutReachesNobody() throws IOException {
        forth.mode(Link.Mode.CUT);
        try (Socket late = new Socket(loopback, proxy.port())) {
            late.setSoTimeout(WAIT_MILLIS);
            send(late, "hello");
            target.setSoTimeout(SILENCE_MILLIS);
            assertThrows(SocketTimeoutException.class, target::accept);
            forth.mode(Link.Mode.OPEN);
            assertEnded(late);
        }
    }

    @Test
    void aStalledLinkFillsTheSendersBuffersAndLosesNothing() throws IOException {
        forth.mode(Link.Mode.STALLED);
        byte[] sent = new byte[16 << 20];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = (byte) random.nextInt(256);
        }
        try (SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(loopback, proxy.port()))) {
            // The connection itself waits, too; it is made when the link opens.
            channel.configureBlocking(false);
            ByteBuffer buffer = ByteBuffer.wrap(sent);
            int idle = 0;
            while (buffer.hasRemaining() && idle < 1_000) {
                idle = channel.write(buffer) == 0 ? idle + 1 : 0;
            }
            assertTrue(buffer.hasRemaining(), "the sender never felt it");
            forth.mode(Link.Mode.OPEN);
            try (Socket end = target.accept()) {
                channel.configureBlocking(true);
                Thread sender =
                        Thread.startVirtualThread(() -> {
                            try {
                                while (buffer.hasRemaining()) {
                                    var _ = channel.write(buffer);
                                }
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        });
                end.setSoTimeout(WAIT_MILLIS);
                byte[] received = new DataInputStream(end.getInputStream()).readNBytes(sent.length);
                assertArrayEquals(sent, received);
                assertTrue(join(sender));
            }
        }
    }

    private static boolean join(Thread thread) {
        try {
            return thread.join(Duration.ofMillis(WAIT_MILLIS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void aDelayedLinkKeepsTheOrderAndDeliversNothingEarly() throws IOException {
        Duration delay = Duration.ofMillis(100);
        forth.delay(delay, delay);
        long start = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            send(near, Integer.toString(i));
        }
        assertEquals("0123456789", receive(far, 10));
        assertTrue(System.nanoTime() - start >= delay.toNanos());
    }

    @Test
    void aResetEndsBothSides() throws IOException {
        send(near, "x");
        assertEquals("x", receive(far, 1));
        proxy.reset();
        assertEnded(near);
        assertEnded(far);
    }
}
