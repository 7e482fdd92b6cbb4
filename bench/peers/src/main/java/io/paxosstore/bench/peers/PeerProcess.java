package io.paxosstore.bench.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A peer's server in a process of its own; its output goes to a file. Not thread-safe. */
final class PeerProcess implements AutoCloseable {
    private static final Duration READY_LIMIT = Duration.ofMinutes(1);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
    private static final int TAIL_LINES = 30;

    private final String name;
    private final Path log;
    private final Process process;

    private PeerProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /**
     * Starts a process.
     *
     * @param directory where it is started, and has its log
     */
    static PeerProcess start(
            String name, Path directory, List<String> command, Map<String, String> environment)
            throws IOException {
        Path log = directory.resolve(name + ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return new PeerProcess(name, log, process);
    }

    /** Says whether a server serves; a failure means that it does not yet. */
    interface Probe {
        boolean serves() throws IOException, InterruptedException;
    }

    /**
     * Waits until the process serves.
     *
     * @throws IOException when it ends instead, or takes too long
     */
    void await(Probe probe) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + READY_LIMIT.toNanos();
        while (!serves(probe)) {
            if (!process.isAlive() || System.nanoTime() - deadline > 0) {
                throw new IOException(
                        name + " does not serve; its log ends with:\n" + String.join("\n", tail()));
            }
            Thread.sleep(POLL_INTERVAL);
        }
    }

    private static boolean serves(Probe probe) throws InterruptedException {
        try {
            return probe.serves();
        } catch (IOException e) {
            return false;
        }
    }

    private List<String> tail() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_LIMIT)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
