package io.paxosstore.bench.process;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One replica in a process of its own, with its configuration file, its data and its log in one
 * directory. It can be killed, paused and started again. Thread-safe.
 */
public final class ReplicaProcess implements AutoCloseable {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    /** Several runs beside each other stop a small machine for seconds. */
    private static final Duration HTTP_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(10);
    private static final int HTTP_OK = 200;

    /** What malloc is told, as {@code bin/paxosstore} does. */
    private static final Map<String, String> MALLOC =
            Map.of("MALLOC_ARENA_MAX", "2", "MALLOC_MMAP_THRESHOLD_", "131072");

    private static final String STANDING_METRIC = "paxosstore_store_standing";
    private static final String WHOLE_LABEL = "standing=\"whole\"";

    private final int id;
    private final int adminPort;
    private final Path configuration;
    private final Path data;
    private final Path log;
    private final ChildJvm jvm;
    private final Map<String, String> environment;
    private final HttpClient http;
    private @Nullable Process process;

    ReplicaProcess(
            int id,
            int adminPort,
            Path configuration,
            Path data,
            ChildJvm jvm,
            Map<String, String> environment) {
        this.id = id;
        this.adminPort = adminPort;
        this.configuration = configuration;
        this.data = data;
        this.environment = environment;
        this.log = configuration.resolveSibling("server.log");
        this.jvm = jvm;
        this.http = HttpClient.newBuilder().connectTimeout(HTTP_TIMEOUT).build();
    }

    /** The node's id in the cluster. */
    public int id() {
        return id;
    }

    /** Where its metrics and its console are. */
    public int adminPort() {
        return adminPort;
    }

    /** Where it keeps its data; it may be wiped or damaged while the process does not run. */
    public Path data() {
        return data;
    }

    /** Deletes everything in its data directory, as a lost disk does. It must not run. */
    public void wipe() throws IOException {
        if (isAlive()) {
            throw new IllegalStateException("replica " + id + " is running");
        }
        ScratchDirectory.empty(data);
    }

    /** Starts the process; its output is appended to the log. Does not wait until it is ready. */
    public synchronized void start() throws IOException {
        if (process != null && process.isAlive()) {
            throw new IllegalStateException("replica " + id + " is running already");
        }
        ProcessBuilder builder =
                new ProcessBuilder(jvm.server(configuration))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        MALLOC.forEach(builder.environment()::putIfAbsent);
        builder.environment().putAll(environment);
        process = builder.start();
        process.getOutputStream().close();
    }

    /**
     * Waits until the replica says that it serves.
     *
     * @throws IOException when it ended instead, or is not ready in time; with the tail of its log
     */
    public void awaitReady(Duration limit) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!isReady()) {
            if (!isAlive()) {
                throw new IOException("replica " + id + " ended at start:\n" + logTail());
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IOException(
                        "replica %d was not ready in %d s:%n%s"
                                .formatted(id, limit.toSeconds(), logTail()));
            }
            Thread.sleep(POLL_INTERVAL);
        }
    }

    /** Whether the replica says that it serves. */
    public boolean isReady() throws InterruptedException {
        try {
            return get("/readyz").statusCode() == HTTP_OK;
        } catch (IOException e) {
            return false;
        }
    }

    /** The admin port's {@code /metrics}, in Prometheus' text format. */
    public String metrics() throws IOException, InterruptedException {
        return get("/metrics").body();
    }

    /**
     * The value of a counter, added up over its other labels.
     *
     * @param name as {@code /metrics} has it
     * @param label a label that must be there, such as {@code event="catch_ups"}; may be empty
     * @throws IOException when there is no such counter, or the replica does not answer
     */
    public long counter(String name, String label) throws IOException, InterruptedException {
        return Math.round(figure(name, label));
    }

    /** Like {@link #counter}, for figures that are no whole numbers. */
    public double figure(String name, String label) throws IOException, InterruptedException {
        double sum = 0;
        boolean isFound = false;
        for (String line : metrics().lines().toList()) {
            boolean isNamed = line.startsWith(name + "{") || line.startsWith(name + " ");
            if (isNamed && line.contains(label)) {
                sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
                isFound = true;
            }
        }
        if (!isFound) {
            throw new IOException("replica %d has no counter %s{%s}".formatted(id, name, label));
        }
        return sum;
    }

    /**
     * Whether the replica holds all it ever promised and voted for; not so for a while after its
     * directory was lost or damaged.
     *
     * @throws IOException when it does not answer
     */
    public boolean isWhole() throws IOException, InterruptedException {
        return counter(STANDING_METRIC, WHOLE_LABEL) == 1;
    }

    /** Memory of the process that is resident, in bytes; Linux only. */
    public long residentBytes() throws IOException {
        return ProcessMemory.residentBytes(pid());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://localhost:" + adminPort + path);
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(HTTP_TIMEOUT).build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Whether the process exists; a paused one does. */
    public synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** The process id; 0 before the first start. */
    public synchronized long pid() {
        return process == null ? 0 : process.pid();
    }

    /** Sends SIGKILL and does not wait. */
    public void destroy() {
        Process killed = current();
        if (killed != null) {
            killed.destroyForcibly();
        }
    }

    /** Ends the process with SIGKILL and waits until it is gone. */
    public void kill() throws IOException, InterruptedException {
        destroy();
        Process killed = current();
        if (killed != null) {
            if (!killed.waitFor(KILL_LIMIT)) {
                throw new IOException("replica " + id + " survives SIGKILL");
            }
        }
    }

    /** Stops the process where it stands (SIGSTOP): alive for the system, silent for everybody. */
    public void pause() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** Lets a paused process go on (SIGCONT). */
    public void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process sender =
                new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO().start();
        if (!sender.waitFor(KILL_LIMIT.toSeconds(), TimeUnit.SECONDS) || sender.exitValue() != 0) {
            throw new IOException("cannot send SIG" + name + " to replica " + id);
        }
    }

    /** The last lines of what the replica has printed. */
    public String logTail() {
        return new LogFile(log).tail();
    }

    /**
     * The first line, of all that the replica has printed since it was first started, that has
     * these characters in it.
     *
     * @throws IOException when the log cannot be read
     */
    public Optional<String> loggedLine(String part) throws IOException {
        return new LogFile(log).line(part);
    }

    private synchronized @Nullable Process current() {
        return process;
    }

    /** Stops the process: politely first, by force after ten seconds. */
    @Override
    public void close() {
        Process stopped = current();
        if (stopped == null || !stopped.isAlive()) {
            return;
        }
        stopped.destroy();
        try {
            if (!stopped.waitFor(STOP_LIMIT)) {
                stopped.destroyForcibly();
            }
        } catch (InterruptedException e) {
            stopped.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
