package io.paxosstore.server.front.http;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What the admin port answers. Thread-safe. */
public final class AdminPages {
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String JSON = "application/json";
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    /**
     * An answer.
     *
     * @param status of HTTP
     */
    record Page(int status, String contentType, String body) {}

    private final Health health;
    private final Supplier<String> metrics;
    private final Supplier<String> topology;

    /**
     * @param metrics makes the figures in Prometheus' text format
     * @param topology makes the cluster's description as JSON
     */
    public AdminPages(Health health, Supplier<String> metrics, Supplier<String> topology) {
        this.health = health;
        this.metrics = metrics;
        this.topology = topology;
    }

    /**
     * The page of a path.
     *
     * @param asked for what besides: {@code verbose} lists every check, and to {@code whole} a node
     *     that is not whole is not ready
     */
    Page get(String path, Set<String> asked) {
        return switch (path) {
            case "/livez" ->
                    health.phase() == Health.Phase.FAILED
                            ? new Page(503, TEXT, "failed\n")
                            : new Page(200, TEXT, "ok\n");
            case "/readyz" -> readiness(asked.contains("verbose"), asked.contains("whole"));
            case "/metrics" -> new Page(200, PROMETHEUS, metrics.get());
            case "/api/topology" -> new Page(200, JSON, topology.get());
            default ->
                    new Page(
                            404,
                            TEXT,
                            "There is no such page; there are /livez, /readyz, /metrics and"
                                    + " /api/topology.\n");
        };
    }

    private Page readiness(boolean verbose, boolean whole) {
        List<String> reasons = whole ? health.reasonsNotWhole() : health.reasons();
        String body =
                verbose
                        ? lines(health.report()) + lines(health.notes())
                        : reasons.isEmpty() ? "ok\n" : String.join("\n", reasons) + "\n";
        return new Page(reasons.isEmpty() ? 200 : 503, TEXT, body);
    }

    private static String lines(Map<String, String> report) {
        return report.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue() + "\n")
                .collect(Collectors.joining());
    }
}
