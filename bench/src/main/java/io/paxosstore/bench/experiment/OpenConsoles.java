package io.paxosstore.bench.experiment;

import io.paxosstore.bench.process.ReplicaProcess;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Web consoles that are open, as a node knows them: each has asked for all that there is, and
 * follows the news of each second. Drawing them is left out: it is done by who looks, elsewhere.
 * Used by one thread.
 */
final class OpenConsoles implements AutoCloseable {
    private static final String DATA = "data:";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<InputStream> feeds = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final LongAdder news = new LongAdder();

    /** Opens so many, at one node after the other. */
    static OpenConsoles open(List<ReplicaProcess> nodes, int count)
            throws IOException, InterruptedException {
        OpenConsoles consoles = new OpenConsoles();
        try {
            for (int i = 0; i < count; i++) {
                consoles.open(nodes.get(i % nodes.size()).adminPort());
            }
            return consoles;
        } catch (IOException | InterruptedException | RuntimeException e) {
            consoles.close();
            throw e;
        }
    }

    private void open(int port) throws IOException, InterruptedException {
        ask(port, "all?seconds=900&events=all").close();
        InputStream feed = ask(port, "live");
        feeds.add(feed);
        threads.add(Thread.ofPlatform().daemon().name("console").start(() -> follow(feed)));
    }

    private InputStream ask(int port, String what) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(
                                URI.create(
                                        "http://127.0.0.1:%d/api/console/%s".formatted(port, what)))
                        .header("x-paxosstore-console", "bench")
                        .build();
        HttpResponse<InputStream> answer =
                http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        if (answer.statusCode() != 200) {
            throw new IOException(
                    "%s is answered %d".formatted(request.uri(), answer.statusCode()));
        }
        return answer.body();
    }

    private void follow(InputStream feed) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(feed, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(DATA)) {
                    news.increment();
                }
            }
        } catch (IOException e) {
            // It is closed, which ends it.
        }
    }

    /** What all of them were told so far. */
    long news() {
        return news.sum();
    }

    @Override
    public void close() {
        for (InputStream feed : feeds) {
            try {
                feed.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        try {
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(10));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        http.shutdownNow();
    }
}
