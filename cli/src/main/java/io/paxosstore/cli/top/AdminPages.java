package io.paxosstore.cli.top;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;

/** Asks nodes' consoles. Thread-safe. */
final class AdminPages implements AutoCloseable {
    /** Of a node from which nothing came while there was patience. */
    static final String LATE = "does not answer";

    private static final int ANSWER_BYTES_MAX = 8 << 20;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * What came back.
     *
     * @param json an object; null if none came
     * @param why none came; else empty
     * @param isFault whether one should have come
     */
    record Page(@Nullable JsonNode json, String why, boolean isFault) {
        private static Page fault(String why) {
            return new Page(null, why, true);
        }
    }

    private final Duration patience;
    private final HttpClient http;

    /**
     * @param patience after it a node counts as silent
     */
    AdminPages(Duration patience) {
        this.patience = patience;
        this.http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(patience)
                        .proxy(HttpClient.Builder.NO_PROXY)
                        .executor(Executors.newVirtualThreadPerTaskExecutor())
                        .build();
    }

    /** After it a node counts as silent. */
    Duration patience() {
        return patience;
    }

    /** Asks for a page below the console's; waits until the patience is over, at most. */
    Page get(NodePlace place, String page) {
        try {
            HttpResponse<String> response =
                    http.send(
                            request(place, page),
                            HttpResponse.BodyHandlers.limiting(
                                    HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8),
                                    ANSWER_BYTES_MAX));
            return page(response.statusCode(), response.body());
        } catch (UnknownHostException e) {
            return Page.fault("its host is unknown");
        } catch (HttpTimeoutException e) {
            return Page.fault(LATE);
        } catch (ConnectException e) {
            return Page.fault("refuses the connection");
        } catch (IOException | IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            return Page.fault("cannot be asked (" + Plain.text(message) + ")");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Page.fault(LATE);
        }
    }

    /** What an answer is worth. */
    static Page page(int status, String body) {
        if (status == NOT_FOUND) {
            return new Page(
                    null, "has no console: an earlier release, or console.enabled: false", false);
        } else if (status != OK) {
            return Page.fault("answers with status " + status);
        }
        try {
            JsonNode json = JSON.readTree(body);
            return json.isObject() ? new Page(json, "", false) : Page.fault("answers no object");
        } catch (JacksonException e) {
            return Page.fault("answers something that is no JSON");
        }
    }

    /** The address in numbers: not all names of hosts are allowed in a URI, some have "_". */
    private HttpRequest request(NodePlace place, String page) throws IOException {
        String address = InetAddress.getByName(place.host()).getHostAddress();
        NodePlace asked = new NodePlace(place.id(), address, place.clientPort(), place.adminPort());
        URI uri = URI.create("http://" + asked.adminAddress() + "/api/console/" + page);
        return HttpRequest.newBuilder(uri)
                .header("x-paxosstore-console", "top")
                .timeout(patience)
                .build();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
