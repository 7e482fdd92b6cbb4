package io.paxosstore.dist.unpacked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** An unpacked distribution does without a checkout, without Maven and without a cache. */
@Tag("unpacked")
@Timeout(180)
class LayoutTest {
    private static final Installation INSTALLATION = Installation.ofThisBuild();
    private static final long RETRY_MILLIS = 50;

    @TempDir private Path directory;

    @Test
    void itHasWhatTheDocumentsSay() {
        for (String part :
                List.of(
                        "bin",
                        "lib",
                        "lib/native",
                        "conf",
                        "deploy/grafana/paxosstore.json",
                        "deploy/kubernetes/kustomization.yaml",
                        "deploy/prometheus/alerts.yaml",
                        "docs/index.html",
                        "docs/images/architecture.svg",
                        "docs/operations.md",
                        "LICENSE",
                        "README")) {
            assertTrue(Files.exists(INSTALLATION.home().resolve(part)), part + " is missing");
        }
        assertFalse(Files.exists(INSTALLATION.home().resolve("pom.xml")), "it is no checkout");
    }

    /** Ninety megabytes of RocksDB are for machines that cannot run the rest. */
    @Test
    void librariesOfOtherSystemsAreLeftOut() throws IOException {
        try (Stream<Path> jars = Files.list(INSTALLATION.home().resolve("lib"))) {
            for (Path jar : jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
                try (ZipFile zip = new ZipFile(jar.toFile())) {
                    List<String> foreign =
                            zip.stream()
                                    .map(entry -> entry.getName())
                                    .filter(name -> name.matches(".*\\.(so|dll|dylib|jnilib)"))
                                    .filter(name -> !name.matches(".*[lL]inux[-/]x86[-_]64/.*"))
                                    .filter(name -> !name.contains("x86_64-Linux/"))
                                    .toList();
                    assertEquals(List.of(), foreign, jar.toString());
                }
            }
        }
    }

    @Test
    void itSaysItsVersionAndItsCommands() throws Exception {
        Installation.Run version = INSTALLATION.run(directory, "--version");
        assertEquals(0, version.exitCode(), version.output());
        assertTrue(version.output().matches("PaxosStore \\d+\\.\\d+\\.\\S+\\R"), version.output());
        Installation.Run help = INSTALLATION.run(directory, "--help");
        for (String command : List.of("server", "dev", "cli", "demo", "sim", "bench", "prepare")) {
            assertTrue(help.output().contains("  " + command + " "), command);
        }
    }

    @Test
    void itTakesItsOwnExamples() throws Exception {
        for (String example : List.of("single", "node1", "node2", "node3")) {
            Installation.Run run =
                    INSTALLATION.run(
                            directory,
                            "server",
                            "--config",
                            INSTALLATION.home().resolve("conf/" + example + ".yaml").toString(),
                            "--print-config");
            assertEquals(0, run.exitCode(), run.output());
            assertTrue(run.output().contains("cluster.nodes:"), run.output());
        }
        assertEquals(List.of(), files(), "nothing was written");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    /** With its libraries in C: a key and an entity go through RocksDB, Netty and the history. */
    @Test
    void aServerOfItServes() throws Exception {
        int port = freePorts();
        Process server =
                INSTALLATION
                        .command(
                                directory,
                                "server",
                                "--config",
                                INSTALLATION.home().resolve("conf/single.yaml").toString(),
                                "--set",
                                "cluster.nodes=1=localhost:" + port,
                                "--set",
                                "storage.segment-bytes=8MiB",
                                "--set",
                                "node.directory=data")
                        .redirectOutput(directory.resolve("log").toFile())
                        .start();
        try {
            awaitReady(server, port + 2);
            Installation.Run shell =
                    INSTALLATION.run(
                            directory,
                            "cli",
                            "--target",
                            "localhost:" + port,
                            "-c",
                            "createSpace keys",
                            "-c",
                            "put keys alice hi",
                            "-c",
                            "get keys alice");
            assertEquals(0, shell.exitCode(), shell.output());
            assertEquals("hi", shell.output().strip().lines().toList().getLast());
        } finally {
            server.destroy();
            server.waitFor();
        }
        String log = Files.readString(directory.resolve("log"));
        assertFalse(log.contains(" ERROR "), log);
        assertFalse(log.contains("history_off"), log);
        assertTrue(log.contains("node_stopped"), log);
    }

    /** Three neighbouring ports and the one for Redis that nobody listens on now. */
    private static int freePorts() throws IOException {
        for (int attempt = 0; attempt < 100; attempt++) {
            try (ServerSocket first = new ServerSocket(0)) {
                int port = first.getLocalPort();
                if (isFree(port + 1) && isFree(port + 2) && isFree(port + 3)) {
                    return port;
                }
            }
        }
        throw new IOException("no four neighbouring ports are free");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    private void awaitReady(Process server, int adminPort) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://localhost:" + adminPort + "/readyz"))
                        .build();
        HttpClient http = HttpClient.newHttpClient();
        while (server.isAlive()) {
            if (isReady(http, request)) {
                return;
            }
            Thread.sleep(RETRY_MILLIS);
        }
        try (BufferedReader log = Files.newBufferedReader(directory.resolve("log"))) {
            throw new AssertionError("the server ended: " + log.lines().toList());
        }
    }

    private static boolean isReady(HttpClient http, HttpRequest request)
            throws InterruptedException {
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** What the container of a service of its name has in its environment. */
    @Test
    void aServiceOfItsNameIsNoMistake() throws Exception {
        ProcessBuilder command =
                INSTALLATION.command(
                        directory,
                        "server",
                        "--config",
                        INSTALLATION.home().resolve("conf/single.yaml").toString(),
                        "--print-config");
        command.environment().put("PAXOSSTORE_PORT", "tcp://10.0.0.1:7400");
        command.environment().put("PAXOSSTORE_SERVICE_PORT", "7400");
        command.redirectOutput(directory.resolve("out").toFile());
        assertEquals(0, command.start().waitFor());
        command.environment().put("PAXOSSTORE_PORT", "7400");
        assertEquals(2, command.start().waitFor());
    }
}
