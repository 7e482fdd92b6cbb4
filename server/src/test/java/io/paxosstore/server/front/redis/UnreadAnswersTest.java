package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.node.MetricSums;
import io.paxosstore.server.node.WireClient;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Many clients that ask for what is small, so that nothing of it is refused, and read none of it.
 * Others are served all the same, with what is large, too: for that who reads nothing is cut off,
 * long before his time limit has passed.
 */
final class UnreadAnswersTest {
    private static final String UNREAD = "paxosstore_clients_closed_total{reason=\"unread\"";
    private static final int MIB = 1 << 20;
    private static final int BUDGET_BYTES = 24 * MIB;
    private static final int CLIENTS = 60;

    private static EmbeddedCluster cluster;
    private static int space;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(3)
                        .set("redis.enabled", "true")
                        .set("server.shards", "2")
                        .set("server.memory", BUDGET_BYTES + "B")
                        .set("client.answer-timeout", "10m")
                        .set("client.outgoing-bytes", "4MiB")
                        .start();
        try (WireClient client = WireClient.connect(cluster, 1)) {
            space = assertInstanceOf(Response.Space.class, client.create("s")).space().id();
            KvOperation put = new KvOperation.Put(new byte[15 * 1024], 0);
            assertInstanceOf(Response.Written.class, client.write(space, "k", put));
        }
        try (RespClient redis = new RespClient(cluster.redisAddress(1))) {
            assertEquals("+OK", redis.ask("SET", "large", new byte[MIB]));
        }
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static double figure(String name) {
        return MetricSums.of(cluster, 1, name);
    }

    /**
     * @param last what comes after the commands whose replies are not read
     */
    @ParameterizedTest
    @ValueSource(strings = {"PING", "QUIT"})
    void clientsOfRedis(String last) throws Exception {
        double before = figure(UNREAD);
        List<Socket> clients = new ArrayList<>();
        try (SlowReader honest = new SlowReader()) {
            for (int c = 0; c < CLIENTS; c++) {
                Socket client = connectToRedis();
                clients.add(client);
                ask(client, 250, last);
            }
            assertServesBothWithinTheBudget(before);
            assertFalse(honest.isCutOff(), "who reads is not cut off");
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    private static Socket connectToRedis() throws IOException {
        Socket client = new Socket();
        client.setReceiveBufferSize(4096);
        client.connect(cluster.redisAddress(1));
        return client;
    }

    /** It may be cut off while it still asks. */
    private static void ask(Socket client, int commands, String last) {
        byte[] command = RespClient.command("COMMAND");
        try {
            for (int i = 0; i < commands; i++) {
                client.getOutputStream().write(command);
            }
            client.getOutputStream().write(RespClient.command(last));
        } catch (IOException e) {
            assertTrue(client.isConnected(), e::toString);
        }
    }

    /** Asks for much and reads it in small portions, all the time. */
    private static final class SlowReader implements AutoCloseable {
        private final Socket socket = connectToRedis();
        private final ScheduledExecutorService pace = Executors.newSingleThreadScheduledExecutor();
        private final byte[] portion = new byte[64 * 1024];
        private volatile boolean isCutOff;

        SlowReader() throws IOException {
            ask(socket, 1000, "PING");
            var _ = pace.scheduleWithFixedDelay(this::read, 10, 10, TimeUnit.MILLISECONDS);
        }

        private void read() {
            try {
                isCutOff |= socket.getInputStream().read(portion) < 0;
            } catch (IOException e) {
                isCutOff = true;
            }
        }

        boolean isCutOff() {
            return isCutOff;
        }

        @Override
        public void close() throws IOException {
            pace.shutdownNow();
            socket.close();
        }
    }

    @Test
    void clients() throws Exception {
        double before = figure(UNREAD);
        List<WireClient> clients = new ArrayList<>();
        try {
            for (int c = 0; c < CLIENTS; c++) {
                WireClient client = WireClient.connect(cluster, 1);
                clients.add(client);
                askWithoutReading(client);
            }
            assertServesBothWithinTheBudget(before);
        } finally {
            for (WireClient client : clients) {
                client.close();
            }
        }
    }

    private static void askWithoutReading(WireClient client) {
        try {
            for (int i = 0; i < 600; i++) {
                client.send(read(100 + i));
            }
        } catch (IOException e) {
            assertEquals(SocketException.class, e.getClass(), e::toString);
        }
    }

    private static Request read(long correlation) {
        return new Request.KvRead(
                correlation,
                10_000,
                space,
                ReadMode.LINEARIZABLE,
                "k".getBytes(StandardCharsets.UTF_8));
    }

    private static void assertServesBothWithinTheBudget(double cutOffBefore) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        try (RespClient redis = new RespClient(cluster.redisAddress(1));
                WireClient client = WireClient.connect(cluster, 1)) {
            int after = 0;
            for (int i = 0; after < 5 && System.nanoTime() < end; i++) {
                String key = "small" + i;
                assertEquals("+OK", redis.askWithin(20, "SET", key, "v"));
                assertEquals("v", redis.askWithin(20, "GET", key));
                assertEquals(MIB, redis.askWithin(20, "GET", "large").toString().length());
                JedisClients.await(
                        "written",
                        TimeUnit.SECONDS.toNanos(5),
                        () -> client.put(space, key, "v") instanceof Response.Written);
                double used = figure("paxosstore_memory_used_bytes");
                assertTrue(used <= 1.5 * BUDGET_BYTES, "used " + used);
                after += figure(UNREAD) > cutOffBefore ? 1 : 0;
            }
            assertEquals(5, after, "served after some were cut off");
        }
    }
}
