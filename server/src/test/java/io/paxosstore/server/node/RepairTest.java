package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.log.identity.Room;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Replicas made to differ, and disks made to fill up, on storage in memory. */
final class RepairTest {
    private final MemoryStorage.Disks disks = new MemoryStorage.Disks();

    private static EntityKey key(SpaceInfo space, String name) {
        return new EntityKey(space.id(), name.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean says(EmbeddedCluster cluster, int node, String figure) {
        return cluster.node(node).metrics().lines().anyMatch(figure::equals);
    }

    private EmbeddedCluster start() throws StartException {
        return EmbeddedCluster.builder(3)
                .storage(disks)
                .set("sweep.interval", "200ms")
                .set("sweep.check-rate", "100000")
                .start();
    }

    @Test
    void aReplicaThatDiffersIsFoundAndRebuilt() throws Exception {
        try (EmbeddedCluster cluster = start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            SpaceInfo space = store.createSpace("kv");
            KeyValue<String, String> kv = RejoinTest.open(store, "kv");
            for (int i = 0; i < 200; i++) {
                kv.put("k" + i, "v" + i);
            }
            RejoinTest.await(
                    "the value on its disk",
                    () -> disks.disk(2).spoil(key(space, "k7"), new byte[] {9, 9, 9}));
            RejoinTest.await(
                    "the quarantine",
                    () -> says(cluster, 2, "paxosstore_sweep_quarantined_total{shard=\"0\"} 1.0"));
            RejoinTest.await("equal values", () -> disks.sameEverywhere(key(space, "k7"), 1, 2, 3));
            assertTrue(says(cluster, 1, "paxosstore_sweep_quarantined_total{shard=\"0\"} 0.0"));
            cluster.node(1).kill();
            assertEquals(Optional.of("v7"), kv.get("k7"));
        }
    }

    @Test
    void twoNearlyFullDisksOfThreeRefuseWhatAddsDataEverywhere() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.builder(3).storage(disks).start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            SpaceInfo space = store.createSpace("kv");
            KeyValue<String, String> kv = RejoinTest.open(store, "kv");
            kv.put("k", "1");
            kv.put("gone", "1");
            disks.disk(1).room(Room.LOW);
            disks.disk(2).room(Room.LOW);
            try (WireClient third = WireClient.connect(cluster, 3)) {
                long deadline = System.nanoTime() + 30_000_000_000L;
                Response answer = third.put(space.id(), "k", "more");
                while (!isOfBoth(answer)) {
                    assertTrue(System.nanoTime() < deadline, "it never heard of the others' disks");
                    answer = third.put(space.id(), "k", "more");
                }
                Response.Failure refused = assertInstanceOf(Response.Failure.class, answer);
                assertEquals(FailureCode.DISK_FULL, refused.code());
                assertEquals(
                        "The disks of node 1 (300 MiB free) and node 2 (300 MiB free) are nearly"
                            + " full: nothing that adds data is taken until there is room again;"
                            + " free room there, or delete data: reads and deletions go on.",
                        refused.sentence());
            }
            disks.disk(1).room(Room.NONE);
            disks.disk(2).room(Room.NONE);
            RejoinTest.await(
                    "the nodes to know of it",
                    () -> cluster.node(3).notReady().isEmpty() && kv.get("k").isPresent());
            assertEquals(WriteStatus.OK, kv.delete("gone").status());
            assertEquals(Optional.empty(), kv.get("gone"));
            disks.disk(1).room(Room.ENOUGH);
            disks.disk(2).room(Room.ENOUGH);
            kv.put("k", "it goes on by itself");
        }
    }

    /** Whether the node knew of two disks when it refused. */
    private static boolean isOfBoth(Response answer) {
        return answer instanceof Response.Failure refused && refused.sentence().contains(" and ");
    }

    @Test
    void aNearlyFullDiskRefusesWritesAndNothingElse() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.builder(3).storage(disks).start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            SpaceInfo space = store.createSpace("kv");
            KeyValue<String, String> kv = RejoinTest.open(store, "kv");
            kv.put("k", "1");
            disks.disk(2).room(Room.LOW);
            try (WireClient client = WireClient.connect(cluster, 2)) {
                Response.Failure refused =
                        assertInstanceOf(
                                Response.Failure.class, client.put(space.id(), "k", "refused"));
                assertEquals(FailureCode.DISK_FULL, refused.code());
                assertEquals(
                        "The disk of node 2 (300 MiB free) is nearly full: nothing that adds data"
                                + " is taken until there is room again; free room there, or delete"
                                + " data: reads and deletions go on.",
                        refused.sentence());
                assertInstanceOf(Response.Value.class, client.read(space.id(), "k"));
            }
            assertTrue(
                    cluster.node(2).notReady().contains("disk: nearly full"),
                    cluster.node(2).notReady());
            for (int i = 0; i < 50; i++) {
                kv.put("k" + i, "by another node");
            }
            disks.disk(1).room(Room.LOW);
            disks.disk(3).room(Room.LOW);
            try (PaxosStore hasty =
                    PaxosStore.connect(
                            cluster.connectString(),
                            ClientOptions.builder().deadline(Duration.ofMillis(500)).build())) {
                KeyValue<String, String> refused = RejoinTest.open(hasty, "kv");
                NotDoneException e =
                        assertThrows(NotDoneException.class, () -> refused.put("k", "2"));
                assertEquals(NotDoneException.Reason.UNAVAILABLE, e.reason());
                assertTrue(
                        String.valueOf(e.getMessage()).contains("are nearly full"), e.toString());
            }
            for (int node = 1; node <= 3; node++) {
                disks.disk(node).room(Room.ENOUGH);
            }
            kv.put("k", "3");
            assertEquals(Optional.of("3"), kv.get("k"));
            assertFalse(cluster.node(2).notReady().contains("disk"));
        }
    }

    @Test
    void aNodeWithoutRoomDoesNotVoteAndCatchesUpLater() throws Exception {
        try (EmbeddedCluster cluster = start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            SpaceInfo space = store.createSpace("kv");
            KeyValue<String, String> kv = RejoinTest.open(store, "kv");
            disks.disk(3).room(Room.NONE);
            for (int i = 0; i < 100; i++) {
                kv.put("k" + i, "v" + i);
            }
            assertFalse(disks.sameEverywhere(key(space, "k5"), 1, 2, 3));
            disks.disk(3).room(Room.ENOUGH);
            RejoinTest.await(
                    "the sweep",
                    () -> {
                        boolean same = true;
                        for (int i = 0; i < 100; i++) {
                            same &= disks.sameEverywhere(key(space, "k" + i), 1, 2, 3);
                        }
                        return same;
                    });
        }
    }
}
