package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What is said of a directory of which parts are gone, or that cannot be read. */
final class StoreCommandTest {
    @TempDir private Path directory;

    private final CommandRun command = new CommandRun();

    private int run(String... arguments) {
        return command.run(arguments);
    }

    /** The directory of a node that has an entity and does not run. */
    private Path node() throws Exception {
        Path data = directory.resolve("c");
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1, data)) {
            String target = cluster.connectString();
            int exit =
                    command.shell(
                            target,
                            "createSpace rooms entity",
                            "list rooms:a 'l\u001b' append x",
                            "createSpace bench",
                            "put bench probe x",
                            "put bench another x");
            assertEquals(0, exit, command.err()::toString);
        }
        return data.resolve("node1");
    }

    private static void delete(Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** As docs/operations.md has it: records are lost, which a single node fetches from nobody. */
    @Test
    void entitiesThatAreGoneAreALoss() throws Exception {
        Path node = node();
        assertEquals(0, run("store", "verify", node.toString()), command.out()::toString);
        for (String gone : List.of("data/db", "data", "ENTITIES", "journal", "")) {
            delete(node.resolve("entities").resolve(gone));
            assertEquals(2, run("store", "verify", node.toString()), gone);
            assertTrue(command.out().toString().contains("MISSING_"), command.out()::toString);
            assertEquals(
                    "Records are lost, and this cluster has no other node to fetch them from.",
                    command.out().toString().lines().toList().getLast());
            for (String look : List.of("stat", "dump")) {
                assertEquals(2, run("store", look, node.toString()), gone);
                assertTrue(command.err().toString().endsWith(" run 'store verify'.\n"));
            }
        }
    }

    private static void damage(Path directory, String text) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String content = Files.readString(file, StandardCharsets.ISO_8859_1);
                String damaged = content.replace(text, text.toUpperCase(Locale.ROOT));
                Files.writeString(file, damaged, StandardCharsets.ISO_8859_1);
            }
        }
    }

    /** Nobody may take a key for one that was never there when its record cannot be read. */
    @Test
    void whatCannotBeReadIsNotPassedOver() throws Exception {
        String node = node().toString();
        for (String look : List.of("stat", "dump", "verify")) {
            assertEquals(0, run("store", look, node), command.err()::toString);
            assertEquals(-1, command.out().toString().indexOf(0x1b), "it drives a terminal");
        }
        damage(Path.of(node), "probe");
        assertEquals(2, run("store", "dump", node, "--key", "bench/probe"));
        List<String> told = command.err().toString().lines().toList();
        assertEquals("There is no readable record of the key bench/probe.", told.getFirst());
        assertTrue(told.getLast().endsWith(" could not be read: run 'store verify'."));
        assertEquals(2, told.size());
        assertEquals(2, run("store", "dump", node, "--key", "bench/another"));
        assertTrue(command.out().toString().contains("/another "), command.out()::toString);
        assertEquals(2, run("store", "dump", node));
        assertEquals(2, run("store", "stat", node));
        assertEquals(0, run("store", "dump", node, "--entity", "rooms/a"), "nothing of it is lost");
        assertEquals(3, run("store", "dump", node, "--space", "nowhere"));
        assertTrue(
                command.err().toString().startsWith("What could be read of this store names no"));
    }

    @Test
    void anOutputThatIsFullIsNoSuccess() throws Exception {
        CommandLine line = PaxosStoreMain.commandLine();
        Writer full =
                new Writer() {
                    @Override
                    public void write(char[] text, int from, int count) throws IOException {
                        throw new IOException("No space left on device");
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        String node = node().toString();
        line.setOut(new PrintWriter(full, true));
        StringWriter err = new StringWriter();
        line.setErr(new PrintWriter(err, true));
        assertEquals(3, line.execute("store", "dump", node));
        assertTrue(err.toString().startsWith("The output could not be written"), err::toString);
    }

    /** An exit code of 1 would say that nothing is lost. */
    @Test
    void whatTheMachineDoesNotLetBeReadIsToldInOneSentence() throws Exception {
        Path node = node();
        Path marks = node.resolve("entities/data/LOADING");
        Files.deleteIfExists(marks);
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            var _ = socket.bind(UnixDomainSocketAddress.of(marks));
            assertEquals(3, run("store", "verify", node.toString()));
        }
        assertEquals(1, command.err().toString().lines().count(), command.err()::toString);
        assertTrue(command.err().toString().contains("LOADING"), command.err()::toString);
    }
}
