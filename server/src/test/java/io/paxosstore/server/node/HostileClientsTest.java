package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.WriteId;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Clients that ask for more than a node has memory for, that do not read what they asked for, or
 * that do not end what they began: they are served in turn, refused or cut off, others are served,
 * and afterwards no memory is in use.
 */
final class HostileClientsTest {
    private static final int MIB = 1 << 20;
    private static final int BUDGET_BYTES = 24 * MIB;
    private static final int ADMIN_CONNECTIONS = 8;
    private static final int GREETINGS = 16;
    private static final int CONNECTIONS = 40;

    private static EmbeddedCluster cluster;
    private static int space;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(3)
                        .set("server.shards", "2")
                        .set("server.memory", BUDGET_BYTES + "B")
                        .set("client.frame-timeout", "2s")
                        .set("client.answer-timeout", "2s")
                        .set("client.connections", Integer.toString(CONNECTIONS))
                        .set("admin.connections", Integer.toString(ADMIN_CONNECTIONS))
                        .set("peer.greetings", Integer.toString(GREETINGS))
                        .start();
        try (WireClient client = WireClient.connect(cluster, 1)) {
            space = assertInstanceOf(Response.Space.class, client.create("s")).space().id();
            for (int i = 0; i < 8; i++) {
                assertInstanceOf(Response.Written.class, client.write(space, "large" + i, put()));
            }
        }
    }

    private static KvOperation put() {
        return new KvOperation.Put(new byte[MIB], 0);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** A leak shows as a budget that is in use although nobody asks for anything. */
    @AfterEach
    void nothingIsKept() throws Exception {
        awaitFigure("paxosstore_memory_used_bytes", 0);
    }

    private static double figure(String name) {
        return figure(1, name);
    }

    private static double figure(int node, String name) {
        return MetricSums.of(cluster, node, name);
    }

    private static void awaitFigure(String name, double wanted) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (figure(name) != wanted && System.nanoTime() < end) {
            Thread.sleep(20);
        }
        assertEquals(wanted, figure(name), name);
    }

    private static void awaitMore(String name, double than) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (figure(name) <= than && System.nanoTime() < end) {
            Thread.sleep(20);
        }
        assertTrue(figure(name) > than, name);
    }

    private static void assertServes() throws Exception {
        try (WireClient client = WireClient.connect(cluster, 1)) {
            for (int i = 0; i < 20; i++) {
                assertInstanceOf(Response.Written.class, client.put(space, "small" + i, "v"));
                assertInstanceOf(Response.Value.class, client.read(space, "small" + i));
            }
        }
    }

    private static Request read(long correlation, int key) {
        return new Request.KvRead(
                correlation,
                10_000,
                space,
                ReadMode.LINEARIZABLE,
                ("large" + key).getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] frame(long correlation) {
        Request write =
                new Request.KvWrite(
                        correlation,
                        new WriteId(
                                ((System.currentTimeMillis() / 1000) << 32) + correlation, 0, 1),
                        10_000,
                        space,
                        "unfinished".getBytes(StandardCharsets.UTF_8),
                        put());
        ByteBuffer out = ByteBuffer.allocate(2 * MIB);
        RequestCodec.encode(write, out);
        return Arrays.copyOf(out.array(), out.position());
    }

    /** Each of so many more clients announces a frame, and brings nearly all of it. */
    private static void bringUnfinished(List<WireClient> clients, int count) throws Exception {
        byte[] frame = frame(7);
        for (int c = 0; c < count; c++) {
            WireClient client = WireClient.connect(cluster, 1);
            clients.add(client);
            client.sendRaw(Arrays.copyOf(frame, frame.length - 1));
        }
    }

    @Test
    void aThousandReadsAtOnceAreServedInTurnOrRefused() throws Exception {
        int reads = 400;
        double mostUsed = 0;
        int values = 0;
        try (WireClient client = WireClient.connect(cluster, 1)) {
            for (int i = 0; i < reads; i++) {
                client.send(read(100 + i, i % 8));
            }
            for (int i = 0; i < reads; i++) {
                Response answer = client.receiveAnswer();
                if (i % 20 == 0) {
                    mostUsed = Math.max(mostUsed, figure("paxosstore_memory_used_bytes"));
                }
                if (answer instanceof Response.Value value) {
                    assertEquals(MIB, value.value().length);
                    values++;
                } else {
                    Response.Failure failure = assertInstanceOf(Response.Failure.class, answer);
                    assertEquals(FailureCode.OVERLOADED, failure.code(), failure.sentence());
                }
            }
        }
        assertTrue(values > 0, "some are served");
        assertTrue(mostUsed > 0 && mostUsed <= BUDGET_BYTES, "used " + mostUsed);
    }

    @Test
    void whoDoesNotReadIsCutOffAndHoldsNobodyUp() throws Exception {
        double before = figure("paxosstore_clients_closed_total{reason=\"unread\"");
        List<WireClient> slow = new ArrayList<>();
        try {
            for (int c = 0; c < 12; c++) {
                WireClient client = WireClient.connect(cluster, 1);
                slow.add(client);
                for (int i = 0; i < 100; i++) {
                    client.send(read(100 + i, i % 8));
                }
            }
            assertServes();
            assertTrue(
                    figure("paxosstore_memory_used_bytes") <= BUDGET_BYTES,
                    "used " + figure("paxosstore_memory_used_bytes"));
            // Of the others, all that they were answered is on its way: the rest was refused.
            awaitMore("paxosstore_clients_closed_total{reason=\"unread\"", before);
            assertServes();
        } finally {
            close(slow);
        }
    }

    @Test
    void unfinishedFramesAreRefusedAndEndedInTime() throws Exception {
        double before = figure("paxosstore_clients_closed_total{reason=\"unfinished\"");
        List<WireClient> clients = new ArrayList<>();
        try {
            bringUnfinished(clients, 30);
            assertServes();
            double used = figure("paxosstore_memory_used_bytes");
            assertTrue(used <= BUDGET_BYTES * 0.75, "used " + used);
            assertTrue(figure("paxosstore_memory_refused_total") > 0, "some were refused");
            awaitFigure(
                    "paxosstore_clients_closed_total{reason=\"unfinished\"",
                    before + clients.size());
        } finally {
            close(clients);
        }
        assertServes();
    }

    @Test
    void aFrameWithoutMemoryIsRefusedByNameAndTheConnectionGoesOn() throws Exception {
        byte[] frame = frame(7);
        List<WireClient> clients = new ArrayList<>();
        try {
            bringUnfinished(clients, 20);
            try (WireClient late = WireClient.connect(cluster, 1)) {
                late.sendRaw(frame);
                Response.Failure refused = assertInstanceOf(Response.Failure.class, late.receive());
                assertEquals(FailureCode.OVERLOADED, refused.code());
                assertEquals(7, refused.correlation());
                assertInstanceOf(Response.Written.class, late.put(space, "after", "it"));
            }
        } finally {
            close(clients);
        }
    }

    /** Large values of others come through peers' frames, for which there must always be room. */
    @Test
    void clientsThatTakeAllMemoryDoNotPartTheNodes() throws Exception {
        String lost = "paxosstore_peer_messages_dropped_total{reason=\"disconnected\"";
        double lostBefore = figure(2, lost);
        List<WireClient> clients = new ArrayList<>();
        try {
            bringUnfinished(clients, 20);
            awaitMore("paxosstore_memory_refused_total", 0);
            awaitMore("paxosstore_memory_used_bytes", BUDGET_BYTES / 2.0 - MIB);
            try (WireClient other = WireClient.connect(cluster, 2)) {
                for (int i = 0; i < 8; i++) {
                    assertInstanceOf(
                            Response.Written.class, other.write(space, "large" + i, put()));
                }
            }
            assertEquals(lostBefore, figure(2, lost), "messages that found no connection");
        } finally {
            close(clients);
        }
    }

    @Test
    void largeWritesOfManyClientsAreDoneOrRefused() throws Exception {
        byte[] frame = frame(9);
        List<WireClient> clients = new ArrayList<>();
        int written = 0;
        try {
            for (int c = 0; c < 24; c++) {
                clients.add(WireClient.connect(cluster, 1));
            }
            for (WireClient client : clients) {
                client.sendRaw(frame);
            }
            for (WireClient client : clients) {
                Response answer = client.receiveAnswer();
                if (answer instanceof Response.Written) {
                    written++;
                } else {
                    Response.Failure failure = assertInstanceOf(Response.Failure.class, answer);
                    assertTrue(
                            failure.code().isNotDone(), failure.code() + " " + failure.sentence());
                }
            }
        } finally {
            close(clients);
        }
        assertTrue(written > 0, "some are done");
    }

    @Test
    void oneConnectionTooManyIsTurnedAway() throws Exception {
        List<WireClient> clients = new ArrayList<>();
        try {
            awaitFigure("paxosstore_clients_connected", 0);
            for (int c = 0; c < CONNECTIONS; c++) {
                clients.add(WireClient.connect(cluster, 1));
            }
            var self = cluster.member(1);
            try (WireClient late = new WireClient(self.host(), self.clientPort())) {
                Response.Goodbye goodbye = assertInstanceOf(Response.Goodbye.class, late.receive());
                assertEquals(
                        "This node serves 40 connections already (client.connections).",
                        goodbye.sentence());
                assertTrue(late.isClosed());
            }
        } finally {
            close(clients);
        }
    }

    @Test
    void halfOpenRequestsDoNotKeepAProbeOut() throws Exception {
        var self = cluster.member(1);
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 5 * ADMIN_CONNECTIONS; i++) {
                Socket socket = new Socket(self.host(), self.adminPort());
                socket.getOutputStream().write("GET /livez HT".getBytes(StandardCharsets.US_ASCII));
                silent.add(socket);
            }
            URI probe = URI.create("http://" + self.host() + ":" + self.adminPort() + "/livez");
            HttpURLConnection asking = (HttpURLConnection) probe.toURL().openConnection();
            asking.setReadTimeout(5000);
            assertEquals(200, asking.getResponseCode());
            // The first ones are gone.
            assertTrue(isEnded(silent.getFirst()));
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    /** Also by a reset: what it had sent may not have been read before. */
    private static boolean isEnded(Socket socket) throws IOException {
        socket.setSoTimeout(5000);
        try {
            return socket.getInputStream().read() == -1;
        } catch (SocketException e) {
            return true;
        }
    }

    @Test
    void strangersOnThePeerPortTakeNoNodesPlace() throws Exception {
        var self = cluster.member(1);
        List<Socket> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < 3 * GREETINGS; i++) {
                strangers.add(new Socket(self.host(), self.peerPort()));
            }
            cluster.node(3).stop();
            cluster.node(3).start();
            cluster.awaitReady();
            strangers.getFirst().setSoTimeout(5000);
            assertEquals(-1, strangers.getFirst().getInputStream().read());
        } finally {
            for (Socket socket : strangers) {
                socket.close();
            }
        }
        assertServes();
    }

    private static void close(List<WireClient> clients) throws IOException {
        for (WireClient client : clients) {
            client.close();
        }
    }
}
