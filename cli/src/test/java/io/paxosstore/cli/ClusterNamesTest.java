package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.client.Codec;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;

/** Names are found in a cluster, and not waited for where there is none. */
@Timeout(120)
final class ClusterNamesTest {
    /** A test waits longer than a person. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void namesOfEveryKindAreFound() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1);
                PaxosStore store = PaxosStore.connect(cluster.connectString())) {
            store.createSpace("profiles");
            store.createSpace("inbox", SpaceKind.ENTITY);
            store.entity("inbox", "alice").list("letters", Codec.utf8()).append("a");
            store.entity("inbox", "alice").set("friends", Codec.utf8()).add("bob");
            store.entity("inbox", "albert").set("s", Codec.utf8()).add("x");
            store.entity("inbox", "bob").set("s", Codec.utf8()).add("x");
            store.entity("inbox", "al\nbum").set("s", Codec.utf8()).add("x");
            var bytes = store.entitySpace("inbox", Codec.bytes());
            bytes.entity(new byte[] {'a', 'l', (byte) 0xff}).set("s", Codec.utf8()).add("x");

            ClusterNames names = new ClusterNames(store, PATIENCE);
            assertEquals(
                    List.of("inbox", "profiles"),
                    names.spaces().stream().map(SpaceInfo::name).sorted().toList());
            assertEquals(
                    List.of("albert", "alice"),
                    names.entities("inbox", "al").stream().sorted().toList(),
                    "neither what is no text nor what has a line end");
            assertEquals(
                    List.of("friends", "letters"),
                    names.objects("inbox:alice", "").stream().map(Result.Name::name).toList());
            assertEquals(
                    List.of("letters"),
                    names.objects("inbox:alice", "l").stream().map(Result.Name::name).toList());
            assertEquals(List.of(), names.entities("profiles", ""), "it has no entities");
            assertEquals(List.of(), names.entities("nowhere", ""));
            assertEquals(List.of(), names.objects("nonsense", ""));
            assertEquals(3, names.entities("inbox", "").size(), "failures hold nothing up");
        }
    }

    /** Nobody answers: each look-up ends by itself, and the next one does not wait for it. */
    @Test
    void aClusterThatIsDownHasNoNames() throws Exception {
        EmbeddedCluster cluster = EmbeddedCluster.start(1);
        try (PaxosStore store = PaxosStore.connect(cluster.connectString())) {
            store.createSpace("inbox", SpaceKind.ENTITY);
            cluster.close();
            ClusterNames names = new ClusterNames(store, Duration.ofMillis(1));
            for (int i = 0; i < 3; i++) {
                assertEquals(List.of(), names.spaces());
                assertEquals(List.of(), names.entities("inbox", ""));
                assertEquals(List.of(), names.objects("inbox:alice", ""));
            }
        }
    }
}
