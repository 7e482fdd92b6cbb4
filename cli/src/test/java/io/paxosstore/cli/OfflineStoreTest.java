package io.paxosstore.cli;

import static io.paxosstore.cli.CommandRun.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a node's directory says while the node does not run. */
final class OfflineStoreTest {
    @TempDir private Path directory;

    private final CommandRun command = new CommandRun();
    private final StringWriter out = command.out();
    private final StringWriter err = command.err();

    private int run(String... arguments) {
        return command.run(arguments);
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
        Files.delete(data.resolve("node1").resolve("PEERS"));
        assertEquals(2, run("store", "verify", node1));
        assertTrue(
                out.toString().endsWith(lines("the node fetches them from the others.")),
                out.toString());
    }

    @Test
    void keysAreDumpedByTheNameOfTheirSpace() throws Exception {
        Path data = directory.resolve("cluster");
        Path copy = directory.resolve("copy");
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1, data)) {
            String target = cluster.connectString();
            assertEquals(
                    0,
                    command.shell(
                            target,
                            "create bench",
                            "put bench probe 'a line'",
                            "put bench gone x",
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
    void entitiesAreInspectedOffline() throws Exception {
        Path data = directory.resolve("cluster");
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1, data)) {
            assertEquals(
                    0,
                    command.shell(
                            cluster.connectString(),
                            "create rooms entity",
                            "queue rooms:lobby mail enqueue 'hello there'",
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
