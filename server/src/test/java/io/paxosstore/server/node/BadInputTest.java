package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.GoodbyeCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/** Bad input on every port gets one sentence, or is dropped; the node goes on. */
final class BadInputTest {
    private static EmbeddedCluster cluster;
    private static int space;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(3)
                        .storage(MemoryStorage::open)
                        .set("client.in-flight", "8")
                        .start();
        try (WireClient client = WireClient.connect(cluster, 1)) {
            space = assertInstanceOf(Response.Space.class, client.create("s")).space().id();
        }
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static void assertServes() throws Exception {
        try (WireClient client = WireClient.connect(cluster, 1)) {
            assertInstanceOf(Response.Written.class, client.put(space, "alive", "yes"));
        }
    }

    private static Response.Failure failure(FailureCode code, Response response) {
        Response.Failure failure = assertInstanceOf(Response.Failure.class, response);
        assertEquals(code, failure.code(), failure.sentence());
        return failure;
    }

    private static WireClient ungreeted() throws IOException {
        return new WireClient("127.0.0.1", cluster.member(1).clientPort());
    }

    @Test
    void garbageOnTheClientPortIsDropped() throws Exception {
        for (byte[] garbage : garbage()) {
            try (WireClient client = ungreeted()) {
                client.sendRaw(garbage);
                assertEquals(
                        GoodbyeCode.BAD_FRAME,
                        assertInstanceOf(Response.Goodbye.class, client.receive()).code());
                assertTrue(client.isClosed());
            }
        }
        assertServes();
    }

    private static List<byte[]> garbage() {
        byte[] random = new byte[500];
        new Random(1).nextBytes(random);
        return List.of(
                "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                "*1\r\n$4\r\nPING\r\n".getBytes(StandardCharsets.US_ASCII),
                new byte[64],
                random);
    }

    @Test
    void anotherProtocolVersionIsToldSo() throws Exception {
        try (WireClient client = ungreeted()) {
            Response.Goodbye goodbye =
                    assertInstanceOf(
                            Response.Goodbye.class, client.hello(Wire.PROTOCOL_VERSION + 1));
            assertEquals(GoodbyeCode.WRONG_VERSION, goodbye.code());
            assertEquals(
                    "The client speaks version 2 of the protocol, this server version 1; use the"
                            + " client of the server's release.",
                    goodbye.sentence());
            assertTrue(client.isClosed());
        }
        assertServes();
    }

    @Test
    void theFirstFrameMustBeAGreeting() throws Exception {
        try (WireClient client = ungreeted()) {
            Response answer = client.call(new Request.Ping(1));
            assertEquals(
                    GoodbyeCode.BAD_FRAME, assertInstanceOf(Response.Goodbye.class, answer).code());
        }
        assertServes();
    }

    @Test
    void aMalformedRequestIsRefusedAndTheConnectionGoesOn() throws Exception {
        try (WireClient client = WireClient.connect(cluster, 1)) {
            byte[] unknownType = {0, 0, 0, 9, 99, 0, 0, 0, 0, 0, 0, 0, 7};
            client.sendRaw(unknownType);
            assertEquals(7, failure(FailureCode.BAD_REQUEST, client.receive()).correlation());
            assertInstanceOf(Response.Written.class, client.put(space, "k", "v"));
        }
    }

    @Test
    void oversizeKeysAndValuesAreNamed() throws Exception {
        try (WireClient client = WireClient.connect(cluster, 1)) {
            Response.Failure key =
                    failure(FailureCode.KEY_TOO_LARGE, client.put(space, "k".repeat(4097), "v"));
            assertEquals(
                    "The key has 4097 bytes; this cluster allows at most 4096: use a shorter one,"
                            + " or raise limits.key-bytes on every node.",
                    key.sentence());
            assertEquals(4096, key.detail());
            failure(FailureCode.KEY_TOO_LARGE, client.read(space, "k".repeat(5000)));
            Response.Failure value =
                    failure(
                            FailureCode.VALUE_TOO_LARGE,
                            client.put(space, "k", "v".repeat((1 << 20) + 1)));
            assertEquals(
                    "The value has 1048577 bytes; this cluster allows at most 1048576: use a"
                            + " shorter one, or raise limits.value-bytes on every node.",
                    value.sentence());
            assertEquals(1 << 20, value.detail());
            failure(
                    FailureCode.VALUE_TOO_LARGE,
                    client.write(
                            space,
                            "k",
                            new KvOperation.CompareAndSet(
                                    new byte[(1 << 20) + 1], new byte[1], 0)));
            assertInstanceOf(
                    Response.Written.class,
                    client.put(space, "k".repeat(4096), "v".repeat(1 << 20)));
        }
    }

    @Test
    void aTimeToLiveThatIsTooLongIsRefused() throws Exception {
        try (WireClient client = WireClient.connect(cluster, 1)) {
            long longest = Wire.TTL_MILLIS_MAX;
            for (long ttlMillis : new long[] {longest + 1, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
                String sentence =
                        "The time to live is %d ms; use 1 to %d, or 0 for no expiry."
                                .formatted(ttlMillis, longest);
                for (KvOperation operation : expiring(ttlMillis)) {
                    Response.Failure refused =
                            failure(FailureCode.BAD_REQUEST, client.write(space, "x", operation));
                    assertTrue(refused.sentence().contains(sentence), refused.sentence());
                }
            }
            for (KvOperation operation : expiring(longest)) {
                assertInstanceOf(Response.Written.class, client.write(space, "x", operation));
            }
            assertTrue(
                    assertInstanceOf(Response.Value.class, client.read(space, "x")).found(),
                    "the longest time to live is not over at once");
        }
    }

    @Test
    void anExpiryBefore1970IsRefused() throws Exception {
        byte[] value = WireClient.bytes("1");
        try (WireClient client = WireClient.connect(cluster, 1)) {
            failure(
                    FailureCode.BAD_REQUEST,
                    client.write(
                            space,
                            "until",
                            new KvOperation.CompareVersionAndSetUntil(0, value, -1)));
            assertInstanceOf(
                    Response.Written.class,
                    client.write(
                            space,
                            "until",
                            new KvOperation.CompareVersionAndSetUntil(0, value, Long.MAX_VALUE)));
            assertTrue(assertInstanceOf(Response.Value.class, client.read(space, "until")).found());
        }
    }

    private static List<KvOperation> expiring(long ttlMillis) {
        byte[] value = WireClient.bytes("1");
        return List.of(
                new KvOperation.Put(value, ttlMillis),
                new KvOperation.PutIfAbsent(value, ttlMillis),
                new KvOperation.CompareAndSet(value, value, ttlMillis),
                new KvOperation.CompareVersionAndSet(1, value, ttlMillis),
                new KvOperation.Increment(1, ttlMillis));
    }

    @Test
    void unknownSpacesAreRefused() throws Exception {
        try (WireClient client = WireClient.connect(cluster, 1)) {
            for (int unknown : new int[] {999, 0, -1}) {
                failure(FailureCode.UNKNOWN_SPACE, client.put(unknown, "catalog", "v"));
                failure(FailureCode.UNKNOWN_SPACE, client.read(unknown, "catalog"));
            }
            failure(FailureCode.BAD_REQUEST, client.create("No Such Name"));
            failure(FailureCode.UNKNOWN_SPACE, client.drop("nowhere"));
        }
    }

    @Test
    void tooManyRequestsAtOnceAreOverloaded() throws Exception {
        try (WireClient client = WireClient.connect(cluster, 1)) {
            int sent = 200;
            for (int i = 0; i < sent; i++) {
                client.send(
                        new Request.KvRead(
                                1000 + i,
                                10_000,
                                space,
                                io.paxosstore.protocol.model.ReadMode.LINEARIZABLE,
                                WireClient.bytes("k" + i)));
            }
            int answered = 0;
            for (int i = 0; i < sent; i++) {
                Response response = client.receive();
                if (response instanceof Response.Failure) {
                    failure(FailureCode.OVERLOADED, response);
                }
                answered++;
            }
            assertEquals(sent, answered);
            assertInstanceOf(Response.Value.class, client.read(space, "k"));
        }
    }

    @Test
    void garbageOnThePeerPortIsDropped() throws Exception {
        for (byte[] garbage : garbage()) {
            try (Socket socket =
                    new Socket(InetAddress.getLoopbackAddress(), cluster.member(1).peerPort())) {
                socket.setSoTimeout(15_000);
                socket.getOutputStream().write(garbage);
                assertEquals(-1, socket.getInputStream().read());
            } catch (IOException e) {
                // A reset is a drop too: the rest of the garbage was never read.
                assertTrue(String.valueOf(e.getMessage()).contains("reset"), e.toString());
            }
        }
        assertServes();
    }

    @Test
    void anotherPeerProtocolVersionIsToldSo() throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), cluster.member(1).peerPort())) {
            socket.setSoTimeout(15_000);
            socket.getOutputStream().write(new byte[] {0, 0, 0, 6, 1, 0x50, 0x58, 0x50, 0x52, 5});
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] frame = new byte[in.readInt()];
            in.readFully(frame);
            assertEquals(3, frame[0]);
            assertEquals(
                    "It speaks version 5 of the peer protocol, this node version 7; run the same"
                            + " release on both.",
                    new String(frame, 2, frame[1], StandardCharsets.UTF_8));
            assertEquals(-1, in.read());
        }
        assertServes();
    }

    @Test
    void theAdminPortAnswersWhatItKnows() throws Exception {
        assertEquals(200, status("/livez"));
        assertEquals(200, status("/readyz"));
        assertEquals(200, status("/readyz?whole"));
        assertEquals(200, status("/api/topology"));
        assertEquals(404, status("/nothing"));
        String metrics = body("/metrics");
        assertTrue(metrics.contains("paxosstore_requests_total{outcome=\"written\""), metrics);
        assertTrue(metrics.contains("paxosstore_peers_connected{shard=\"0\"} 2.0"), metrics);
        assertTrue(metrics.contains("paxosstore_request_seconds_bucket{operation=\"read\""));
        assertTrue(metrics.contains("jvm_memory_used_bytes"));
        String verbose = body("/readyz?verbose");
        assertTrue(
                verbose.startsWith(
                        "node: ok\npeers: ok\nstanding: ok\ndisk: ok\ncatalog: ok\n"
                                + "topology: ok\nslots: ok\nredundancy: "),
                verbose);
        assertTrue(verbose.contains("\nmoves: nothing moves\ntopology age: "), verbose);
        assertTrue(verbose.contains("\nstore: whole\nsweep of shard 0: "), verbose);
    }

    @Test
    void everyFigureSaysWhatItMeans() throws Exception {
        String metrics = body("/metrics");
        List<String> silent =
                metrics.lines()
                        .filter(line -> line.startsWith("# TYPE paxosstore_"))
                        .map(line -> line.split(" ", -1)[2])
                        .filter(name ->
                                metrics.lines()
                                        .noneMatch(
                                                line -> line.matches("# HELP " + name + " \\S.*")))
                        .toList();
        assertEquals(List.of(), silent, "metrics.properties has a line for each");
        assertTrue(metrics.contains("paxosstore_build_info{java="), metrics);
        assertTrue(metrics.contains("paxosstore_peer_missing_seconds{address="), metrics);
    }

    /** Some rows of the table name several figures, the later ones by what they end with. */
    @Test
    void everyFigureIsDocumented() throws Exception {
        String document = Files.readString(Path.of("../docs/metrics.md"));
        List<String> ends =
                Pattern.compile("`\\.\\.\\.(_\\w+)`")
                        .matcher(document)
                        .results()
                        .map(match -> match.group(1))
                        .toList();
        List<String> silent =
                body("/metrics")
                        .lines()
                        .filter(line -> line.startsWith("# TYPE paxosstore_"))
                        .map(line -> line.split(" ", -1)[2])
                        .filter(name -> !document.contains("`" + name + "`"))
                        .filter(name -> ends.stream().noneMatch(name::endsWith))
                        .toList();
        assertEquals(List.of(), silent, "docs/metrics.md has a row for each");
    }

    @Test
    void theAdminPortKnowsHeadAndNamesWhatItKnows() throws Exception {
        HttpURLConnection head = open("/metrics");
        head.setRequestMethod("HEAD");
        assertEquals(200, head.getResponseCode());
        assertTrue(head.getContentLength() > 1000, "of the page it leaves out");
        assertEquals(0, head.getInputStream().readAllBytes().length);
        HttpURLConnection delete = open("/livez");
        delete.setRequestMethod("DELETE");
        assertEquals(405, delete.getResponseCode());
        assertEquals("GET, HEAD", delete.getHeaderField("Allow"));
    }

    @Test
    void garbageOnTheAdminPortIsRefused() throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), cluster.member(1).adminPort())) {
            socket.setSoTimeout(15_000);
            socket.getOutputStream()
                    .write("\0\1\2 nonsense\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            String answer =
                    new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(answer.startsWith("HTTP/1.1 400"), answer);
        }
        assertEquals(200, status("/livez"));
    }

    private static HttpURLConnection open(String path) throws IOException {
        URI uri = URI.create("http://127.0.0.1:" + cluster.member(1).adminPort() + path);
        return (HttpURLConnection) uri.toURL().openConnection();
    }

    private static int status(String path) throws IOException {
        return open(path).getResponseCode();
    }

    private static String body(String path) throws IOException {
        return new String(open(path).getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
