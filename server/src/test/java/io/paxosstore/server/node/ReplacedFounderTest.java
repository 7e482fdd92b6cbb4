package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Another node votes in place of a founder, also for the topology, and not every node knows. */
final class ReplacedFounderTest {
    private static final int KEYS = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir private Path directory = Path.of("set by JUnit");

    private EmbeddedCluster cluster;
    private PaxosStore store;

    @BeforeEach
    void start() throws StartException {
        cluster =
                EmbeddedCluster.builder(3).directory(directory).set("slots.moving", "4096").start();
        cluster.awaitReady();
        store =
                PaxosStore.connect(
                        cluster.connectString(),
                        ClientOptions.builder().deadline(Duration.ofSeconds(30)).build());
    }

    @AfterEach
    void stop() {
        store.close();
        cluster.close();
    }

    /** Node 4, which has joined, votes in place of node 1. */
    private void replaceFirst() throws Exception {
        replace(1, 4);
    }

    private void replace(int founder, int next) throws Exception {
        Shown.changed(
                PATIENCE,
                store.members(),
                new ClusterChange.Replace(founder, next),
                shown ->
                        Shown.votes(shown, next) == Slots.COUNT
                                && Shown.votes(shown, founder) == 0);
    }

    /**
     * Its configuration knows nothing of the one that votes by now, and the replaced one is gone.
     */
    @Test
    void aFounderThatHasLostItsDirectoryFindsWhoeverVotes() throws Exception {
        store.createSpace("kv");
        KeyValue<String, String> kv = RejoinTest.open(store, "kv");
        for (int i = 0; i < KEYS; i++) {
            kv.put("k" + i, "v" + i);
        }
        cluster.join(Map.of());
        replaceFirst();
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

    /** It takes the founders for the topology's voters, and none of them is there any more. */
    @Test
    void aNodeThatComesFindsTheTopologyWithoutAnyFounder() throws Exception {
        cluster.join(Map.of());
        cluster.join(Map.of());
        replace(1, 4);
        replace(2, 5);
        cluster.node(1).stop();
        cluster.node(2).stop();
        cluster.node(3).kill();
        EmbeddedNode sixth = cluster.join(Map.of());
        RejoinTest.await("the topology to be read", sixth::isReady);
    }

    /** It takes itself and two that are gone for the topology's voters, and knows the others. */
    @Test
    void aFounderThatWasAwayFindsTheTopologyWithoutTheOtherFounders() throws Exception {
        cluster.join(Map.of());
        cluster.join(Map.of());
        cluster.join(Map.of());
        cluster.awaitReady();
        cluster.node(3).stop();
        replace(3, 6);
        replace(1, 4);
        replace(2, 5);
        cluster.node(1).stop();
        cluster.node(2).stop();
        cluster.node(3).start();
        RejoinTest.await("the topology to be read", cluster.node(3)::isReady);
    }

    /** It asks the replaced one first, which is up, and votes for the topology no more. */
    @Test
    void aNodeThatWasAwayFindsWhoTheTopologysVotersAre() throws Exception {
        cluster.join(Map.of());
        EmbeddedNode fifth = cluster.join(Map.of());
        cluster.awaitReady();
        fifth.stop();
        replaceFirst();
        fifth.start();
        cluster.awaitReady();
    }
}
