package io.paxosstore.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;

/** A screen that somebody looks at, resizes and leaves; no node answers meanwhile. */
@Timeout(60)
final class FollowingTest {
    private static final String ENTER = "\033[?1049h";
    private static final String LEAVE = "\033[?1049l";

    /** What a terminal was sent; waits until something of it came. */
    private static final class Received extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int next) {
            bytes.write(next);
            notifyAll();
        }

        @Override
        public synchronized void write(byte[] all, int from, int length) {
            bytes.write(all, from, length);
            notifyAll();
        }

        synchronized String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }

        synchronized int await(String part, int from) throws IOException {
            while (text().indexOf(part, from) < 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new InterruptedIOException(text());
                }
            }
            return text().indexOf(part, from) + part.length();
        }
    }

    private interface Play {
        void play(LineDisciplineTerminal terminal, Received received) throws Exception;
    }

    /** Runs it until it has been left; what the terminal was sent. */
    private static String follow(Size size, boolean isColoured, Play play) throws Exception {
        Received received = new Received();
        try (LineDisciplineTerminal terminal =
                new LineDisciplineTerminal(
                        "test", "xterm-256color", received, StandardCharsets.UTF_8)) {
            terminal.setSize(size);
            Attributes before = terminal.getAttributes();
            FutureTask<Void> top =
                    new FutureTask<>(
                            () ->
                                    Top.follow(
                                            terminal,
                                            List.of("127.0.0.1:1"),
                                            Duration.ofMillis(200),
                                            isColoured),
                            null);
            Thread.ofPlatform().daemon().start(top);
            play.play(terminal, received);
            top.get();
            assertEquals(before.toString(), terminal.getAttributes().toString());
        }
        return received.text();
    }

    @Test
    void itLeavesTheTerminalAsItWas() throws Exception {
        for (String key : List.of("q", "\003", "\004")) {
            String sent =
                    follow(
                            Size.of(80, 24),
                            false,
                            (terminal, received) -> {
                                var _ = received.await("No node answers: 127.0.0.1:1", 0);
                                terminal.processInputBytes(key.getBytes(StandardCharsets.US_ASCII));
                            });
            assertTrue(sent.startsWith(ENTER) || sent.indexOf(ENTER) < 20, "begins its own screen");
            assertTrue(
                    sent.lastIndexOf(LEAVE) > sent.lastIndexOf("No node answers"),
                    "and leaves it at the end");
            assertFalse(sent.matches("(?s).*\033\\[[0-9;]*m.*[a-z].*"), "no colours: " + sent);
        }
    }

    @Test
    void itFollowsTheSizeOfTheTerminal() throws Exception {
        var _ =
                follow(
                        Size.of(0, 0),
                        true,
                        (terminal, received) -> {
                            int at = received.await("No node answers", 0);
                            terminal.setSize(Size.of(20, 3));
                            terminal.raise(Terminal.Signal.WINCH);
                            at = received.await("!! cluster", at);
                            terminal.setSize(Size.of(1, 1));
                            terminal.raise(Terminal.Signal.WINCH);
                            terminal.setSize(Size.of(200, 50));
                            terminal.raise(Terminal.Signal.WINCH);
                            at = received.await("No node answers", at);
                            terminal.raise(Terminal.Signal.CONT);
                            at = received.await(ENTER, at);
                            at = received.await("No node answers", at);
                            terminal.raise(Terminal.Signal.INT);
                        });
    }
}
