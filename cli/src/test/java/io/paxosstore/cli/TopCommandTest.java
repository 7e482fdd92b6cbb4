package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.Codec;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.front.binary.EntityServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;

/** What {@code top --once} prints of real nodes, and of what is none. */
@Timeout(120)
final class TopCommandTest {
    private final CommandRun command = new CommandRun();
    private final StringWriter out = command.out();
    private final StringWriter err = command.err();

    private int run(String... arguments) {
        return command.run(arguments);
    }

    private boolean hasLine(String pattern) {
        return out.toString().lines().anyMatch(line -> line.matches(pattern));
    }

    /** Until it says so, of figures that a node notes each second. */
    private void await(int exit, String pattern, String... arguments) throws Exception {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (run(arguments) != exit || !hasLine(pattern)) {
            assertTrue(System.nanoTime() < deadline, () -> "in vain: " + pattern + "\n" + out);
            Thread.sleep(50);
        }
    }

    @Test
    void itShowsTheNodesAndWhatTheyDoAndOneThatIsKilled() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3)) {
            String one = cluster.member(1).clientAddress();
            String[] top = {"top", "--once", "--target", one};
            await(0, "All is well\\.", top);
            assertTrue(hasLine("PaxosStore  3 of 3 nodes answer, release .*"), out.toString());
            assertTrue(hasLine("Slots: 16,384 have 3 of 3 voters connected; nothing moves\\."));
            for (int node = 1; node <= 3; node++) {
                assertTrue(hasLine(" +" + node + " +whole +active +16,384 .*"), out.toString());
            }
            try (PaxosStore store = PaxosStore.connect(cluster.connectString())) {
                store.createSpace("profiles");
                var profiles = store.keyValue("profiles", Codec.utf8(), Codec.utf8());
                for (int i = 0; i < 100; i++) {
                    var _ = profiles.put("al\033[2Jice", "hi");
                }
            }
            await(0, ".*HOTTEST ENTITIES AND KEYS", top);
            assertTrue(hasLine(".*profiles / 0x616c1b5b324a696365"), out.toString());

            assertEquals(0, run("cli", "--target", one, "-c", "top"), err::toString);
            assertTrue(hasLine("All is well\\."), out.toString());
            assertEquals(0, run("cli", "--target", one, "--json", "-c", "top"));
            assertTrue(out.toString().contains("\"well\":true,\"troubles\":[]"), out.toString());

            cluster.node(3).kill();
            await(1, "!  redundancy: .*", top);
            assertTrue(
                    hasLine(
                            "!! silent: Node 3 refuses the connection at "
                                    + cluster.member(3).host()
                                    + ":"
                                    + cluster.member(3).adminPort()
                                    + " \\(admin port\\)\\."),
                    out.toString());
            assertTrue(hasLine("   Since \\d.* Start that node, .*"), out.toString());
            assertTrue(hasLine(" +3 +(down|silent) +active +16,384 .*"), out.toString());
            assertTrue(hasLine(" +1 +whole +active +16,384 .*"), out.toString());
            assertEquals("", err.toString());
        }
    }

    @Test
    void aNodeWithoutAConsoleIsShown() throws Exception {
        try (EmbeddedCluster cluster =
                EmbeddedCluster.builder(1).set("console.enabled", "false").start()) {
            await(0, "All is well\\.", "top", "--target", cluster.connectString());
            assertTrue(hasLine("Node 1 has no console: .*"), out.toString());
            assertTrue(hasLine(" +1 +whole +active +16,384 .*"), out.toString());
        }
    }

    @Test
    void anEarlierReleaseIsShown() throws Exception {
        try (EntityServer server = new EntityServer()) {
            assertEquals(1, run("top", "--target", server.address()), "it has no admin port");
            assertTrue(hasLine(" +1 +unknown .*"), out.toString());
            assertTrue(hasLine("No node says who votes and what moves\\."), out.toString());
        }
    }

    @Test
    void whoDoesNotAnswerIsGivenUp() throws Exception {
        try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + mute.getLocalPort();
            assertEquals(1, run("top", "--target", address));
            List<String> lines = out.toString().lines().toList();
            assertEquals("PaxosStore", lines.getFirst().substring(0, 10));
            assertEquals(
                    "!! cluster: No node answers: " + address + " (does not answer).",
                    lines.get(1).replace("(Read timed out)", "(does not answer)"));
            assertEquals("   Start its nodes, or name others by --target.", lines.get(2));
        }
        assertEquals(1, run("top", "--target", "127.0.0.1:1"));
        assertTrue(hasLine("!! cluster: No node answers: 127.0.0.1:1 \\(Connection refused\\)\\."));
    }

    @Test
    void mistakesAreNamed() {
        assertEquals(2, run("top", "--target", "nonsense"));
        assertTrue(err.toString().startsWith("'nonsense' is no address;"), err.toString());
        for (String wrong : List.of("soon", "1ms", "2d")) {
            assertEquals(2, run("top", "--interval", wrong), wrong);
            assertTrue(err.toString().startsWith("--interval"), err.toString());
            assertTrue(err.toString().contains(wrong), err.toString());
        }
    }
}
