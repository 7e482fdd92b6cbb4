package io.paxosstore.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** A node whose admin port does what no node does; its client port is closed. */
@Timeout(60)
final class NodeWatchTest {
    /** Of those who wait for an answer that comes. */
    private static final Duration LONG = Duration.ofSeconds(50);

    /** Of those who wait in vain. */
    private static final Duration SHORT = Duration.ofMillis(200);

    private final Semaphore answers = new Semaphore(0);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AdminPages patient = new AdminPages(LONG);
    private final AdminPages hasty = new AdminPages(SHORT);
    private final Queue<Socket> held = new ConcurrentLinkedQueue<>();
    private ServerSocket port;
    private volatile String says = "";

    @BeforeEach
    void open() throws IOException {
        port = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
    }

    /** Says it to everybody and then nothing more. */
    private void serve() {
        try {
            while (true) {
                Socket socket = port.accept();
                held.add(socket);
                var _ = socket.getInputStream().read();
                OutputStream out = socket.getOutputStream();
                out.write(says.getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    @AfterEach
    void close() throws IOException {
        port.close();
        for (Socket socket : held) {
            socket.close();
        }
        threads.shutdownNow();
        patient.close();
        hasty.close();
    }

    private NodeWatch watch(AdminPages pages) {
        return new NodeWatch(new NodePlace(1, "127.0.0.1", 1, port.getLocalPort()), pages);
    }

    private Answer answer(String answer) throws InterruptedException {
        return answer(answer, patient);
    }

    private Answer answer(String answer, AdminPages pages) throws InterruptedException {
        says = answer;
        NodeWatch watch = watch(pages);
        watch.ask(threads, answers::release);
        answers.acquire();
        return watch.voice().answer();
    }

    private static String ok(String body) {
        return "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: "
                + body.length()
                + "\r\n\r\n"
                + body;
    }

    @Test
    void whatItSaysIsTold() throws Exception {
        Answer.Told told =
                assertInstanceOf(Answer.Told.class, answer(ok("{\"node\": 1, \"millis\": 5}")));
        assertEquals(5, told.portrait().millis());
    }

    @Test
    void whatIsNoAnswerIsSilence() throws Exception {
        assertEquals(new Answer.Silent(AdminPages.LATE), answer("", hasty));
        assertEquals(new Answer.Silent("answers with status 302"), answer(status(302)));
        assertEquals(new Answer.Silent("is not who answers"), answer(ok("{\"node\": 2}")));
        assertEquals(new Answer.Silent("answers something that is no JSON"), answer(ok("<a>")));
        assertEquals(new Answer.Silent("answers no object"), answer(ok("null")));
        assertInstanceOf(Answer.Silent.class, answer("\0\0\0\1 garbage \033[2J\r\n\r\n"));
        assertInstanceOf(
                Answer.Silent.class,
                answer(ok("{\"node\": 1" + " ".repeat(9 << 20) + "}")),
                "an answer that is too long");
    }

    private static String status(int status) {
        return "HTTP/1.1 " + status + " Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
    }

    /** The head came in time, so no deadline of HTTP ends it. */
    @Test
    void anAnswerThatStandsStillIsSilence() throws Exception {
        says = "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{";
        NodeWatch watch = watch(hasty);
        assertInstanceOf(Answer.Awaited.class, watch.voice().answer());
        watch.ask(threads, answers::release);
        while (watch.waitedNanos() <= SHORT.toNanos()) {
            Thread.onSpinWait();
            watch.ask(threads, answers::release); // no second question meanwhile
        }
        assertEquals(new Answer.Silent(AdminPages.LATE), watch.voice().answer());
        assertTrue(held.size() <= 1, "one question");
    }
}
