package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a person gets to read: exit codes and sentences. */
final class CommandLineTest {
    @TempDir private Path directory;

    private final CommandRun command = new CommandRun();
    private final StringWriter out = command.out();
    private final StringWriter err = command.err();

    private int run(String... arguments) {
        return command.run(arguments);
    }

    private Path config(String rest) throws Exception {
        Path file = directory.resolve("node.yaml");
        Files.writeString(file, rest);
        return file;
    }

    private static String lines(String... lines) {
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }

    @Test
    void theVersionIsTold() {
        assertEquals(0, run("--version"));
        assertTrue(out.toString().matches("PaxosStore \\d+\\.\\d+\\.\\S+\\R"), out.toString());
    }

    @Test
    void unknownOptionsAreUsageErrors() {
        assertEquals(2, run("server", "--nonsense"));
        assertTrue(err.toString().startsWith("Unknown option: '--nonsense'"), err.toString());
        assertEquals(2, run("frobnicate"));
    }

    @Test
    void aNumberOfReplicasThatMakesNoClusterIsAUsageError() {
        assertEquals(2, run("dev", "--nodes", "2", "--directory", directory.toString()));
        assertEquals(lines("--nodes 2 makes no cluster; 1, 3 or 5 replicas do."), err.toString());
    }

    /** Before any node is asked. */
    @Test
    void howLongToWaitIsCheckedFirst() {
        assertEquals(2, run("topology", "wait", "--timeout", "5x", "--target", "127.0.0.1:1"));
        assertEquals(
                lines(
                        "'5x' is no duration for --timeout; write a number with a unit, such as"
                                + " 90s, 10m or 1h."),
                err.toString());
    }

    @Test
    void everyProblemOfTheConfigurationIsListed() throws Exception {
        Path file =
                config(
                        """
                        cluster.nodes: [{id: 1, host: localhost, client-port: 7400}]
                        node: {id: 1, directory: data}
                        server: {shards: many}
                        peer: {sokets: 1}
                        """);
        assertEquals(2, run("server", "--config", file.toString(), "--set", "peer.lazy-delay=9h"));
        assertEquals(
                lines(
                        "server.shards: 'many' is not a whole number; write digits only, such as"
                                + " 4.",
                        "There is no setting peer.sokets; did you mean peer.sockets?",
                        "peer.lazy-delay: 9h is out of range; it must be between 0s and 1s."),
                err.toString());
    }

    @Test
    void printConfigShowsSources() throws Exception {
        Path file =
                config(
                        """
                        cluster.nodes: [{id: 1, host: localhost, client-port: 7400}]
                        node: {id: 1, directory: data}
                        """);
        assertEquals(
                0,
                run(
                        "server",
                        "--config",
                        file.toString(),
                        "--set",
                        "server.shards=3",
                        "--print-config"));
        assertTrue(out.toString().contains("server.shards:"), out.toString());
        assertTrue(
                out.toString().lines().anyMatch(line -> line.matches("server.shards: +3 +# flag")));
        assertTrue(
                out.toString()
                        .lines()
                        .anyMatch(line -> line.matches("node.directory: +data +# file")));
    }

    private int server(Path data, int port) {
        return run(
                "server",
                "--set",
                "cluster.nodes=1=127.0.0.1:" + port,
                "--set",
                "node.id=1",
                "--set",
                "storage.segment-bytes=8MiB",
                "--set",
                "node.directory=" + data);
    }

    @Test
    void aTakenPortIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort() - 2;
            assertEquals(1, server(directory.resolve("data"), port));
            assertEquals(
                    lines(
                            "Port "
                                    + taken.getLocalPort()
                                    + " (admin port) of 127.0.0.1 is in use already; stop what"
                                    + " uses it or change cluster.nodes."),
                    err.toString());
            assertFalse(Files.exists(directory.resolve("data")), "nothing was made");
        }
    }

    @Test
    void unusableDirectoriesAreNamed() throws Exception {
        Path foreign = Files.createDirectory(directory.resolve("foreign"));
        Files.writeString(foreign.resolve("thesis.txt"), "precious");
        assertEquals(1, server(foreign, 7400));
        assertEquals(1, err.toString().lines().count(), err.toString());
        assertTrue(err.toString().contains(foreign.toString()), err.toString());
        assertTrue(Files.exists(foreign.resolve("thesis.txt")));

        Path file = Files.writeString(directory.resolve("file"), "not a directory");
        assertEquals(1, server(file, 7400));
        assertEquals(1, err.toString().lines().count(), err.toString());
        assertTrue(err.toString().contains(file.toString()), err.toString());
    }

    @Test
    void anotherNodesDirectoryIsRefused() throws Exception {
        Path data = directory.resolve("cluster");
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1, data)) {
            assertTrue(cluster.node(1).isRunning());
            assertEquals(1, server(data.resolve("node1"), 7400));
            assertTrue(err.toString().contains("in use"), err.toString());
        }
        assertEquals(
                1,
                run(
                        "server",
                        "--set",
                        "cluster.nodes=2=127.0.0.1:7400",
                        "--set",
                        "node.id=2",
                        "--set",
                        "node.directory=" + data.resolve("node1")));
        assertTrue(err.toString().contains("belongs to node 1, not to node 2"), err.toString());
    }

    @Test
    void devWithoutRoomForPortsIsAUsageError() {
        assertEquals(2, run("dev", "--base-port", "65535"));
        assertEquals(2, run("dev", "--nodes", "three"));
    }

    @Test
    void theShellAnswersPeopleAndPrograms() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3)) {
            String target = cluster.connectString();
            assertEquals(0, run("cli", "--target", target, "-c", "createSpace profiles"));
            assertEquals(
                    0,
                    run(
                            "cli",
                            "--target",
                            target,
                            "-c",
                            "put profiles alice 'hi there' --ttl 10m",
                            "-c",
                            "get profiles alice",
                            "-c",
                            "use profiles",
                            "-c",
                            "increment n 5",
                            "-c",
                            "getAll alice bob",
                            "-c",
                            "exists alice",
                            "-c",
                            "deleteIfVersion alice 1",
                            "-c",
                            "listSpaces"));
            assertEquals(
                    lines(
                            "OK (version 1)",
                            "hi there",
                            "Using 'profiles'.",
                            "5",
                            "alice = hi there",
                            "bob = (not found)",
                            "yes",
                            "OK (version 2)",
                            "profiles                 key-value"),
                    out.toString());
            assertEquals(
                    1,
                    run("cli", "--target", target, "--json", "-c", "compareAndSet profiles n a b"));
            assertEquals(
                    lines(
                            "{\"command\":\"compareAndSet profiles n a b\",\"ok\":false,"
                                    + "\"status\":\"CONFLICT\",\"version\":1}"),
                    out.toString());
            assertEquals(1, run("cli", "--target", target, "-c", "get nowhere k"));
            assertEquals(2, run("cli", "--target", target, "-c", "get"));
            assertEquals(lines("Usage: get SPACE KEY"), err.toString());
            assertEquals(2, run("cli", "--target", target, "-c", "frobnicate"));
            assertEquals(2, run("cli", "--target", target, "-c", "put profiles a b --ttl soon"));
            assertEquals(0, run("cli", "--target", target, "-c", "help", "-c", "status"));
            assertEquals(1, run("cli", "--target", target, "-c", "delete profiles nobody"));
            assertEquals(2, run("cli", "--target", target, "-c", "dropSpace profiles"));
            assertEquals(
                    lines(
                            "'dropSpace' deletes all data of the space 'profiles': add --yes where"
                                    + " nobody can be asked."),
                    err.toString());
            assertEquals(0, run("cli", "--target", target, "-c", "drop profiles --yes"));
        }
    }

    /** The shell's exit code when a script comes from a pipe, at a cluster of one node. */
    private int runPiped(byte[] script) throws Exception {
        InputStream terminal = System.in;
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1)) {
            System.setIn(new ByteArrayInputStream(script));
            return run("cli", "--target", cluster.connectString());
        } finally {
            System.setIn(terminal);
        }
    }

    /** The lines of a pipe, an enormous one among them, each answered once and without a prompt. */
    @Test
    void aPipedScriptIsAnsweredLineByLine() throws Exception {
        String script =
                lines(
                        "create profiles",
                        "put profiles big " + "v".repeat(5_000_000),
                        "",
                        "put profiles alice hi",
                        "get profiles alice",
                        "exit",
                        "get profiles alice");
        assertEquals(1, runPiped(script.getBytes(StandardCharsets.UTF_8)), err::toString);
        assertEquals(
                lines("Space 'profiles' is created.", "OK (version 1)", "hi"),
                out.toString(),
                err::toString);
        assertTrue(err.toString().contains("5000000 bytes"), err.toString());
    }

    @Test
    void anUnreachableTargetFails() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertEquals(1, run("cli", "--target", "127.0.0.1:" + port, "-c", "spaces"));
        assertEquals(2, run("cli", "--target", "nonsense", "-c", "spaces"));
    }

    @Test
    void aStoreIsInspectedOffline() throws Exception {
        Path data = directory.resolve("cluster");
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3, data)) {
            assertEquals(3, run("store", "verify", data.resolve("node1").toString()));
            assertTrue(err.toString().contains("in use by a running process"), err.toString());
            assertEquals(1, cluster.member(1).id());
        }
        String node1 = data.resolve("node1").toString();
        assertEquals(0, run("store", "verify", node1), out.toString());
        assertEquals(lines("Everything is sound."), out.toString());
        assertEquals(0, run("store", "stat", node1));
        assertTrue(out.toString().contains("node         1"), out.toString());
        assertTrue(out.toString().contains("standing     whole"), out.toString());
        assertTrue(out.toString().contains("remembers    node 3: store "), out.toString());
        assertTrue(out.toString().contains("slots        all as at first"), out.toString());
        assertEquals(0, run("store", "dump", node1));
        assertEquals(3, run("store", "verify", directory.resolve("nowhere").toString()));
        assertEquals(3, run("store", "stat"));
        Path store = data.resolve("node1").resolve("STORE");
        byte[] bytes = Files.readAllBytes(store);
        bytes[20] ^= 1;
        Files.write(store, bytes);
        assertEquals(1, run("store", "verify", node1), "the other copy is intact");
    }

    @Test
    void keysAreDumpedByTheNameOfTheirSpace() throws Exception {
        Path data = directory.resolve("cluster");
        Path copy = directory.resolve("copy");
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1, data)) {
            String target = cluster.connectString();
            assertEquals(
                    0,
                    run(
                            "cli",
                            "--target",
                            target,
                            "-c",
                            "create bench",
                            "-c",
                            "put bench probe 'a line'",
                            "-c",
                            "put bench gone x",
                            "-c",
                            "del bench gone"),
                    err::toString);
            copy(data.resolve("node1"), copy);
        }
        String node1 = data.resolve("node1").toString();
        assertEquals(0, run("store", "dump", node1, "--key", "bench/probe"), err::toString);
        assertTrue(out.toString().contains("/probe entry=1 "), out.toString());
        assertTrue(out.toString().contains(" = 'a line'"), out.toString());
        assertEquals(0, run("store", "dump", node1, "--key", "bench/probe", "--limit", "3"));
        assertTrue(out.toString().contains(" = 'a l'... (6 bytes)"), out.toString());
        assertEquals(0, run("store", "dump", node1, "--key", "bench/gone"));
        assertTrue(out.toString().contains(" (deleted)"), out.toString());
        assertEquals(3, run("store", "dump", node1, "--key", "bench/nobody"));
        assertEquals(lines("There is no record of the key bench/nobody."), err.toString());
        assertEquals(3, run("store", "dump", node1, "--key", "bank/probe"));
        assertEquals(lines("This store knows no space 'bank'; there are bench."), err.toString());
        assertEquals(0, run("store", "verify", node1));
        assertEquals(lines("Everything is sound."), out.toString());
        assertEquals(0, run("store", "verify", copy.toString()), out::toString);
        assertTrue(out.toString().startsWith("This store was not closed: "), out.toString());
    }

    /** Copies the directory of a running node, without the files that it is about to make. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(one -> !one.toString().endsWith(".tmp")).toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    @Test
    void aScriptsLineThatIsNotUtf8IsRefused() throws Exception {
        byte[] script =
                "create kv\nput kv s\u00fc\u00df 1\nput kv s? 2\nget kv s\u00fc\u00df\n"
                        .getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < script.length; i++) {
            script[i] = script[i] == '?' ? (byte) 0xfc : script[i];
        }
        assertEquals(2, runPiped(script), err::toString);
        assertEquals(
                lines("Space 'kv' is created.", "OK (version 1)", "1"),
                out.toString(),
                err::toString);
        assertTrue(err.toString().startsWith("Line 3 is not UTF-8"), err.toString());
    }

    /** As cron does it: no environment, so that the JVM takes every byte above 127 for one sign. */
    @Test
    void keysPassThroughALocaleThatKnowsAsciiOnly() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1)) {
            String target = cluster.connectString();
            assertEquals(0, run("cli", "--target", target, "-c", "create kv"));
            String put =
                    "-c \"$(printf 'put kv k\\303\\274 one')\" -c \"$(printf 'put kv k\\303\\237"
                            + " two')\"";
            assertEquals(
                    "0 OK (version 1)\nOK (version 1)\n",
                    asCron("cli --target " + target + " " + put));
            String get =
                    "-c \"$(printf 'get kv k\\303\\274')\" -c \"$(printf 'mget kv k\\303\\237')\"";
            assertEquals("0 one\nk\u00df = two\n", asCron("cli --target " + target + " " + get));
            String latin = "-c \"$(printf 'put kv k\\374 one')\"";
            assertEquals(
                    "2 Argument 5 (put kv k\\xfc one) is not UTF-8: give commands, keys and values"
                            + " in UTF-8.\n",
                    asCron("cli --target " + target + " " + latin));
        }
    }

    /** Exit code and output of a process of its own in the C locale, without any environment. */
    private static String asCron(String arguments) throws Exception {
        String script =
                "exec '%s' -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8 -cp '%s' %s %s 2>&1"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("java.class.path"),
                                PaxosStoreMain.class.getName(),
                                arguments);
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script);
        builder.environment().clear();
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        String output =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.startsWith("WARNING"))
                        .collect(Collectors.joining("\n", "", "\n"));
        return process.waitFor() + " " + output;
    }

    @Test
    void entitiesAreInspectedOffline() throws Exception {
        Path data = directory.resolve("cluster");
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1, data)) {
            assertEquals(
                    0,
                    run(
                            "cli",
                            "--target",
                            cluster.connectString(),
                            "-c",
                            "create rooms entity",
                            "-c",
                            "queue rooms:lobby mail enqueue 'hello there'",
                            "-c",
                            "set rooms:lobby friends add bob"),
                    out + "" + err);
        }
        String node1 = data.resolve("node1").toString();
        assertEquals(0, run("store", "verify", node1), out.toString());
        assertEquals(0, run("store", "dump", node1));
        String dump = out.toString();
        Matcher lobby = Pattern.compile("(\\d+)/lobby entry=2 version=\\d+ ").matcher(dump);
        assertTrue(lobby.find(), dump);
        assertTrue(dump.contains("  queue mail length=1 first=1 next=2"), dump);
        assertTrue(dump.contains(" = 'hello there'"), dump);
        assertTrue(dump.contains("  set friends members=1"), dump);
        assertEquals(0, run("store", "dump", node1, "--entity", lobby.group(1) + "/lobby"));
        assertTrue(out.toString().startsWith(lobby.group()), out.toString());
        String nobody = lobby.group(1) + "/nobody";
        assertEquals(3, run("store", "dump", node1, "--entity", nobody));
        assertTrue(err.toString().startsWith("There is no data of the entity " + nobody));
        assertEquals(0, run("store", "stat", node1));
        assertTrue(out.toString().contains("entities     1 ("), out.toString());

        Path journal;
        try (Stream<Path> files = Files.list(data.resolve("node1/entities/journal"))) {
            journal =
                    files.filter(file -> file.toString().endsWith(".seg"))
                            .sorted()
                            .findFirst()
                            .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(journal);
        bytes[4096 + 40] ^= 1;
        Files.write(journal, bytes);
        assertEquals(2, run("store", "verify", node1), out.toString());
        assertTrue(out.toString().contains(" in " + journal + " at offset 4096"), out.toString());
    }
}
