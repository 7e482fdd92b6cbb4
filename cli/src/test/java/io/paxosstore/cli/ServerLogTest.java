package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The log of a process that is a server. */
@Timeout(120)
final class ServerLogTest {
    @TempDir private Path directory;

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Process server(String... more) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                PaxosStoreMain.class.getName(),
                                "server",
                                "--set",
                                "cluster.nodes=1=127.0.0.1:"
                                        + freePort()
                                        + ":"
                                        + freePort()
                                        + ":"
                                        + freePort(),
                                "--set",
                                "node.id=1",
                                "--set",
                                "storage.segment-bytes=8MiB",
                                "--set",
                                "node.directory=" + directory.resolve("data")));
        command.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("PAXOSSTORE_LOG_FORMAT", "json");
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        return builder.start();
    }

    /** By an environment variable, as a container is told. */
    @Test
    void eachLineIsJsonFromTheFirstToTheLast() throws Exception {
        Process server = server();
        List<String> events = new ArrayList<>();
        try (BufferedReader log = server.errorReader()) {
            for (String line = log.readLine(); line != null; line = log.readLine()) {
                if (line.startsWith("WARNING: ") || line.contains("[warning]")) {
                    continue; // the JVM's own, since options of bin/jvm.options are missing here
                }
                JsonNode json = JsonMapper.shared().readTree(line);
                events.add(json.path("event").asString());
                if (events.getLast().equals("node_started")) {
                    assertEquals(1, json.required("fields").required("node").asInt());
                    assertTrue(server.toHandle().destroy(), "asked to stop, its streams stay open");
                }
            }
        } finally {
            server.destroyForcibly();
        }
        assertTrue(events.contains("node_started"), events.toString());
        assertEquals("node_stopped", events.getLast());
    }

    /** A flag wins over the environment. */
    @Test
    void textIsForPeople() throws Exception {
        Process server = server("--set", "log.format=text");
        try (BufferedReader log = server.errorReader()) {
            String line = log.readLine();
            while (line != null && !line.contains(" node_started node=1 ")) {
                line = log.readLine();
            }
            assertTrue(
                    line != null && line.matches("\\d{4}-\\S+ INFO  Node node_started .*"), line);
        } finally {
            server.destroyForcibly();
        }
    }
}
