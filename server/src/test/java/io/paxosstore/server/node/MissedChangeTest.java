package io.paxosstore.server.node;

import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A node that does not vote for the topology was away while those that do were changed: the first
 * one that it asks votes for it no more, and is up all the same.
 */
final class MissedChangeTest {
    @TempDir private Path directory = Path.of("set by JUnit");

    @Test
    void itFindsOutWhoTheTopologysVotersAre() throws Exception {
        try (EmbeddedCluster cluster =
                EmbeddedCluster.builder(3)
                        .directory(directory)
                        .set("slots.moving", "4096")
                        .start()) {
            cluster.awaitReady();
            ClientOptions patient =
                    ClientOptions.builder().deadline(Duration.ofSeconds(30)).build();
            try (PaxosStore store = PaxosStore.connect(cluster.connectString(), patient)) {
                cluster.join(Map.of());
                EmbeddedNode fifth = cluster.join(Map.of());
                cluster.awaitReady();
                fifth.stop();
                store.members().change(new ClusterChange.Replace(1, 4), false);
                Shown.await(
                        Duration.ofSeconds(90),
                        store.members()::show,
                        shown ->
                                shown.get("settled").asBoolean()
                                        && Shown.votes(shown, 4) == Slots.COUNT
                                        && Shown.votes(shown, 1) == 0);
                fifth.start();
                cluster.awaitReady();
            }
        }
    }
}
