package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A founder that has lost its directory comes back to a cluster in which others vote by now, of
 * which its configuration knows nothing.
 */
final class LostFounderTest {
    private static final int KEYS = 200;

    @TempDir private Path directory = Path.of("set by JUnit");

    @Test
    void itFindsWhoeverVotesInPlaceOfAnother() throws Exception {
        try (EmbeddedCluster cluster =
                EmbeddedCluster.builder(3)
                        .directory(directory)
                        .set("slots.moving", "4096")
                        .start()) {
            cluster.awaitReady();
            ClientOptions patient =
                    ClientOptions.builder().deadline(Duration.ofSeconds(30)).build();
            try (PaxosStore store = PaxosStore.connect(cluster.connectString(), patient)) {
                store.createSpace("kv");
                KeyValue<String, String> kv = RejoinTest.open(store, "kv");
                for (int i = 0; i < KEYS; i++) {
                    kv.put("k" + i, "v" + i);
                }
                cluster.join(Map.of());
                store.members().change(new ClusterChange.Replace(1, 4), false);
                Shown.await(
                        Duration.ofSeconds(90),
                        store.members()::show,
                        shown ->
                                shown.get("settled").asBoolean()
                                        && Shown.votes(shown, 4) == Slots.COUNT
                                        && Shown.votes(shown, 1) == 0);
                cluster.node(1).stop();

                cluster.node(2).kill();
                DiskLossTest.delete(directory.resolve("node2"));
                DiskLossTest.awaitNextSecond();
                cluster.node(2).start();
                RejoinTest.await("the founder to be whole", () -> RejoinTest.isWhole(cluster, 2));

                cluster.node(3).kill();
                for (int i = 0; i < KEYS; i++) {
                    assertEquals(Optional.of("v" + i), kv.get("k" + i));
                }
            }
        }
    }
}
