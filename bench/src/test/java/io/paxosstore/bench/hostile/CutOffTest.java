package io.paxosstore.bench.hostile;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.wire.Wire;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Clients that stall a server are there again after it has cut them off. */
final class CutOffTest {
    private static final int LONG_SECONDS = 60;
    private static final int SILENCE_MILLIS = 100;

    /** Welcomes everybody, and cuts everybody off who is silent for a moment. */
    private static final class Strict implements AutoCloseable {
        private final ServerSocket listening =
                new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        private final CountDownLatch enough;

        Strict(int connections) throws IOException {
            enough = new CountDownLatch(connections);
            Thread.ofPlatform().daemon().name("strict").start(this::accept);
        }

        private void accept() {
            try {
                while (true) {
                    Socket socket = listening.accept();
                    enough.countDown();
                    Thread.startVirtualThread(() -> serve(socket));
                }
            } catch (IOException e) {
                // Closed: the test is over.
            }
        }

        private static void serve(Socket accepted) {
            try (Socket socket = accepted) {
                socket.setSoTimeout(SILENCE_MILLIS);
                socket.setSoLinger(true, 0);
                byte[] welcome = ByteBuffer.allocate(Wire.LENGTH_BYTES + 1).putInt(1).array();
                socket.getOutputStream().write(welcome);
                InputStream in = socket.getInputStream();
                byte[] buffer = new byte[1 << 16];
                while (in.read(buffer) >= 0) {
                    // Nobody needs it.
                }
            } catch (SocketTimeoutException e) {
                // That was the silence.
            } catch (IOException e) {
                // The client has gone.
            }
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"SLOW_READERS, 4", "UNFINISHED, 143"})
    void theyComeAgain(AttackKind kind, int size) throws Exception {
        try (Strict server = new Strict(2 * size)) {
            int port = server.listening.getLocalPort();
            ClusterLayout.Node node = new ClusterLayout.Node(1, port, port, port);
            Target target =
                    new Target(new ClusterLayout(Collections.nCopies(3, node)), 1, 1 << 24, 0);
            Until until = Until.in(Duration.ofSeconds(LONG_SECONDS));
            Thread attack =
                    Thread.startVirtualThread(() -> {
                        try {
                            kind.attack().run(target, new RandomSource(1), until);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    });
            try {
                assertTrue(server.enough.await(LONG_SECONDS, TimeUnit.SECONDS), "they stay away");
            } finally {
                attack.interrupt();
                attack.join();
            }
        }
    }
}
