package io.paxosstore.console;

import io.paxosstore.console.answer.Json;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Asks the consoles of the other nodes. Thread-safe. */
final class Neighbours implements AutoCloseable {
    /** After it a node is shown as silent: less than the second in which the next is asked. */
    static final Duration PATIENCE = Duration.ofMillis(800);

    private static final int ANSWER_BYTES_MAX = 8 << 20;
    private static final int OK = 200;

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(PATIENCE)
                    .executor(Executors.newVirtualThreadPerTaskExecutor())
                    .build();

    /**
     * What these nodes answer, when all have or the patience is over: a JSON array with an object
     * for each, which has its id and "answer" or, in words, "silent".
     *
     * @param path of the page that is asked for
     * @param own the entry of this node, which is not asked over the network
     */
    CompletableFuture<String> ask(List<Neighbour> nodes, String path, String own) {
        Map<Integer, CompletableFuture<String>> asked = new LinkedHashMap<>();
        nodes.forEach(node -> asked.put(node.id(), ask(node, path)));
        return CompletableFuture.allOf(asked.values().toArray(CompletableFuture[]::new))
                .thenApply(_ -> {
                    StringJoiner array = new StringJoiner(",", "[", "]").add(own);
                    asked.values().forEach(answer -> array.add(answer.join()));
                    return array.toString();
                });
    }

    /** What goes into the array of a node that has answered. */
    static String entry(int id, String answer) {
        return "{\"id\":" + id + ",\"answer\":" + answer + "}";
    }

    private CompletableFuture<String> ask(Neighbour node, String path) {
        String host = node.host().contains(":") ? "[" + node.host() + "]" : node.host();
        CompletableFuture<HttpResponse<String>> response;
        try {
            response =
                    http.sendAsync(
                            HttpRequest.newBuilder(
                                            URI.create(
                                                    "http://"
                                                            + host
                                                            + ":"
                                                            + node.adminPort()
                                                            + path))
                                    .timeout(PATIENCE)
                                    .build(),
                            HttpResponse.BodyHandlers.limiting(
                                    HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8),
                                    ANSWER_BYTES_MAX));
        } catch (IllegalArgumentException e) {
            return CompletableFuture.completedFuture(silent(node, "has no usable address"));
        }
        return response.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .handle((answer, failure) -> {
                    if (failure != null) {
                        return silent(node, "does not answer");
                    } else if (answer.statusCode() != OK) {
                        return silent(node, "answers with status " + answer.statusCode());
                    }
                    return Json.object(answer.body())
                                    .filter(is -> isOf(is.path("node"), node))
                                    .isPresent()
                            ? entry(node.id(), answer.body())
                            : silent(node, "is not who answers");
                });
    }

    private static boolean isOf(JsonNode id, Neighbour node) {
        return id.asInt(0) == node.id();
    }

    private static String silent(Neighbour node, String why) {
        String says =
                "Node "
                        + node.id()
                        + " "
                        + why
                        + " at "
                        + node.host()
                        + ":"
                        + node.adminPort()
                        + " (admin port).";
        return Json.text(Map.of("id", node.id(), "silent", says));
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
