package io.paxosstore.server.front.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paxosstore.client.Codec;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** What the admin port lets out to browsers, and to whom not. */
@Timeout(120)
class ConsoleHttpTest {
    private static final String NO_FIELD = "X-Nothing: here";

    private final List<EmbeddedCluster> clusters = new ArrayList<>();

    private int port(String... settings) throws Exception {
        EmbeddedCluster.Builder builder = EmbeddedCluster.builder(1);
        for (int i = 0; i < settings.length; i += 2) {
            builder.set(settings[i], settings[i + 1]);
        }
        EmbeddedCluster cluster = builder.start();
        clusters.add(cluster);
        return cluster.member(1).adminPort();
    }

    @AfterEach
    void close() {
        clusters.forEach(EmbeddedCluster::close);
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        return socket;
    }

    /** The whole answer, headers in lower case as they are; the connection is closed after it. */
    private static String get(int port, String path, String... headers) throws IOException {
        StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        if (path.startsWith("/api/console/") && !List.of(headers).contains(NO_FIELD)) {
            request.append("X-PaxosStore-Console: test\r\n");
        }
        request.append("Connection: close\r\n\r\n");
        try (Socket socket = connect(port)) {
            socket.getOutputStream().write(request.toString().getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static void assertStatus(int status, String answer) {
        assertTrue(answer.startsWith("HTTP/1.1 " + status), answer);
    }

    @Test
    void pagesComeFromHereAloneAndAreKeptByBrowsers() throws Exception {
        int port = port();
        String page = get(port, "/", "Host: localhost:" + port);
        assertStatus(200, page);
        assertTrue(page.contains("default-src 'none'; script-src 'self'"), page);
        assertTrue(page.contains("frame-ancestors 'none'"), page);
        assertTrue(page.contains("nosniff"), page);
        assertTrue(page.contains("<title>PaxosStore</title>"), page);
        String tag = page.replaceAll("(?s).*etag: (\\S+).*", "$1");
        assertStatus(304, get(port, "/", "Host: localhost", "If-None-Match: " + tag));
        String packed = get(port, "/console/app.js", "Host: [::1]", "Accept-Encoding: gzip, br");
        assertStatus(200, packed);
        assertTrue(packed.contains("content-encoding: gzip"), packed);
        assertStatus(404, get(port, "/console/../console/app.js", "Host: localhost"));
        assertStatus(404, get(port, "/console/nothing", "Host: localhost"));
        assertStatus(404, get(port, "/api/console/nothing", "Host: localhost"));
        assertStatus(200, get(port, "/livez", "Host: anything.example"));
    }

    @Test
    void pagesFromElsewhereAreAnsweredNothing() throws Exception {
        int port = port("console.hosts", "store.example,other.example");
        for (String host :
                new String[] {
                    "evil.example",
                    "evil.example:" + port,
                    "localhost.evil.example",
                    "127.0.0.1.evil"
                }) {
            for (String path : new String[] {"/", "/api/console/node", "/api/console/live"}) {
                String answer = get(port, path, "Host: " + host);
                assertStatus(403, answer);
                assertTrue(answer.contains("console.hosts"), answer);
            }
        }
        for (String host :
                new String[] {
                    "127.0.0.1", "[::1]:80", "LOCALHOST", "store.example", "Other.Example:1"
                }) {
            assertStatus(200, get(port, "/api/console/node", "Host: " + host));
        }
        assertStatus(
                403,
                get(port, "/api/console/node", "Host: localhost", "Sec-Fetch-Site: cross-site"));
        assertStatus(
                200,
                get(port, "/api/console/node", "Host: localhost", "Sec-Fetch-Site: same-origin"));
        assertStatus(403, get(port, "/api/console/node", "Host: localhost", NO_FIELD));
        for (String path : new String[] {"/api/console/node", "/api/console/live"}) {
            assertStatus(403, get(port, path, "Host: localhost", "Origin: http://evil.example"));
            assertStatus(403, get(port, path, "Host: localhost:1", "Origin: http://localhost:2"));
        }
    }

    @Test
    void dataAreReadOnlyWhereThatIsAllowed() throws Exception {
        int port = port();
        try (PaxosStore store = PaxosStore.connect(clusters.getFirst().connectString())) {
            store.createSpaceIfAbsent("keys");
            store.keyValue("keys", Codec.utf8(), Codec.utf8()).put("a key", "its value");
            store.createSpaceIfAbsent("shop", SpaceKind.ENTITY);
            store.entity("shop", "one").list("a_list", Codec.utf8()).append("its element");
        }
        String spaces = get(port, "/api/console/data/spaces", "Host: localhost");
        assertTrue(
                spaces.matches("(?s).*\"name\":\"keys\",[^}]*\"keys\":1,\"bytes\":\\d\\d.*"),
                spaces);
        assertTrue(spaces.matches("(?s).*\"name\":\"shop\",[^}]*\"keys\":1,.*"), spaces);
        String scan = get(port, "/api/console/data/scan?space=keys", "Host: localhost");
        assertTrue(scan.contains("its value"), scan);
        String list =
                get(
                        port,
                        "/api/console/data/object?space=shop&id=b25l&name=a_list&type=list&from=",
                        "Host: localhost");
        assertTrue(list.contains("its element"), list);
        String unknown = get(port, "/api/console/data/scan?space=none", "Host: localhost");
        assertStatus(400, unknown);
        assertTrue(unknown.contains("There is no space 'none'."), unknown);
        for (String query :
                new String[] {
                    "scan",
                    "scan?space=keys&from=%%",
                    "scan?space=keys&from=!",
                    "key?space=keys",
                    "key?space=keys&id=AAAA",
                    "entity?space=keys&id=AAAA",
                    "object?space=keys&id=AAAA&name=x&type=nonsense",
                    "select?space=keys&id=AAAA"
                }) {
            assertStatus(400, get(port, "/api/console/data/" + query, "Host: localhost"));
        }
        int silent = port("console.data", "false");
        String refused = get(silent, "/api/console/data/spaces", "Host: localhost");
        assertStatus(403, refused);
        assertTrue(refused.contains("console.data"), refused);
        assertStatus(200, get(silent, "/", "Host: localhost"));
        int none = port("console.enabled", "false");
        assertStatus(404, get(none, "/", "Host: localhost"));
        assertStatus(404, get(none, "/api/console/node", "Host: localhost"));
        assertStatus(200, get(none, "/livez"));
    }

    @Test
    void browsersAreToldEachSecondAndNoMoreOfThemThanIsSaid() throws Exception {
        int port = port("console.browsers", "1");
        try (Socket follower = connect(port)) {
            follower.getOutputStream()
                    .write(
                            "GET /api/console/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                    .getBytes(UTF_8));
            InputStream in = follower.getInputStream();
            StringBuilder told = new StringBuilder();
            while (told.indexOf("\"samples\":[{") < 0 || told.indexOf("data: {") < 0) {
                int next = in.read();
                assertFalse(next < 0, () -> "ended: " + told);
                told.append((char) next);
            }
            assertTrue(told.indexOf("text/event-stream") > 0, told.toString());
            assertStatus(503, get(port, "/api/console/live", "Host: localhost"));
        }
        String again = "";
        while (!again.startsWith("HTTP/1.1 200")) { // as soon as the node has seen the end
            try (Socket follower = connect(port)) {
                follower.getOutputStream()
                        .write(
                                "GET /api/console/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                        .getBytes(UTF_8));
                again = new String(follower.getInputStream().readNBytes(12), UTF_8);
            }
        }
    }

    /** Each of them is made by a thread of its own, and the page after them at once. */
    @Test
    void whoDoesNotWaitForAnswersHasThemInTheirOrder() throws Exception {
        int port = port();
        try (Socket hasty = connect(port)) {
            String one =
                    String.join(
                            "\r\n",
                            "GET /api/console/standouts HTTP/1.1",
                            "Host: localhost",
                            "X-PaxosStore-Console: test",
                            "",
                            "");
            String last = "GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n";
            hasty.getOutputStream().write((one.repeat(50) + last).getBytes(UTF_8));
            String answers = new String(hasty.getInputStream().readAllBytes(), UTF_8);
            assertEquals(51, answers.split("HTTP/1.1 200", -1).length - 1, answers);
            assertTrue(answers.endsWith("\r\n\r\nok\n"), answers);
        }
    }

    /** It has no end after which another could begin. */
    @Test
    void whoFollowsCanAskForNothingElse() throws Exception {
        int port = port();
        try (Socket follower = connect(port)) {
            String follow = "GET /api/console/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
            follower.getOutputStream().write((follow + follow).getBytes(UTF_8));
            String told = new String(follower.getInputStream().readAllBytes(), UTF_8);
            assertEquals(1, told.split("HTTP/1.1 ", -1).length - 1, told);
        }
    }

    @Test
    void onlyReadingIsKnown() throws Exception {
        int port = port();
        try (Socket socket = connect(port)) {
            socket.getOutputStream()
                    .write(
                            String.join(
                                            "\r\n",
                                            "POST /api/console/node HTTP/1.1",
                                            "Host: localhost",
                                            "Content-Length: 0",
                                            "Connection: close",
                                            "",
                                            "")
                                    .getBytes(UTF_8));
            assertStatus(405, new String(socket.getInputStream().readAllBytes(), UTF_8));
        }
        assertEquals(1, clusters.size());
    }
}
