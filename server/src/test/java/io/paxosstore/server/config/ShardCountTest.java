package io.paxosstore.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.IdentityConfig;
import io.paxosstore.log.identity.IdentityEnvironment;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.server.config.Configuration.Source;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How many shards a node has whose configuration does not say it. */
final class ShardCountTest {
    private static final int PROCESSORS = 16;

    @TempDir private Path directory = Path.of("set by JUnit");

    private ConfigurationLoader loader() {
        return new ConfigurationLoader()
                .set("cluster.nodes", "1=localhost:7400")
                .set("node.id", "1")
                .set("node.directory", directory.toString());
    }

    /** As a node leaves the directory that has used it with so many shards. */
    private void usedWith(int shards) throws IOException {
        try (NodeIdentity identity =
                NodeIdentity.open(
                        IdentityConfig.of(directory, "paxosstore", 1, shards),
                        FileSystem.real(),
                        StorageEngine.Listener.NONE,
                        IdentityEnvironment.system())) {
            identity.begin(() -> {});
        }
    }

    private static void assertShards(int count, Source source, Configuration configuration) {
        assertEquals(count, configuration.get(Settings.SHARDS));
        assertEquals(source, configuration.source(Settings.SHARDS));
        assertEquals(
                Integer.toString(count),
                configuration.clusterSettings().get("server.shards"),
                "what other nodes are told");
    }

    @Test
    void aNewDirectoryBeginsWithOneWhateverTheMachine() throws Exception {
        Configuration unset = loader().load();
        assertShards(1, Source.DEFAULT, unset);
        assertEquals("", ShardCount.advice(unset, 2));
        assertEquals(
                "server.shards is not set: 1, and this machine has 16 processors; 8 on every node"
                        + " would use them (docs/operations.md).",
                ShardCount.advice(unset, PROCESSORS));
        usedWith(1);
        Configuration again = loader().load();
        assertShards(1, Source.DIRECTORY, again);
        assertEquals(ShardCount.advice(unset, PROCESSORS), ShardCount.advice(again, PROCESSORS));
    }

    /** As one of a release that took half of the machine's processors. */
    @Test
    void aDirectoryKeepsTheNumberThatItWasUsedWith() throws Exception {
        usedWith(4);
        Configuration unset = loader().load();
        assertShards(4, Source.DIRECTORY, unset);
        assertTrue(
                unset.print()
                        .lines()
                        .anyMatch(line -> line.matches("server.shards: .*# directory")));
        assertEquals(
                "server.shards is not set: 4, with which this directory was last used; set it on"
                        + " every node, because a new directory would begin with 1.",
                ShardCount.advice(unset, 2));
    }

    @Test
    void aNodeRecordsTheNumberInItsDirectory() throws Exception {
        try (EmbeddedCluster cluster =
                EmbeddedCluster.builder(1).directory(directory).set("server.shards", "3").start()) {
            assertEquals(1, cluster.nodes().size());
        }
        assertShards(
                3,
                Source.DIRECTORY,
                loader().set("node.directory", directory.resolve("node1").toString()).load());
    }

    @Test
    void whatIsSetWinsOverTheDirectory() throws Exception {
        usedWith(4);
        Configuration set = loader().set("server.shards", "2").load();
        assertShards(2, Source.FLAG, set);
        assertEquals("", ShardCount.advice(set, PROCESSORS));
    }

    @Test
    void whatCannotBeReadIsLeftToTheStart() throws Exception {
        usedWith(4);
        Files.write(directory.resolve("STORE"), new byte[100]);
        assertShards(1, Source.DEFAULT, loader().load());
        Files.delete(directory.resolve("STORE"));
        Files.createDirectory(directory.resolve("STORE"));
        assertShards(1, Source.DEFAULT, loader().load());
    }
}
