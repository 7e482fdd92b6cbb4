package io.paxosstore.console;

import io.paxosstore.console.answer.Json;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
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
import java.util.function.Function;

/** Asks the consoles of the other nodes. Thread-safe. */
final class Neighbours implements AutoCloseable {
    /** After it a node is shown as silent: less than the second in which the next is asked. */
    static final Duration PATIENCE = Duration.ofMillis(800);

    private static final int ANSWER_BYTES_MAX = 8 << 20;
    private static final int OK = 200;

    /** Made when somebody looks at the console: it has a thread, and takes its time to load. */
    private @Nullable HttpClient http; // guarded by this

    private boolean isClosed; // guarded by this

    private synchronized HttpClient http() throws IOException {
        if (isClosed) {
            throw new IOException("the node stops");
        }
        if (http == null) {
            http =
                    HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_1_1)
                            .connectTimeout(PATIENCE)
                            .proxy(HttpClient.Builder.NO_PROXY)
                            .executor(Executors.newVirtualThreadPerTaskExecutor())
                            .build();
        }
        return http;
    }

    /**
     * What these nodes answer, when all have or the patience is over: a JSON array with an object
     * for each, which has its id and "answer" or, in words, "silent".
     *
     * @param path of the page that is asked for
     * @param own the entry of this node, which is not asked over the network
     */
    CompletableFuture<String> ask(List<Neighbour> nodes, String path, String own) {
        return ask(nodes, path, own, _ -> null);
    }

    /**
     * The same of nodes of which some have answered already.
     *
     * @param answers what a node has answered; null for nothing
     */
    CompletableFuture<String> ask(
            List<Neighbour> nodes,
            String path,
            String own,
            Function<Neighbour, @Nullable String> answers) {
        Map<Integer, CompletableFuture<String>> asked = new LinkedHashMap<>();
        for (Neighbour node : nodes) {
            String answer = answers.apply(node);
            asked.put(
                    node.id(),
                    answer == null
                            ? ask(node, path)
                            : CompletableFuture.completedFuture(entry(node.id(), answer)));
        }
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
        CompletableFuture<HttpResponse<String>> response = new CompletableFuture<>();
        Thread asking =
                Thread.ofVirtual()
                        .name("console-asks-" + node.id())
                        .start(() -> ask(node, path, response));
        return response.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .handle((answer, failure) -> {
                    if (failure != null) {
                        asking.interrupt(); // an answer may stand still in its middle
                        return silent(node, "does not answer");
                    } else if (answer.statusCode() != OK) {
                        return silent(node, "answers with status " + answer.statusCode());
                    }
                    boolean isWho =
                            Json.object(answer.body())
                                    .filter(is -> is.path("node").asInt(0) == node.id())
                                    .isPresent();
                    return isWho
                            ? entry(node.id(), answer.body())
                            : silent(node, "is not who answers");
                });
    }

    private void ask(
            Neighbour node, String path, CompletableFuture<HttpResponse<String>> response) {
        try {
            response.complete(
                    http().send(
                                    request(node, path),
                                    HttpResponse.BodyHandlers.limiting(
                                            HttpResponse.BodyHandlers.ofString(
                                                    StandardCharsets.UTF_8),
                                            ANSWER_BYTES_MAX)));
        } catch (IOException | RuntimeException e) {
            response.completeExceptionally(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it has taken too long
        }
    }

    private static HttpRequest request(Neighbour node, String path) throws IOException {
        return HttpRequest.newBuilder(address(node, path))
                .header(Console.FIELD, "node")
                .timeout(PATIENCE)
                .build();
    }

    /**
     * A page of a node; the host's address may have to be waited for.
     *
     * <p>The address is in numbers: not all names of hosts are allowed in a URI, some have "_".
     */
    static URI address(Neighbour node, String path) throws IOException {
        String address = InetAddress.getByName(node.host()).getHostAddress();
        String host = address.contains(":") ? "[" + address + "]" : address;
        return URI.create("http://" + host + ":" + node.adminPort() + path);
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
    public synchronized void close() {
        isClosed = true;
        if (http != null) {
            http.shutdownNow();
        }
    }
}
