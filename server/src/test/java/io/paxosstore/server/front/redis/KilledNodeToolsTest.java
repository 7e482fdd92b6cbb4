package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Redis's own programs at one node while another one is killed and comes back; skipped where they
 * are not installed (Debian: redis-tools).
 */
class KilledNodeToolsTest {
    private static final int VICTIM = 1;
    private static final int COMMANDS = 300;
    private static final int REQUESTS = 20_000;
    private static final long LIMIT_SECONDS = 120;

    private static EmbeddedCluster cluster;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(3)
                        .set("redis.enabled", "true")
                        .set("redis.databases", "redis,strings:keys")
                        .start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** Runs a program at node 2 and kills node 1 meanwhile; what it printed. */
    private List<String> run(String program, String counter, String... arguments) throws Exception {
        InetSocketAddress address = cluster.redisAddress(2);
        List<String> command = new ArrayList<>();
        command.add(program);
        command.addAll(List.of("-h", address.getHostString()));
        command.addAll(List.of("-p", Integer.toString(address.getPort())));
        command.addAll(List.of(arguments));
        Path output = directory.resolve("output");
        Process process;
        try {
            process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start();
        } catch (IOException e) {
            return abort(program + " is not installed: " + e.getMessage());
        }
        try (RespClient client = new RespClient(address)) {
            JedisClients.await(
                    program + " is at work",
                    () -> !client.ask("EXISTS", counter).equals(0L) || !process.isAlive());
            cluster.node(VICTIM).kill();
            assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), program + " hangs");
        } finally {
            process.destroyForcibly();
        }
        cluster.node(VICTIM).start();
        cluster.awaitReady();
        List<String> lines = Files.readAllLines(output);
        assertEquals(0, process.exitValue(), lines::toString);
        return lines;
    }

    @Test
    void redisCli() throws Exception {
        List<String> lines =
                run(
                        "redis-cli",
                        "cli",
                        "-r",
                        Integer.toString(COMMANDS),
                        "-i",
                        "0.01",
                        "INCR",
                        "cli");
        List<String> wanted = new ArrayList<>();
        for (int i = 1; i <= COMMANDS; i++) {
            wanted.add(Integer.toString(i));
        }
        assertEquals(wanted, lines);
        try (RespClient client = new RespClient(cluster.redisAddress(VICTIM))) {
            assertEquals(Integer.toString(COMMANDS), client.ask("GET", "cli"));
        }
    }

    @Test
    void redisBenchmark() throws Exception {
        List<String> lines =
                run(
                        "redis-benchmark",
                        "counter:__rand_int__",
                        "-c",
                        "20",
                        "-n",
                        Integer.toString(REQUESTS),
                        "-t",
                        "incr",
                        "--csv");
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("\"INCR\"")), lines::toString);
        try (RespClient client = new RespClient(cluster.redisAddress(VICTIM))) {
            String counted = client.ask("GET", "counter:__rand_int__").toString();
            assertTrue(Integer.parseInt(counted) >= REQUESTS, counted);
        }
    }
}
