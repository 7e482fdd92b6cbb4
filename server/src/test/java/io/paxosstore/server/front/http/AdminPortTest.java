package io.paxosstore.server.front.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.paxosstore.server.net.Transport;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Who asks the admin port for more than he reads has that of it alone which he waits for. */
@Timeout(120)
class AdminPortTest {
    /** More than sockets take in for who does not read. */
    private static final int PAGE_BYTES = 16 << 20;

    private static final int REQUEST_BYTES_MAX = 1 << 10;
    private static final Duration LONG = Duration.ofHours(1);
    private static final String METRICS = "GET /metrics HTTP/1.1\r\n\r\n";
    private static final String LIVE = "GET /livez HTTP/1.1\r\n\r\n";

    private final AtomicInteger made = new AtomicInteger();
    private final Health health = new Health();

    @SuppressWarnings("NullAway.Init") // every test opens it
    private AdminPort port;

    @SuppressWarnings("NullAway.Init")
    private InetSocketAddress address;

    /** Each page of figures is large, and begins with its number. */
    private String page() {
        String number = Integer.toString(made.incrementAndGet());
        return number + "x".repeat(PAGE_BYTES - number.length());
    }

    private void open(Duration silenceMax) throws Exception {
        port =
                new AdminPort(
                        Transport.choose(true),
                        1,
                        new AdminPages(health, this::page, () -> "{}"),
                        null,
                        new HostCheck("", List::of),
                        new AdminPort.Limits(REQUEST_BYTES_MAX, 8, silenceMax));
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            address = (InetSocketAddress) free.getLocalSocketAddress();
        }
        port.listen(address, /* sharePort= */ false);
    }

    @AfterEach
    void stop() throws InterruptedException {
        port.stop();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static void send(Socket socket, String requests) throws IOException {
        socket.getOutputStream().write(requests.getBytes(US_ASCII));
    }

    /** An answer's status and the beginning of its body, as {@code 200 ok}. */
    private static String answer(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            head.append((char) in.readUnsignedByte());
        }
        String length = head.toString().replaceAll("(?s).*content-length: (\\d+).*", "$1");
        byte[] body = new byte[Integer.parseInt(length)];
        in.readFully(body);
        String text = new String(body, 0, Math.min(body.length, 20), US_ASCII);
        return head.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length())
                + " "
                + text.replaceAll("(?s)[x\n].*", "");
    }

    @Test
    void whoDoesNotReadHasOneAnswerMadeAndWhoReadsHasAllInTheirOrder() throws Exception {
        open(LONG);
        try (Socket hasty = connect();
                Socket other = connect()) {
            send(hasty, LIVE + (METRICS + "GET /no HTTP/1.1\r\n\r\n").repeat(4) + LIVE);
            assertEquals("200 ok", answer(hasty), "so the others have come too");
            send(other, LIVE);
            assertEquals("200 ok", answer(other), "the port's only thread is free");
            assertEquals(1, made.get(), "pages made for who reads none");
            for (int number = 1; number <= 4; number++) {
                assertEquals("200 " + number, answer(hasty));
                assertTrue(answer(hasty).startsWith("404 "));
            }
            assertEquals("200 ok", answer(hasty));
            send(hasty, LIVE);
            assertEquals("200 ok", answer(hasty), "and what comes later");
        }
    }

    @Test
    void whoNeverReadsIsCutOff() throws Exception {
        open(Duration.ofMillis(300));
        try (Socket deaf = connect()) {
            OutputStream out = deaf.getOutputStream();
            byte[] requests = METRICS.repeat(1000).getBytes(US_ASCII);
            assertThrows(
                    IOException.class,
                    () -> {
                        while (true) { // waits when the sockets are full, until it is cut off
                            out.write(requests);
                        }
                    });
        }
        assertEquals(1, made.get(), "pages made");
    }

    /** What is refused before its end has one answer, and the next is not taken for it. */
    @Test
    void aRequestThatIsTooLongIsRefusedInItsTurn() throws Exception {
        open(LONG);
        try (Socket socket = connect()) {
            String large = "x".repeat(4 * REQUEST_BYTES_MAX);
            String tooLong =
                    "POST / HTTP/1.1\r\nContent-Length: " + large.length() + "\r\n\r\n" + large;
            String announced =
                    "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 9999\r\n\r\n";
            send(socket, METRICS + tooLong + LIVE + announced + LIVE);
            assertEquals("200 1", answer(socket));
            assertEquals("413 ", answer(socket));
            assertEquals("200 ok", answer(socket));
            assertEquals("413 ", answer(socket));
            assertEquals("200 ok", answer(socket));
        }
    }

    /** Many answers at once are no deeper calls. */
    @Test
    void manySmallOnesAreAnswered() throws Exception {
        open(LONG);
        int count = 5_000;
        try (Socket socket = connect()) {
            Thread sender =
                    Thread.startVirtualThread(() -> {
                        try {
                            send(socket, LIVE.repeat(count));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
            byte[] one = new byte[1 << 16];
            int oks = 0;
            StringBuilder rest = new StringBuilder();
            while (oks < count) {
                int length = socket.getInputStream().read(one);
                assertTrue(length > 0, "closed after " + oks);
                rest.append(new String(one, 0, length, US_ASCII));
                int end;
                while ((end = rest.indexOf("ok\n")) >= 0) {
                    rest.delete(0, end + 3);
                    oks++;
                }
            }
            sender.join();
        }
    }
}
