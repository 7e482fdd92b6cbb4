package io.paxosstore.cli;

import static io.paxosstore.cli.CommandRun.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

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

    /** Before any node is asked. */
    @Test
    void howLongToWaitIsCheckedFirst() {
        assertEquals(2, run("topology", "wait", "--timeout", "5x", "--target", "127.0.0.1:1"));
        assertEquals(
                lines(
                        "'5x' is no duration for --timeout; write a number with a unit, such as"
                                + " 90s, 10m or 1h."),
                err.toString());
        assertEquals(2, run("topology", "wait", "--timeout", "99999h", "--target", "n:1"));
        assertEquals(lines("--timeout is 99999h; at most 8760h can be."), err.toString());
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
            assertEquals(0, command.shell(target, "createSpace profiles"));
            assertEquals(
                    0,
                    command.shell(
                            target,
                            "put profiles alice 'hi there' --ttl 10m",
                            "get profiles alice",
                            "use profiles",
                            "increment n 5",
                            "getAll alice bob",
                            "exists alice",
                            "deleteIfVersion alice 1",
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
            String hostile = "x\u001b[2Jy\nalice = hi";
            assertEquals(
                    0,
                    command.shell(
                            target,
                            "put profiles z '" + hostile + "'",
                            "get profiles z",
                            "scan profiles z",
                            "getAll profiles z"));
            String shown = "z = x\\x1b[2Jy\\x0aalice = hi";
            assertEquals(lines("OK (version 1)", hostile, shown, shown), out.toString());
            assertEquals(1, command.shell(target, "get nowhere k"));
            assertEquals(2, command.shell(target, "get"));
            assertEquals(lines("Usage: get SPACE KEY"), err.toString());
            assertEquals(2, command.shell(target, "frobnicate"));
            assertEquals(2, command.shell(target, "put profiles a b --ttl soon"));
            assertEquals(0, command.shell(target, "help", "status"));
            assertEquals(1, command.shell(target, "delete profiles nobody"));
            assertEquals(2, command.shell(target, "dropSpace profiles"));
            assertEquals(
                    lines(
                            "'dropSpace' deletes all data of the space 'profiles': add --yes where"
                                    + " nobody can be asked."),
                    err.toString());
            assertEquals(0, command.shell(target, "drop profiles --yes"));
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

    /** Else a script's author takes it for done. */
    @Test
    void aMultiOpThatNobodyExecutesIsAMistake() throws Exception {
        String begun = lines("create inbox entity", "multiOp inbox:a", "list l append x");
        String missing = lines("The MultiOp was not executed: 'execute' is missing.");
        for (String end : List.of("", "exit\nexecute\n")) {
            assertEquals(2, runPiped((begun + end).getBytes(StandardCharsets.UTF_8)));
            assertEquals(missing, err.toString());
        }
        for (String end : List.of("execute\n", "discard\n")) {
            byte[] script = (begun + end).getBytes(StandardCharsets.UTF_8);
            assertEquals(0, runPiped(script), err::toString);
        }
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1)) {
            String target = cluster.connectString();
            assertEquals(0, command.shell(target, "create inbox entity"));
            String[] commands = {
                "cli", "--target", target, "-c", "multiOp inbox:a", "-c", "list l append x"
            };
            assertEquals(2, run(commands));
            assertEquals(missing, err.toString());
        }
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
            assertEquals(0, command.shell(target, "create kv"));
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
            assertEquals(
                    "3 Argument 3 (d\\xfc) is not UTF-8: give commands, keys and values in"
                            + " UTF-8.\n",
                    asCron("store verify \"$(printf 'd\\374')\""));
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
}
