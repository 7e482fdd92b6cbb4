package io.paxosstore.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.test.PaxosStoreCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The example's program on Java 17, as its README starts it. */
@Timeout(120)
@PaxosStoreCluster(nodes = 1)
final class ShopOnJava17Test {
    private static final Path BUILT =
            Path.of(System.getProperty("examples.projects", "")).resolve("shop/target");

    private static List<String> run(String... arguments) throws Exception {
        Optional<Path> java = Jdk17.java();
        if (java.isEmpty()) {
            System.out.println(
                    "No Java 17 was found; set JAVA17_HOME to have the example run on it, too.");
        }
        assumeTrue(java.isPresent(), "no Java 17");
        List<String> command = new ArrayList<>();
        command.add(java.orElseThrow().toString());
        command.addAll(List.of(arguments));
        return run(command);
    }

    private static List<String> run(List<String> command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command)
                        .directory(BUILT.toFile())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output.lines().toList();
    }

    private static void expectADay(String customer, List<String> lines) {
        String all = String.join(System.lineSeparator(), lines);
        assertEquals("Java 17", lines.get(0), all);
        assertTrue(all.contains("Article[name=apple, kind=fruit, cents=30]"), all);
        assertTrue(all.contains("{apple=3, loaf=1}: Ordered[number=1, cents=510]"), all);
        assertTrue(all.contains("490 cents are left"), all);
        assertTrue(all.contains("packed: Parcel[customer=" + customer + ", number=1"), all);
        assertTrue(lines.get(lines.size() - 1).matches("[1-9]\\d+ calls"), all);
    }

    /** By the module path all descriptors are in force: of the example, the client, its metrics. */
    @Test
    void runsAsAModule(EmbeddedCluster cluster) throws Exception {
        List<String> lines =
                run("-p", "shop.jar:lib", "-m", "shop/shop.Shop", cluster.connectString(), "alice");
        expectADay("alice", lines);
    }

    @Test
    void runsByTheClassPath(EmbeddedCluster cluster) throws Exception {
        List<String> lines =
                run("-cp", "shop.jar:lib/*", "shop.Shop", cluster.connectString(), "bob");
        expectADay("bob", lines);
    }
}
